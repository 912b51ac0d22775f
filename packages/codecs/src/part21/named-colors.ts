import type { Color } from '@kamar/core/math'

const colors: ReadonlyMap<string, Color> = new Map([
  ['black', [0, 0, 0]],
  ['red', [1, 0, 0]],
  ['green', [0, 1, 0]],
  ['blue', [0, 0, 1]],
  ['yellow', [1, 1, 0]],
  ['magenta', [1, 0, 1]],
  ['cyan', [0, 1, 1]],
  ['white', [1, 1, 1]],
])

/** Returns a colour named in ISO 10303-46, case-insensitively; null for any other word. */
export const namedColor = (word: string): Color | null => colors.get(word.toLowerCase()) ?? null
