"""αβ-nDCG: axioms, lists made worse step by step, and missing ratings."""
