/**
 * Returns whether a text matches a pattern in which `*` stands for any number of characters. Backtracks to the last
 * star only, so that no pattern takes longer than pattern × text.
 */
export function fitsGlob(pattern: string, text: string): boolean {
  let at = 0
  let next = 0
  let star = -1
  let resume = 0
  while (at < text.length) {
    if (pattern[next] === '*') {
      star = next++
      resume = at
    } else if (pattern[next] === text[at]) {
      next++
      at++
    } else if (star >= 0) {
      next = star + 1
      at = ++resume
    } else return false
  }
  while (pattern[next] === '*') next++
  return next === pattern.length
}
