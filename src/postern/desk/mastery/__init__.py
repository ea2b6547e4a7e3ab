"""What game masters do between turns, by letter and from the command line: actions, their words by mail, the digest."""
