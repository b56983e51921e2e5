"""Gender alternatives by a large language model, which is a command of the user's."""
