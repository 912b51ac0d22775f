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
 * first. A command that is unavailable is found by its name, and by a synonym where nothing else is found, so that the
 * reason is read. Letters in order match only where nothing else does.
 */
export function findCommands(typed: string, names: (id: CommandId) => SearchedNames): readonly FoundCommand[] {
  const recent = recentCommands()
  const find = (
    score: (names: SearchedNames) => number | null,
    scoreUnavailable = (own: SearchedNames) => scoreMatch(typed, { ...own, synonyms: [] }),
  ): readonly FoundCommand[] =>
    commandDefinitions.flatMap(({ id }) => {
      const state = id === 'palette' ? null : commandState(id)
      if (!state) return []
      const unavailableReason = state.unavailableReason ?? null
      const searched = names(id)
      // What cannot be done is no suggestion.
      const base = unavailableReason === null ? score(searched) : typed === '' ? null : scoreUnavailable(searched)
      if (base === null) return []
      const bonus = typed !== '' && recent.includes(id) ? ofRecent : 0
      const penalty = unavailableReason === null ? 0 : ofDisabled
      return [{ id, name: searched.names[0] ?? id, unavailableReason, score: base + bonus - penalty }]
    })
  const match = (searched: SearchedNames): number | null => scoreMatch(typed, searched)
  const attempts = [() => find(match), () => find(match, match), () => find((own) => scoreFuzzily(typed, own))]
  const matches = typed === '' ? find(match) : findFirst(attempts)
  const rank = ({ id }: FoundCommand): number => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return matches.toSorted((one, other) => other.score - one.score || (typed === '' ? rank(one) - rank(other) : 0))
}

/** Returns the first list that is not empty. */
function findFirst(attempts: readonly (() => readonly FoundCommand[])[]): readonly FoundCommand[] {
  for (const attempt of attempts) {
    const commands = attempt()
    if (commands.length > 0) return commands
  }
  return []
}

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
