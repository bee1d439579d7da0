"""The measures: what each is, and how they are found by name."""
