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

/** Resolves characters written as four-digit codes: `\U+0531`, and `\M+nXXXX` of Asian code pages. */
export function resolveEscapes(text: string): string {
  return text
    .replace(/\\U\+([0-9a-fA-F]{4})/g, (_, digits: string) => toCharacter(Number.parseInt(digits, 16)))
    .replace(
      /\\M\+([1-5])([0-9a-fA-F]{4})/g,
      (escape, page: string, digits: string) => decodeCharacter(page, digits) ?? escape,
    )
}

const toCharacter = (code: number): string => (code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : '')

const pages: Readonly<Record<string, string>> = { 1: 'shift_jis', 2: 'big5', 3: 'euc-kr', 4: 'euc-kr', 5: 'gb18030' }

function decodeCharacter(page: string, digits: string): string | null {
  const code = Number.parseInt(digits, 16)
  const text = new TextDecoder(pages[page]).decode(Uint8Array.of(code >> 8, code & 0xff))
  return text.includes('\ufffd') ? null : text
}

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
