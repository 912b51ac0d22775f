import type { FieldChoice } from './use-fields.js'

/** Returns a name without case, spaces, hyphens and underscores: `firerating` finds `Fire Rating`. */
const normalize = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]+/g, '')

const noMatch = -1

/** Returns 0 for the name, 1 for its beginning, 2 for a part of it, 3 for words of name and set, −1 otherwise. */
function getRank(choice: FieldChoice, query: string): number {
  const [name, text] = [normalize(choice.name), normalize(query)]
  if (name === text) return 0
  if (name.startsWith(text)) return 1
  if (name.includes(text)) return 2
  const haystack = `${choice.label} ${choice.group}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word))
    ? 3
    : noMatch
}

/** Finds the fields whose name or set contains the text; groups with better matches come first, and in them these. */
export function findFields(fields: readonly FieldChoice[], query: string): readonly FieldChoice[] {
  if (query.trim() === '') return fields
  const ranked = fields
    .map((choice) => ({ choice, rank: getRank(choice, query) }))
    .filter(({ rank }) => rank !== noMatch)
  const rankOfGroup = new Map<string, number>()
  for (const { choice, rank } of ranked)
    rankOfGroup.set(choice.group, Math.min(rank, rankOfGroup.get(choice.group) ?? rank))
  const groups = [...rankOfGroup.keys()]
  return ranked
    .toSorted(
      (a, b) =>
        (rankOfGroup.get(a.choice.group) ?? 0) - (rankOfGroup.get(b.choice.group) ?? 0) ||
        groups.indexOf(a.choice.group) - groups.indexOf(b.choice.group) ||
        a.rank - b.rank,
    )
    .map(({ choice }) => choice)
}
