"""What a table was made from, results packed for others, and such a pack compared with a rerun."""
