import { isMac } from '../platform.js'

/**
 * Keys in stored form: `Mod+KeyK`, `Shift+ArrowLeft`, `KeyX`, `?`. Letters and digits are identified by their physical
 * key, so that they work with an Armenian or Russian layout; other characters by the character they type; `Mod` is
 * Ctrl, and Command on a Mac.
 */
export type KeyChord = string

const modifierKeys: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead'])

type PressedKeys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Returns the chord of a key event; null while only modifiers are pressed. */
export function toChord(event: PressedKeys): KeyChord | null {
  if (modifierKeys.has(event.key)) return null
  const isPhysicalKey = /^(Key[A-Z]|Digit\d)$/.test(event.code)
  const writes = !isPhysicalKey && event.key.length === 1 && event.key !== ' '
  const name = isPhysicalKey ? event.code : event.key === ' ' ? 'Space' : event.key
  const parts = [
    event.ctrlKey || event.metaKey ? 'Mod' : '',
    event.altKey ? 'Alt' : '',
    // The character already implies Shift.
    event.shiftKey && !writes ? 'Shift' : '',
    name,
  ]
  return parts.filter((part) => part !== '').join('+')
}

/** Returns whether a chord may trigger a command: Tab, Enter and Space belong to the focused element. */
export function canBeCommand(chord: KeyChord): boolean {
  return !/(^|\+)(Tab|Enter|Space|Escape)$/.test(chord)
}

/** Returns whether these keys would type a character in a field. */
export const isPlain = (chord: KeyChord): boolean => !/^(Mod|Alt)\+/.test(chord)

const onMac: Readonly<Record<string, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧' }
const otherKeyNames: Readonly<Record<string, string>> = { Mod: 'Ctrl' }
const symbols: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
}

/** Formats a chord for display: `Ctrl+K`, on a Mac `⌘K`. */
export function chordText(chord: KeyChord, mac = isMac): string {
  const names = (mac ? onMac : otherKeyNames) as Readonly<Record<string, string | undefined>>
  return chordParts(chord)
    .map((part) => names[part] ?? symbols[part] ?? part.replace(/^(Key|Digit)(?=.$)/, ''))
    .join(mac ? '' : '+')
}

/** Splits a chord; `Mod++` is Mod and the plus sign. */
const chordParts = (chord: KeyChord): string[] => {
  const parts = chord.split('+').filter((part) => part !== '')
  return chord === '+' || chord.endsWith('++') ? [...parts, '+'] : parts
}
