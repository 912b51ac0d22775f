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
export const keysOf = (definition: CommandDefinition, chosen: ChosenKeys): readonly KeyChord[] =>
  chosen[definition.id] ?? definition.keys

/** The command that these keys stand for; the one named first where two have them. */
export function commandWith(chord: KeyChord, chosen: ChosenKeys): (typeof commandDefinitions)[number] | null {
  return commandDefinitions.find((definition) => keysOf(definition, chosen).includes(chord)) ?? null
}

/** Gives a command one other chord; whichever command had it loses it. */
export function withKeys(chosen: ChosenKeys, id: CommandId, chord: KeyChord | null): ChosenKeys {
  const next: Record<string, readonly KeyChord[]> = { ...chosen, [id]: chord === null ? [] : [chord] }
  for (const other of commandDefinitions) {
    if (other.id === id || chord === null) continue
    const keys = keysOf(other, chosen)
    if (keys.includes(chord)) next[other.id] = keys.filter((key) => key !== chord)
  }
  return withoutUsual(next)
}

/** The usual keys again; those that another command was given since stay with it. */
export function withUsualKeys(chosen: ChosenKeys, id: CommandId): ChosenKeys {
  const { [id]: _, ...rest } = chosen
  const usual = commandDefinitions.find((definition) => definition.id === id)?.keys ?? []
  const taken = commandDefinitions.filter((other) => other.id !== id).flatMap((other) => keysOf(other, rest))
  const free = usual.filter((key) => !taken.includes(key))
  return free.length === usual.length ? rest : { ...rest, [id]: free }
}

/** Only what differs is stored, so that better usual keys of a later version reach everybody else. */
function withoutUsual(chosen: ChosenKeys): ChosenKeys {
  const isUsual = ([id, keys]: [string, readonly KeyChord[]]): boolean => {
    const usual = commandDefinitions.find((definition) => definition.id === id)?.keys ?? []
    return usual.length === keys.length && usual.every((key, index) => key === keys[index])
  }
  return Object.fromEntries(Object.entries(chosen).filter((entry) => !isUsual(entry)))
}

/** Keeps them for every device of the account. */
export function chooseKeys(chosen: ChosenKeys): void {
  const shortcuts = Object.fromEntries(Object.entries(chosen).map(([id, keys]) => [id, [...keys]]))
  choosePreference({ shortcuts })
}

/** What is written beside a command: its first keys. */
export function useShortcutText(): (id: CommandId) => string | undefined {
  const chosen = useChosenKeys()
  return useCallback(
    (id) => {
      const definition = commandDefinitions.find((one) => one.id === id)
      const first = definition ? keysOf(definition, chosen)[0] : undefined
      return first === undefined ? undefined : chordText(first)
    },
    [chosen],
  )
}
