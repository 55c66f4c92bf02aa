"""The figures of docs/mathematics.md: the books' claims, deals played out, scores, and the page itself."""
