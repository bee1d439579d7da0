"""Tables for people: one model, and how it is written as text, Markdown, LaTeX and HTML."""
