"""Words in other genders and numbers: lexicons, closed classes, a model, and the sentence anew."""
