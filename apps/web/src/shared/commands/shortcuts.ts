import { useCallback } from 'react'
import { choosePreference } from '../auth/account.js'
import { getSession, useSession } from '../auth/session.js'
import { type CommandDefinition, commandDefinitions, type CommandId } from './definitions.js'
import { chordText, type KeyChord } from './key-chord.js'

/** Keys that a person chose, by command; what is not in it has the usual ones. */
export type ChosenKeys = Readonly<Record<string, readonly KeyChord[]>>

const none: ChosenKeys = {}

export const chosenKeys = (): ChosenKeys => getSession().account?.preferences.shortcuts ?? none

export function useChosenKeys(): ChosenKeys {
  return useSession().account?.preferences.shortcuts ?? none
}

/** The keys of a command now. */
export const getKeys = (definition: CommandDefinition, customKeys: ChosenKeys): readonly KeyChord[] =>
  customKeys[definition.id] ?? definition.keys

/** The command that these keys stand for; the one named first where two have them. */
export function commandWith(chord: KeyChord, customKeys: ChosenKeys): (typeof commandDefinitions)[number] | null {
  return commandDefinitions.find((definition) => getKeys(definition, customKeys).includes(chord)) ?? null
}

/** Gives a command one other chord; whichever command had it loses it. */
export function withKeys(customKeys: ChosenKeys, id: CommandId, chord: KeyChord | null): ChosenKeys {
  const next: Record<string, readonly KeyChord[]> = { ...customKeys, [id]: chord === null ? [] : [chord] }
  for (const other of commandDefinitions) {
    if (other.id === id || chord === null) continue
    const keys = getKeys(other, customKeys)
    if (keys.includes(chord)) next[other.id] = keys.filter((key) => key !== chord)
  }
  return withoutDefaults(next)
}

/** The usual keys again; those that another command was given since stay with it. */
export function withDefaultKeys(customKeys: ChosenKeys, id: CommandId): ChosenKeys {
  const { [id]: _, ...rest } = customKeys
  const defaultKeys = commandDefinitions.find((definition) => definition.id === id)?.keys ?? []
  const usedKeys = commandDefinitions.filter((other) => other.id !== id).flatMap((other) => getKeys(other, rest))
  const free = defaultKeys.filter((key) => !usedKeys.includes(key))
  return free.length === defaultKeys.length ? rest : { ...rest, [id]: free }
}

/** Only what differs is stored, so that better usual keys of a later version reach everybody else. */
function withoutDefaults(customKeys: ChosenKeys): ChosenKeys {
  const isDefault = ([id, keys]: [string, readonly KeyChord[]]): boolean => {
    const defaultKeys = commandDefinitions.find((definition) => definition.id === id)?.keys ?? []
    return defaultKeys.length === keys.length && defaultKeys.every((key, index) => key === keys[index])
  }
  return Object.fromEntries(Object.entries(customKeys).filter((entry) => !isDefault(entry)))
}

/** Keeps them for every device of the account. */
export function chooseKeys(customKeys: ChosenKeys): void {
  const shortcuts = Object.fromEntries(Object.entries(customKeys).map(([id, keys]) => [id, [...keys]]))
  choosePreference({ shortcuts })
}

/** What is written beside a command: its first keys. */
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
