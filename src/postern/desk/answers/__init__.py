"""What an answer is made of: who wrote, the orders that are filed, what is asked back."""
