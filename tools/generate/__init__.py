"""Write what is made by a program and lies in git: cases, witnesses, figures, screenshots."""
