import { useCallback } from 'react'
import { choosePreference } from '../auth/account.js'
import { getSession, useSession } from '../auth/session.js'
import { type CommandDefinition, commandDefinitions, type CommandId } from './definitions.js'
import { chordText, type KeyChord } from './key-chord.js'

/** The user's custom keys, by command; all others have the default keys. */
export type ChosenKeys = Readonly<Record<string, readonly KeyChord[]>>

const none: ChosenKeys = {}

export const chosenKeys = (): ChosenKeys => getSession().account?.preferences.shortcuts ?? none

export function useChosenKeys(): ChosenKeys {
  return useSession().account?.preferences.shortcuts ?? none
}

/** Returns the current keys of a command. */
export const getKeys = (definition: CommandDefinition, customKeys: ChosenKeys): readonly KeyChord[] =>
  customKeys[definition.id] ?? definition.keys

/** Finds the command of a chord; the first of two commands with the same chord. */
export function commandWith(chord: KeyChord, customKeys: ChosenKeys): CommandDefinition | null {
  return commandDefinitions.find((definition) => getKeys(definition, customKeys).includes(chord)) ?? null
}

/** Assigns a chord to a command; removes it from any other command. */
export function withKeys(customKeys: ChosenKeys, id: CommandId, chord: KeyChord | null): ChosenKeys {
  const next: Record<string, readonly KeyChord[]> = { ...customKeys, [id]: chord === null ? [] : [chord] }
  for (const other of commandDefinitions) {
    if (other.id === id || chord === null) continue
    const keys = getKeys(other, customKeys)
    if (keys.includes(chord)) next[other.id] = keys.filter((key) => key !== chord)
  }
  return withoutDefaults(next)
}

/** Resets a command to its default keys, except those that were assigned to another command since. */
export function withDefaultKeys(customKeys: ChosenKeys, id: CommandId): ChosenKeys {
  const { [id]: _, ...rest } = customKeys
  const defaultKeys = commandDefinitions.find((definition) => definition.id === id)?.keys ?? []
  const usedKeys = commandDefinitions.filter((other) => other.id !== id).flatMap((other) => getKeys(other, rest))
  const free = defaultKeys.filter((key) => !usedKeys.includes(key))
  return free.length === defaultKeys.length ? rest : { ...rest, [id]: free }
}

/**
 * Removes default keys: only differences are stored, so that changed defaults of a later version reach all other users.
 */
function withoutDefaults(customKeys: ChosenKeys): ChosenKeys {
  const isDefault = ([id, keys]: [string, readonly KeyChord[]]): boolean => {
    const defaultKeys = commandDefinitions.find((definition) => definition.id === id)?.keys ?? []
    return defaultKeys.length === keys.length && defaultKeys.every((key, index) => key === keys[index])
  }
  return Object.fromEntries(Object.entries(customKeys).filter((entry) => !isDefault(entry)))
}

/** Saves the keys for every device of the account. */
export function chooseKeys(customKeys: ChosenKeys): void {
  const shortcuts = Object.fromEntries(Object.entries(customKeys).map(([id, keys]) => [id, [...keys]]))
  choosePreference({ shortcuts })
}

/** Returns a function that formats the first keys of a command for display. */
export function useShortcutText(): (id: CommandId) => string | undefined {
  const customKeys = useChosenKeys()
  return useCallback(
    (id) => {
      const definition = commandDefinitions.find((one) => one.id === id)
      const first = definition ? getKeys(definition, customKeys)[0] : undefined
      return first === undefined ? undefined : chordText(first)
    },
    [customKeys],
  )
}
