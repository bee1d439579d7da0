"""What a measure should do, and whether it does: axioms, cases to test them on, and the search for counterexamples."""
