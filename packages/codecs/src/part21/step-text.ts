import { byte } from './step-scan.js'

/**
 * Maximum text length; longer texts are cut: a property of this length is an embedded file, and every copy costs
 * memory.
 */
export const maxTextBytes = 65_536

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** The pages of ISO 8859 that `\P?\` selects for `\S\`; A is Latin-1. */
const pageEncodings: Readonly<Record<string, string>> = {
  A: 'iso-8859-1',
  B: 'iso-8859-2',
  C: 'iso-8859-3',
  D: 'iso-8859-4',
  E: 'iso-8859-5',
  F: 'iso-8859-6',
  G: 'iso-8859-7',
  H: 'iso-8859-8',
  I: 'iso-8859-9',
}

/**
 * Decodes a STEP string: `start` and `end` are the positions after the opening and of the closing quote. Resolves
 * escapes of ISO 10303-21 (`''`, `\\`, `\S\`, `\P.\`, `\X\`, `\X2\`, `\X4\`); reads bytes above 127, which the standard
 * forbids, as UTF-8 when valid, else as Latin-1.
 */
export function decodeStepText(bytes: Uint8Array, start: number, end: number): string {
  const stop = Math.min(end, start + maxTextBytes)
  let plain = true
  let ascii = true
  for (let at = start; at < stop; at++) {
    const code = bytes[at]
    if (code === byte.backslash || code === byte.quote) plain = false
    else if (code > 126) ascii = false
  }
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.max(0, stop - start))
  const text = ascii ? raw.toString('latin1') : decodeBytes(raw)
  return plain ? text : unescapeStepText(text)
}

function decodeBytes(raw: Buffer): string {
  try {
    // Copies the bytes, because the decoder rejects memory shared between threads.
    return strictUtf8.decode(Uint8Array.from(raw))
  } catch {
    return raw.toString('latin1')
  }
}

/** Resolves the escapes of an already decoded string. Broken escapes stay as written. */
export function unescapeStepText(text: string): string {
  let page = 'A'
  let result = ''
  let at = 0
  while (at < text.length) {
    const special = nextSpecial(text, at)
    result += text.slice(at, special)
    if (special >= text.length) break
    const escape = readEscape(text, special, page)
    page = escape.page ?? page
    result += escape.text
    at = special + escape.length
  }
  return result
}

function nextSpecial(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === byte.backslash || code === byte.quote) return at
  }
  return text.length
}

interface Escape {
  readonly text: string
  /** Number of source characters. */
  readonly length: number
  readonly page?: string
}

function readEscape(text: string, at: number, page: string): Escape {
  if (text[at] === "'") return { text: "'", length: text[at + 1] === "'" ? 2 : 1 }
  if (text[at + 1] === '\\') return { text: '\\', length: 2 }
  if (text[at + 2] === '\\' && text[at + 1] === 'S') return readPageCharacter(text, at, page)
  if (text[at + 2] === '\\' && text[at + 1] === 'X') return readByteEscape(text, at)
  if (text[at + 1] === 'P' && text[at + 3] === '\\') return { text: '', length: 4, page: text[at + 2] ?? 'A' }
  if (text[at + 1] === 'X' && text[at + 3] === '\\') return readWideEscape(text, at)
  return { text: '\\', length: 1 }
}

function readPageCharacter(text: string, at: number, page: string): Escape {
  const code = text.charCodeAt(at + 3)
  if (Number.isNaN(code) || code > 127) return { text: '', length: 3 }
  const decoder = new TextDecoder(pageEncodings[page] ?? 'iso-8859-1')
  return { text: decoder.decode(Uint8Array.of(code + 128)), length: 4 }
}

function readByteEscape(text: string, at: number): Escape {
  const digits = text.slice(at + 3, at + 5)
  if (!/^[0-9A-Fa-f]{2}$/.test(digits)) return { text: '\\', length: 1 }
  return { text: String.fromCharCode(Number.parseInt(digits, 16)), length: 5 }
}

function readWideEscape(text: string, at: number): Escape {
  const digitsPerCharacter = { 2: 4, 4: 8 }[text[at + 2] ?? '']
  if (digitsPerCharacter === undefined) return { text: '\\', length: 1 }
  const close = text.indexOf('\\X0\\', at + 4)
  // Some writers omit the closing \X0\: the digits then run to the first other character.
  const open = /^[0-9A-Fa-f]*/.exec(text.slice(at + 4, close < 0 ? undefined : close))?.[0] ?? ''
  const end = at + 4 + open.length
  const length = (close === end ? end + 4 : end) - at
  return { text: decodeHexadecimal(open, digitsPerCharacter), length }
}

function decodeHexadecimal(digits: string, digitsPerCharacter: number): string {
  let text = ''
  for (let at = 0; at + digitsPerCharacter <= digits.length; at += digitsPerCharacter) {
    const code = Number.parseInt(digits.slice(at, at + digitsPerCharacter), 16)
    // \X2\ holds UTF-16 units (surrogate pairs included), \X4\ whole code points.
    text += digitsPerCharacter === 4 ? String.fromCharCode(code) : code <= 0x10ffff ? String.fromCodePoint(code) : '�'
  }
  // Replaces lone surrogates, which are not characters.
  return text.replaceAll(/\p{Cs}/gu, '�')
}
