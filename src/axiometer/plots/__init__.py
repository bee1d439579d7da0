"""How tables are drawn: charts in the language Vega-Lite, and the pictures that are made of them."""
