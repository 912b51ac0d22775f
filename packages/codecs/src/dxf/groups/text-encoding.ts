import { isUtf8 } from 'node:buffer'
import { resolveEscapes } from '../../text/escapes.js'

/** Encodings by the code page that a header states, as `TextDecoder` names them. */
const encodings: Readonly<Partial<Record<string, string>>> = {
  '874': 'windows-874',
  '932': 'shift_jis',
  '936': 'gbk',
  '949': 'euc-kr',
  '950': 'big5',
  '1250': 'windows-1250',
  '1251': 'windows-1251',
  '1252': 'windows-1252',
  '1253': 'windows-1253',
  '1254': 'windows-1254',
  '1255': 'windows-1255',
  '1256': 'windows-1256',
  '1257': 'windows-1257',
  '1258': 'windows-1258',
  '1361': 'euc-kr',
}

/** Returns the encoding of a code page such as `ANSI_1251`; Western European for unknown ones. */
export const getEncoding = (codePage: string): string => encodings[/\d+/.exec(codePage)?.[0] ?? ''] ?? 'windows-1252'

/** The first release whose DXF is written in UTF-8, whatever code page its header still states (DXF reference). */
const firstUnicode = 'AC1021'

/** What a header states of the texts of a DXF. */
export interface StatedEncoding {
  readonly release: string
  readonly codePage: string
  readonly isBinary: boolean
}

/** Returns the encoding in which the texts of a DXF are stored. */
export function findStoredEncoding(file: Uint8Array, { release, codePage, isBinary }: StatedEncoding): string {
  const allowsUnicode = release >= firstUnicode || codePage === ''
  // Numbers of a binary file are no texts, so that only its release tells.
  const isUnicode = isBinary ? release >= firstUnicode : allowsUnicode && isUtf8(file)
  return isUnicode ? 'utf-8' : getEncoding(codePage)
}

const caretCode = 0x5e
/** Distance of a control character from the one after a caret that stands for it. A space stands for the caret. */
const controlOffset = 0x40

/** Decodes texts of a DXF: their encoding, control characters after carets, and characters by number. */
export class TextDecoding {
  readonly #decoder: InstanceType<typeof TextDecoder>

  constructor(encoding: string) {
    this.#decoder = new TextDecoder(encoding)
  }

  /** Decodes a text whose characters are its bytes. */
  decode(raw: string): string {
    let isAscii = true
    let hasEscapes = false
    for (let at = 0; at < raw.length; at++) {
      const code = raw.charCodeAt(at)
      if (code >= 0x80) isAscii = false
      else if (code === 0x5c || code === caretCode) hasEscapes = true
    }
    const text = isAscii ? raw : this.#decoder.decode(Buffer.from(raw, 'latin1'))
    return hasEscapes ? resolveEscapes(resolveCarets(text)) : text
  }
}

/** Resolves `^J` and the like to control characters, and `^` with a space to a caret. */
export const resolveCarets = (text: string): string =>
  text.includes('^')
    ? text.replace(/\^([ @-_])/g, (_, character: string) =>
        character === ' ' ? '^' : String.fromCharCode(character.charCodeAt(0) - controlOffset),
      )
    : text
