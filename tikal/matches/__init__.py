"""Matches between bots: policies of the library, functions of your own, programs of your own.

`bots` makes a bot of a text, `game` plays one game by the clock, `match` plays many with rotated
seats and paired chance, `ratings` counts them.
"""
