"""What stages of the workflow hand on: what they show, their texts, and what translates these."""
