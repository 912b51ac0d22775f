/**
 * Returns plain data with all numbers rounded to `decimals` (metres to the millimetre by default), so that tests compare
 * what was computed with what was derived by hand. Typed arrays become lists.
 */
export function rounded<Value>(value: Value, decimals = 3): Value {
  return round(value, 10 ** decimals) as Value
}

function round(value: unknown, factor: number): unknown {
  // Adding zero turns −0 into 0.
  if (typeof value === 'number') return Math.round(value * factor) / factor + 0
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>, (one) => round(one, factor))
  if (Array.isArray(value)) return value.map((one) => round(one, factor))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, round(one, factor)]))
}
