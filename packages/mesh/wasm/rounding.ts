/** Rounds halves up, as `Math.round` of JavaScript. */
export function round(value: f64): f64 {
  const above = ceil(value)
  return above - 0.5 > value ? above - 1 : above
}
