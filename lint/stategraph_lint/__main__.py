"""`python -m stategraph_lint` is the command line."""

from stategraph_lint.hosts.cli import main

if __name__ == "__main__":
    main()
