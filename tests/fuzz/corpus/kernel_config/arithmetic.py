BLOCKS = (16 * 4) // 2 + 1 - -3
FLAGS = not BLOCKS == 33 and 0x1F < 0b101 or 0o17 >= 1_000
WORDS = 'a' "b" + r'\d' + '\x41\u00e9\101\n'
LISTS = [1, (2,), {'k': [3]}] + [{4, 5}, None, True, .5, 1e-5]
X = LISTS[2]['k'][-1] in [3] and 'k' not in LISTS[2] and BLOCKS is not None
