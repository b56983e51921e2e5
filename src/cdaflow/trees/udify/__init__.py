"""UDify (Kondratyuk and Straka 2019) in today's PyTorch; README.md here says how."""
