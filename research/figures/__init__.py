"""The figures of docs/mathematics.md and docs/figures.md: the books' claims, deals played out, scores, both pages."""
