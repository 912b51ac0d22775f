import { describe, expect, test } from 'vitest'
import { commandDefinitions } from './definitions.js'
import { fuzzyScore } from './fuzzy.js'
import { toChord, chordText, canBeCommand } from './key-chord.js'
import { commandWith, getKeys, withKeys, withDefaultKeys } from './shortcuts.js'

const createChord = (key: string, code: string, modifiers: Partial<KeyboardEvent> = {}) =>
  toChord({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers })

describe('keyboard chord', () => {
  test.each([
    ['an English layout', 'h'],
    ['an Armenian layout', 'հ'],
    ['a Russian layout', 'р'],
    ['Caps Lock', 'H'],
  ])('identifies a letter key by its position with %s', (_, key) => {
    expect(createChord(key, 'KeyH')).toBe('KeyH')
  })

  test('identifies other keys by their character in every layout', () => {
    expect(createChord('?', 'Slash', { shiftKey: true })).toBe('?')
    expect(createChord('+', 'Equal', { shiftKey: true })).toBe('+')
  })

  test('includes modifiers, treats Command as Ctrl, and is null for a modifier alone', () => {
    expect(createChord('k', 'KeyK', { ctrlKey: true })).toBe('Mod+KeyK')
    expect(createChord('K', 'KeyK', { metaKey: true, shiftKey: true })).toBe('Mod+Shift+KeyK')
    expect(createChord('ArrowLeft', 'ArrowLeft', { shiftKey: true })).toBe('Shift+ArrowLeft')
    expect(createChord('Shift', 'ShiftLeft', { shiftKey: true })).toBeNull()
  })

  test('is written in the notation of the platform', () => {
    expect(chordText('Mod+Shift+KeyZ', false)).toBe('Ctrl+Shift+Z')
    expect(chordText('Mod+KeyK', true)).toBe('⌘K')
    expect(chordText('Mod++', false)).toBe('Ctrl++')
    expect(chordText('Digit5', false)).toBe('5')
  })

  test('excludes keys of the focused control from commands', () => {
    expect(['Tab', 'Enter', 'Space', 'Escape', 'Shift+Tab'].map(canBeCommand)).toEqual(Array(5).fill(false))
    expect(canBeCommand('Alt+KeyA')).toBe(true)
  })
})

describe('command table', () => {
  test('has unique command ids and no duplicate keys', () => {
    const ids = commandDefinitions.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const keys = commandDefinitions.flatMap((command) => command.keys)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })
})

describe('custom key assignment', () => {
  test('assigns the keys to a command and removes them from the previous one', () => {
    const customKeys = withKeys({}, 'hide', 'KeyI')
    expect(customKeys).toEqual({ hide: ['KeyI'], isolate: [] })
    expect(commandWith('KeyI', customKeys)?.id).toBe('hide')
    expect(commandWith('KeyH', customKeys)).toBeNull()
  })

  test('retains other keys of a command that loses one', () => {
    expect(withKeys({}, 'hide', '+')).toEqual({ hide: ['+'], zoomIn: ['='] })
  })

  test('is not stored when it equals the default', () => {
    expect(withKeys(withKeys({}, 'hide', 'KeyJ'), 'hide', 'KeyH')).toEqual({})
  })

  test('restores default keys unless another command uses them', () => {
    const customKeys = withKeys({}, 'hide', 'KeyI')
    expect(withDefaultKeys(customKeys, 'isolate')).toEqual({ hide: ['KeyI'], isolate: [] })
    expect(withDefaultKeys(withDefaultKeys(customKeys, 'hide'), 'isolate')).toEqual({})
  })

  test('can leave a command without keys', () => {
    const [hide] = commandDefinitions.filter(({ id }) => id === 'hide')
    expect(hide && getKeys(hide, withKeys({}, 'hide', null))).toEqual([])
  })
})

describe('fuzzyScore', () => {
  const best = (typed: string, names: readonly string[]) =>
    names
      .map((name) => ({ name, score: fuzzyScore(typed, name) }))
      .filter(({ score }) => score !== null)
      .sort((one, other) => (other.score ?? 0) - (one.score ?? 0))[0]?.name

  test('matches beginnings of words and letters in order', () => {
    expect(best('sb', ['Subscribe', 'Section box'])).toBe('Section box')
    expect(best('fit', ['First picture', 'Fit to Window'])).toBe('Fit to Window')
    expect(fuzzyScore('xyz', 'Section')).toBeNull()
  })

  test('matches without accents and in Armenian script', () => {
    expect(fuzzyScore('seccion', 'Sección')).not.toBeNull()
    expect(fuzzyScore('հատ', 'Հատույթ')).not.toBeNull()
  })
})
