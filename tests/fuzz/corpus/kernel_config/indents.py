if (1):
    raise E
  raise F
