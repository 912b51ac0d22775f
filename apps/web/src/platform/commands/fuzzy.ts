const ofWordStart = 8
const ofNeighbour = 5
const characterScore = 1
const ofLongName = 0.02

/**
 * Scores how well the typed text matches a name: its letters in order, with a bonus for starts of words and for
 * adjacent letters; null when a letter is missing. Ignores accents and case.
 */
export function fuzzyScore(typed: string, name: string): number | null {
  const query = Array.from(plain(typed)).filter((character) => character !== ' ')
  const characters = Array.from(plain(name))
  let best: number | null = query.length === 0 ? 0 : null
  // Names are short, so every position of the first letter is tried.
  for (let start = 0; start < characters.length && query.length > 0; start += 1) {
    if (characters[start] !== query[0]) continue
    const score = scoreFrom(characters, query, start)
    if (score !== null && (best === null || score > best)) best = score
  }
  return best === null ? null : best - characters.length * ofLongName
}

function scoreFrom(characters: readonly string[], query: readonly string[], start: number): number | null {
  let score = 0
  let at = start
  let previous = -2
  for (const character of query) {
    while (at < characters.length && characters[at] !== character) at += 1
    if (at === characters.length) return null
    score += characterScore
    if (at === 0 || characters[at - 1] === ' ') score += ofWordStart
    if (previous === at - 1) score += ofNeighbour
    previous = at
    at += 1
  }
  return score
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
