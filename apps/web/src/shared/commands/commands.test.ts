import { describe, expect, test } from 'vitest'
import { commandDefinitions } from './definitions.js'
import { fuzzyScore } from './fuzzy.js'
import { toChord, chordText, canBeCommand } from './key-chord.js'
import { commandWith, getKeys, withKeys, withDefaultKeys } from './shortcuts.js'

const createChord = (key: string, code: string, modifiers: Partial<KeyboardEvent> = {}) =>
  toChord({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers })

describe('keys', () => {
  test.each([
    ['an English layout', 'h'],
    ['an Armenian layout', 'հ'],
    ['a Russian layout', 'р'],
    ['Caps Lock', 'H'],
  ])('of letters are their places: %s', (_, key) => {
    expect(createChord(key, 'KeyH')).toBe('KeyH')
  })

  test('of other characters are what they write, wherever the layout has them', () => {
    expect(createChord('?', 'Slash', { shiftKey: true })).toBe('?')
    expect(createChord('+', 'Equal', { shiftKey: true })).toBe('+')
  })

  test('with modifiers name them; Command is Ctrl; a modifier alone is nothing', () => {
    expect(createChord('k', 'KeyK', { ctrlKey: true })).toBe('Mod+KeyK')
    expect(createChord('K', 'KeyK', { metaKey: true, shiftKey: true })).toBe('Mod+Shift+KeyK')
    expect(createChord('ArrowLeft', 'ArrowLeft', { shiftKey: true })).toBe('Shift+ArrowLeft')
    expect(createChord('Shift', 'ShiftLeft', { shiftKey: true })).toBeNull()
  })

  test('are written as people write them', () => {
    expect(chordText('Mod+Shift+KeyZ', false)).toBe('Ctrl+Shift+Z')
    expect(chordText('Mod+KeyK', true)).toBe('⌘K')
    expect(chordText('Mod++', false)).toBe('Ctrl++')
    expect(chordText('Digit5', false)).toBe('5')
  })

  test('that belong to what has the focus are no command’s', () => {
    expect(['Tab', 'Enter', 'Space', 'Escape', 'Shift+Tab'].map(canBeCommand)).toEqual(Array(5).fill(false))
    expect(canBeCommand('Alt+KeyA')).toBe(true)
  })
})

describe('the table of commands', () => {
  test('gives every command a name of its own and no keys twice', () => {
    const ids = commandDefinitions.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const keys = commandDefinitions.flatMap((command) => command.keys)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })
})

describe('keys that somebody chose', () => {
  test('stand for the command, and are taken from the one that had them', () => {
    const customKeys = withKeys({}, 'hide', 'KeyI')
    expect(customKeys).toEqual({ hide: ['KeyI'], isolate: [] })
    expect(commandWith('KeyI', customKeys)?.id).toBe('hide')
    expect(commandWith('KeyH', customKeys)).toBeNull()
  })

  test('of a command with several leave it the others', () => {
    expect(withKeys({}, 'hide', '+')).toEqual({ hide: ['+'], zoomIn: ['='] })
  })

  test('that are the usual ones again are not stored', () => {
    expect(withKeys(withKeys({}, 'hide', 'KeyJ'), 'hide', 'KeyH')).toEqual({})
  })

  test('go back to the usual ones as far as nobody else has them now', () => {
    const customKeys = withKeys({}, 'hide', 'KeyI')
    expect(withDefaultKeys(customKeys, 'isolate')).toEqual({ hide: ['KeyI'], isolate: [] })
    expect(withDefaultKeys(withDefaultKeys(customKeys, 'hide'), 'isolate')).toEqual({})
  })

  test('may be none', () => {
    const [hide] = commandDefinitions.filter(({ id }) => id === 'hide')
    expect(hide && getKeys(hide, withKeys({}, 'hide', null))).toEqual([])
  })
})

describe('what is typed', () => {
  const best = (typed: string, names: readonly string[]) =>
    names
      .map((name) => ({ name, score: fuzzyScore(typed, name) }))
      .filter(({ score }) => score !== null)
      .sort((one, other) => (other.score ?? 0) - (one.score ?? 0))[0]?.name

  test('finds names by beginnings of words and by letters in their order', () => {
    expect(best('sb', ['Subscribe', 'Section box'])).toBe('Section box')
    expect(best('fit', ['First picture', 'Fit to Window'])).toBe('Fit to Window')
    expect(fuzzyScore('xyz', 'Section')).toBeNull()
  })

  test('finds without accents and in other letters', () => {
    expect(fuzzyScore('seccion', 'Sección')).not.toBeNull()
    expect(fuzzyScore('հատ', 'Հատույթ')).not.toBeNull()
  })
})
