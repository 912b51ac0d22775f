/** How a binary DXF writes a value. */
export type ValueKind = 'string' | 'double' | 'short' | 'integer' | 'long' | 'byte' | 'chunk'

/** Kinds of values by the first code after their range, as the format reference lists them. */
const kinds: readonly (readonly [below: number, kind: ValueKind | null])[] = [
  [10, 'string'],
  [60, 'double'],
  [80, 'short'],
  [90, null],
  [100, 'integer'],
  [110, 'string'],
  [150, 'double'],
  [160, null],
  [170, 'long'],
  [180, 'short'],
  [210, null],
  [240, 'double'],
  [270, null],
  [290, 'short'],
  [300, 'byte'],
  [310, 'string'],
  [320, 'chunk'],
  [370, 'string'],
  [390, 'short'],
  [400, 'string'],
  [410, 'short'],
  [420, 'string'],
  [430, 'integer'],
  [440, 'string'],
  [460, 'integer'],
  [470, 'double'],
  [482, 'string'],
  [999, null],
  [1004, 'string'],
  [1005, 'chunk'],
  [1010, 'string'],
  [1060, 'double'],
  [1071, 'short'],
  [1072, 'integer'],
]

const kindsByCode: readonly (ValueKind | null)[] = Array.from(
  { length: 1072 },
  (_, code) => kinds.find(([below]) => code < below)?.[1] ?? null,
)

/** Returns how a binary DXF writes the value of a code; null for codes that are never written. */
export const getValueKind = (code: number): ValueKind | null => kindsByCode[code] ?? null
