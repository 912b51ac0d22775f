import type { UnavailableReason } from '@kamar/extensions'
import { storage, storageKeys } from '../storage.js'
import { commandState } from './commands.js'
import { commandDefinitions, type CommandId } from './definitions.js'
import { fuzzyScore } from './fuzzy.js'
import { scoreMatch, type SearchedNames } from './match-names.js'

/** A command in the palette. */
export interface FoundCommand {
  readonly id: CommandId
  readonly name: string
  /** Reason why it is unavailable. */
  readonly unavailableReason: UnavailableReason | null
  readonly score: number
}

const maxRecent = 8
/** Bonus of recent commands and penalty of unavailable ones: less than from one kind of match to the next. */
const ofRecent = 0.3
const ofDisabled = 0.6

/**
 * Finds the commands of this page whose name or synonym matches, best first; without typed text, recently used ones come
 * first. A command that is unavailable is found by its name alone. Letters in order match only where nothing else does.
 */
export function findCommands(typed: string, names: (id: CommandId) => SearchedNames): readonly FoundCommand[] {
  const recent = recentCommands()
  const find = (score: (names: SearchedNames) => number | null): readonly FoundCommand[] =>
    commandDefinitions.flatMap(({ id }) => {
      const state = id === 'palette' ? null : commandState(id)
      if (!state) return []
      const unavailableReason = state.unavailableReason ?? null
      const { names: ownNames, synonyms } = names(id)
      // What cannot be done is no answer to a synonym, nor a suggestion.
      const base = unavailableReason === null ? score({ names: ownNames, synonyms }) : findName(typed, ownNames)
      if (base === null) return []
      const bonus = typed !== '' && recent.includes(id) ? ofRecent : 0
      const penalty = unavailableReason === null ? 0 : ofDisabled
      return [{ id, name: ownNames[0] ?? id, unavailableReason, score: base + bonus - penalty }]
    })
  const matches = find((searched) => scoreMatch(typed, searched))
  const all = matches.length > 0 || typed === '' ? matches : find((searched) => scoreFuzzily(typed, searched))
  const rank = ({ id }: FoundCommand): number => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return all.toSorted((one, other) => other.score - one.score || (typed === '' ? rank(one) - rank(other) : 0))
}

const findName = (typed: string, names: readonly string[]): number | null =>
  typed === '' ? null : scoreMatch(typed, { names, synonyms: [] })

/** Minimum share of the letters that must begin a word or follow each other: others are chance. */
const minFuzzyScore = 5

/** Scores letters in order, below every other match; null for chance. */
function scoreFuzzily(typed: string, { names }: SearchedNames): number | null {
  const best = Math.max(-1, ...names.flatMap((name) => fuzzyScore(typed, name) ?? []))
  return best / typed.length >= minFuzzyScore ? best / 1000 : null
}

export function recentCommands(): readonly string[] {
  const stored = storage.readJson(storageKeys.recentCommands)
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : []
}

export function noteCommand(id: CommandId): void {
  const rest = recentCommands().filter((other) => other !== id)
  storage.writeJson(storageKeys.recentCommands, [id, ...rest].slice(0, maxRecent))
}
