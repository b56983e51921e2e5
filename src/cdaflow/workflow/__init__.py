"""What the rules of the workflow share: what its stages show."""
