import { resolveEscapes } from '@kamar/codecs/text'
import type { SheetTextRun } from '@kamar/core'

/** Max length of a text; longer ones are cut, as no drawing needs them. */
export const maxCharacters = 20_000

/** Decorations of a TEXT fragment. */
export type TextMarks = Pick<SheetTextRun, 'underline' | 'overline' | 'strikethrough'>

/** A fragment of a TEXT without codes. */
export interface TextFragment extends TextMarks {
  readonly text: string
}

const signs: Readonly<Record<string, string>> = { c: 'Ø', d: '°', p: '±', '%': '%' }
const marks: Readonly<Record<string, keyof TextMarks>> = { u: 'underline', o: 'overline', k: 'strikethrough' }

const toCharacter = (code: number): string => (code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : '')

/**
 * Splits a TEXT into fragments with its `%%` codes resolved: symbols, characters by number, starts and ends of
 * decorations.
 */
export function parseTextFragments(raw: string): TextFragment[] {
  const text = resolveEscapes(raw.slice(0, maxCharacters))
  const fragments: TextFragment[] = []
  let state: TextMarks = {}
  let current = ''
  const flush = (): void => {
    if (current !== '') fragments.push({ text: current, ...state })
    current = ''
  }
  for (let at = 0; at < text.length;) {
    const code = /^%%(\d{3}|[a-zA-Z%])/.exec(text.slice(at, at + 5))
    if (!code) {
      current += text[at++]
      continue
    }
    const word = code[1].toLowerCase()
    const mark = marks[word]
    if (mark) {
      flush()
      state = { ...state, [mark]: !state[mark] }
    } else current += /\d/.test(word) ? toCharacter(Number(word)) : (signs[word] ?? '')
    at += code[0].length
  }
  flush()
  return fragments
}

/** Returns the text without its codes. */
export const plainText = (raw: string): string =>
  parseTextFragments(raw)
    .map(({ text }) => text)
    .join('')
