"""What users see of every package, for many inputs, compared with what they saw before.

Each module has `GROUPS`: functions that yield the name of a case and all that is shown for it.
`stored/` has two characters for each line of it. After a change that was meant
`python -m tests.shown.stored`, or with the names of modules, writes them anew.
"""
