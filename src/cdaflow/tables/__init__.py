"""Tables, figures and the report: what the scores say, with where they came from."""
