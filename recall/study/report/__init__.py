"""The statistics in words and plots, the same for a command's output and for a screen."""
