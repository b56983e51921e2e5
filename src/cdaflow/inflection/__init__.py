"""Words in other genders and numbers: lexicons, closed classes, a model, the sentence rewritten."""
