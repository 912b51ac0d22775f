import type { CommandTarget, UnavailableReason } from '@kamar/extensions'
import { useEffect, useRef } from 'react'
import { createObservable, type Observable } from '../observable.js'
import type { CommandDefinition, CommandId } from './definitions.js'
import { toChord, isPlain } from './key-chord.js'
import { chosenKeys, commandWith } from './shortcuts.js'

/** State of a command on a page: whether it is available, and its action. */
export interface CommandState {
  /** Runs it; `at` is the point of a context menu. */
  readonly run: (at?: CommandTarget | null) => void
  /** Null when it is available; texts under `commands.why.`. */
  readonly unavailableReason?: UnavailableReason | null
}

export type CommandStates = Partial<Readonly<Record<CommandId, CommandState>>>

/** Commands that the open pages provide, newest page first. */
const providers: Observable<readonly { readonly states: CommandStates }[]> = createObservable<
  readonly { readonly states: CommandStates }[]
>([])

/** Returns the state of a command on this page; null if no page provides it. */
export function commandState(id: CommandId): CommandState | null {
  for (const { states } of providers.get()) {
    const state = states[id]
    if (state) return state
  }
  return null
}

/** Runs a command if it is available; returns whether it ran. */
export function runCommand(id: CommandId, at?: CommandTarget | null): boolean {
  const state = commandState(id)
  if (!state || state.unavailableReason) return false
  state.run(at)
  return true
}

const hasOwnKeys =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

interface CommandKeys {
  /** Element on which `canvas` commands listen. */
  readonly canvas: () => Element | null
  /** Keys that currently have another meaning, by their key codes. */
  readonly reserved?: ReadonlySet<string>
}

/** Provides these commands while the component is mounted, by their keys and in the palette. */
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

/** Listens to the keys of all commands. Use once per page. */
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

/** Returns whether a key event belongs to the command rather than to the focused element. */
function canHandle(
  { scope }: CommandDefinition,
  writes: boolean,
  { event, keys }: { readonly event: KeyboardEvent; readonly keys: CommandKeys },
): boolean {
  if (!(event.target instanceof Element)) return scope !== 'canvas'
  if (scope === 'canvas' && keys.canvas()?.contains(event.target) !== true) return false
  // Key chords that write nothing also open the palette from a field; in a dialog no command runs.
  const isOpenInFields = scope === 'fields' && !writes
  return event.target.closest(isOpenInFields ? '[role=dialog]' : hasOwnKeys) === null
}
