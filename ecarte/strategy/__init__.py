"""The mathematics of écarté: what a hand is worth, with open hands exactly, with hidden hands between proved ends.

`hands` says what one player knows; `patterns` solves every position with open hands, `open_hands` asks it for cards,
`odds` counts over all opposing hands; `hidden` has the proved ends, which `build` computed; `jeux` knows the books'
jeux de règle; `telling` is what `python -m ecarte odds` prints. Nothing here knows a game's state or both hands of a
deal that is being played.
"""
