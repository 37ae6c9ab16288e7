"""What the answers of a learner say: figures computed from light records, free of any storage."""
