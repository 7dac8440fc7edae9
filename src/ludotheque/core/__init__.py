"""What every game is made of: states, rules, options, records, sentences. Imports nothing else of ours."""
