# Windows line ends, a byte order mark and tabs
﻿X = [
	1, # one

	2,
]
Y: int = 3Z: "list[int]"
"""text
of several lines"""
