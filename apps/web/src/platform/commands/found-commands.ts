import type { UnavailableReason } from '@kamar/extensions'
import { storage, storageKeys } from '../storage.js'
import { commandState } from './commands.js'
import { commandDefinitions, type CommandId } from './definitions.js'
import { fuzzyScore } from './fuzzy.js'

/** A command in the palette. */
export interface FoundCommand {
  readonly id: CommandId
  readonly name: string
  /** Reason why it is unavailable. */
  readonly unavailableReason: UnavailableReason | null
}

const maxRecent = 8
/** Score penalty of unavailable commands, which are listed after available ones unless they match much better. */
const ofDisabled = 4
const ofRecent = 3

/**
 * Finds the commands of this page whose name matches, best first; without typed text, recently used ones come first.
 */
export function findCommands(typed: string, names: (id: CommandId) => readonly string[]): readonly FoundCommand[] {
  const recent = recentCommands()
  const matches = commandDefinitions.flatMap(({ id }) => {
    const state = id === 'palette' ? null : commandState(id)
    const [name = id, ...others] = names(id)
    if (!state) return []
    const scores = [name, ...others].flatMap((one) => fuzzyScore(typed, one) ?? [])
    if (scores.length === 0) return []
    const isRecent = recent.includes(id)
    const unavailableReason = state.unavailableReason ?? null
    const score =
      typed === '' ? 0 : Math.max(...scores) + (isRecent ? ofRecent : 0) - (unavailableReason ? ofDisabled : 0)
    return [{ id, name, unavailableReason, score }]
  })
  const rank = ({ id }: FoundCommand): number => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return matches.sort((one, other) => other.score - one.score || (typed === '' ? rank(one) - rank(other) : 0))
}

export function recentCommands(): readonly string[] {
  const stored = storage.readJson(storageKeys.recentCommands)
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : []
}

export function noteCommand(id: CommandId): void {
  const rest = recentCommands().filter((other) => other !== id)
  storage.writeJson(storageKeys.recentCommands, [id, ...rest].slice(0, maxRecent))
}
