"""What to show next and what an answer is worth; pure."""
