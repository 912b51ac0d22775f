/** What a name is found by: itself, its English form, and words that people use for it. */
export interface SearchedNames {
  /** The displayed name first. */
  readonly names: readonly string[]
  readonly synonyms: readonly string[]
}

/**
 * Scores of matches, the better the higher: a name, then its beginning, beginnings of its words and parts of them, and
 * last the beginning of a synonym. A complete synonym is what somebody calls it, so only the name itself is better.
 */
export const matchScores = { name: 6, synonym: 5, namePrefix: 4, wordPrefix: 3, inside: 2, synonymPrefix: 1 } as const

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[-‐–_]/g, ' ')
    .trim()

const tokenize = (text: string): readonly string[] => text.split(/[\s:,.()/“”«»"]+/).filter(Boolean)

/** Scores the best match of a typed text; null without one. Ignores case, accents and hyphens. */
export function scoreMatch(typed: string, { names, synonyms }: SearchedNames): number | null {
  const query = plain(typed)
  if (query === '') return 0
  const scores = [
    ...names.map((name) => scoreName(query, plain(name))),
    ...synonyms.map((synonym) => scoreSynonym(query, plain(synonym))),
  ]
  const best = Math.max(0, ...scores)
  return best === 0 ? null : best
}

function scoreName(query: string, name: string): number {
  if (name === query) return matchScores.name
  if (name.startsWith(query)) return matchScores.namePrefix
  const [queryTokens, nameTokens] = [tokenize(query), tokenize(name)]
  if (queryTokens.length === 0) return 0
  if (queryTokens.every((token) => nameTokens.some((part) => part.startsWith(token)))) return matchScores.wordPrefix
  return queryTokens.every((token) => name.includes(token)) ? matchScores.inside : 0
}

function scoreSynonym(query: string, synonym: string): number {
  if (synonym === query) return matchScores.synonym
  return synonym.startsWith(query) ? matchScores.synonymPrefix : 0
}
