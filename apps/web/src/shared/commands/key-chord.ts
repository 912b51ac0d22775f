import { isMac } from '../platform.js'

/**
 * Keys as they are stored: `Mod+KeyK`, `Shift+ArrowLeft`, `KeyX`, `?`. Letters and digits are named by their place on the
 * keyboard, so that they work with an Armenian or Russian layout; other characters by what they write; `Mod` is Ctrl, and
 * Command on a Mac.
 */
export type KeyChord = string

const modifierKeys: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead'])

type PressedKeys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** What was pressed; null while there are only modifiers. */
export function toChord(event: PressedKeys): KeyChord | null {
  if (modifierKeys.has(event.key)) return null
  const isPhysicalKey = /^(Key[A-Z]|Digit\d)$/.test(event.code)
  const writes = !isPhysicalKey && event.key.length === 1 && event.key !== ' '
  const name = isPhysicalKey ? event.code : event.key === ' ' ? 'Space' : event.key
  const parts = [
    event.ctrlKey || event.metaKey ? 'Mod' : '',
    event.altKey ? 'Alt' : '',
    // The character says already that Shift was held.
    event.shiftKey && !writes ? 'Shift' : '',
    name,
  ]
  return parts.filter((part) => part !== '').join('+')
}

/** Whether keys may stand for a command: Tab, Enter and Space belong to what has the focus. */
export function canBeCommand(chord: KeyChord): boolean {
  return !/(^|\+)(Tab|Enter|Space|Escape)$/.test(chord)
}

/** Whether a field would write something when these keys are pressed. */
export const isPlain = (chord: KeyChord): boolean => !/^(Mod|Alt)\+/.test(chord)

const onMac: Readonly<Record<string, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧' }
const elsewhere: Readonly<Record<string, string>> = { Mod: 'Ctrl' }
const symbols: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
}

/** Keys as they are written beside a command: `Ctrl+K`, on a Mac `⌘K`. */
export function chordText(chord: KeyChord, mac = isMac): string {
  const names = (mac ? onMac : elsewhere) as Readonly<Record<string, string | undefined>>
  return chordParts(chord)
    .map((part) => names[part] ?? symbols[part] ?? part.replace(/^(Key|Digit)(?=.$)/, ''))
    .join(mac ? '' : '+')
}

/** `Mod++` is Mod and the plus sign. */
const chordParts = (chord: KeyChord): string[] => {
  const parts = chord.split('+').filter((part) => part !== '')
  return chord === '+' || chord.endsWith('++') ? [...parts, '+'] : parts
}
