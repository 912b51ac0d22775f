import { useEffect, useRef } from 'react'
import { createObservable, type Observable } from '../observable.js'
import type { CommandDefinition, CommandId } from './definitions.js'
import { toChord, isPlain } from './key-chord.js'
import { chosenKeys, commandWith } from './shortcuts.js'

/** Why a command cannot be had done now; texts under `commands.why.`. */
export type WhyNot = 'model' | 'selection' | 'hidden' | 'drawing' | 'rights' | 'file' | 'undo' | 'report'

/** What a page knows of a command: whether it can be done now, and how. */
export interface CommandState {
  readonly run: () => void
  /** Null when it can be done. */
  readonly why?: WhyNot | null
}

export type CommandStates = Partial<Readonly<Record<CommandId, CommandState>>>

/** What can be done on the page that is open, newest page first. */
const providers: Observable<readonly { readonly states: CommandStates }[]> = createObservable<
  readonly { readonly states: CommandStates }[]
>([])

/** The state of a command on this page; null where no page does it. */
export function commandState(id: CommandId): CommandState | null {
  for (const { states } of providers.get()) {
    const state = states[id]
    if (state) return state
  }
  return null
}

/** Does it, if it can be done now; says whether it was. */
export function runCommand(id: CommandId): boolean {
  const state = commandState(id)
  if (!state || state.why) return false
  state.run()
  return true
}

const hasOwnKeys =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

interface CommandKeys {
  /** Where `picture` commands listen. */
  readonly canvas: () => Element | null
  /** Keys that mean something else right now, by their places. */
  readonly reserved?: ReadonlySet<string>
}

/** While it is on the page, these commands can be done, by their keys and by the palette. */
export function useCommands(states: CommandStates): void {
  const provider = useRef({ states })
  useEffect(() => {
    provider.current.states = states
  })
  useEffect(() => {
    const own = provider.current
    providers.set((others) => [own, ...others])
    return () => providers.set((all) => all.filter((other) => other !== own))
  }, [])
}

/** Listens to the keys of all commands; once on a page. */
export function useCommandKeys(keys: CommandKeys): void {
  const newest = useRef(keys)
  useEffect(() => {
    newest.current = keys
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => handleKeyDown(event, newest.current)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function handleKeyDown(event: KeyboardEvent, keys: CommandKeys): void {
  if (event.defaultPrevented || event.isComposing) return
  const chord = toChord(event)
  const command = chord === null ? null : commandWith(chord, chosenKeys())
  if (chord === null || !command) return
  if (isPlain(chord) && keys.reserved?.has(event.code)) return
  if (canHandle(command, isPlain(chord), { event, keys }) && runCommand(command.id)) event.preventDefault()
}

/** Whether keys that were pressed here are the command's, and not those of what has the focus. */
function canHandle(
  { scope }: CommandDefinition,
  writes: boolean,
  { event, keys }: { readonly event: KeyboardEvent; readonly keys: CommandKeys },
): boolean {
  if (!(event.target instanceof Element)) return scope !== 'picture'
  if (scope === 'picture' && keys.canvas()?.contains(event.target) !== true) return false
  // The palette opens from a field as well, by keys that write nothing; from a dialog nothing does.
  const isOpenInFields = scope === 'fields' && !writes
  return event.target.closest(isOpenInFields ? '[role=dialog]' : hasOwnKeys) === null
}
