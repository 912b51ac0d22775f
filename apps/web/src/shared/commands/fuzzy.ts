const ofWordStart = 8
const ofNeighbour = 5
const ofLetter = 1
const ofLongName = 0.02

/**
 * How well what was typed fits a name: its letters in their order, best at the beginnings of words and side by side; null
 * when one of them is missing. Accents and case do not matter.
 */
export function fuzzyScore(typed: string, name: string): number | null {
  const wanted = Array.from(plain(typed)).filter((letter) => letter !== ' ')
  const letters = Array.from(plain(name))
  let best: number | null = wanted.length === 0 ? 0 : null
  // A name has few letters: every place where the first one stands is tried.
  for (let start = 0; start < letters.length && wanted.length > 0; start += 1) {
    if (letters[start] !== wanted[0]) continue
    const score = scoreFrom(letters, wanted, start)
    if (score !== null && (best === null || score > best)) best = score
  }
  return best === null ? null : best - letters.length * ofLongName
}

function scoreFrom(letters: readonly string[], wanted: readonly string[], start: number): number | null {
  let score = 0
  let at = start
  let previous = -2
  for (const letter of wanted) {
    while (at < letters.length && letters[at] !== letter) at += 1
    if (at === letters.length) return null
    score += ofLetter
    if (at === 0 || letters[at - 1] === ' ') score += ofWordStart
    if (previous === at - 1) score += ofNeighbour
    previous = at
    at += 1
  }
  return score
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
