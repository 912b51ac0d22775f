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
}

const [caretCode, backslashCode] = [0x5e, 0x5c]
/** Distance of a control character from the one after a caret that stands for it. A space stands for the caret. */
const controlOffset = 0x40

/**
 * Decodes texts of a DXF: their encoding, control characters after carets, and characters by number. Texts that are not
 * UTF-8 where the release or a missing code page demands it are in the code page.
 */
export class TextDecoding {
  readonly #unicode: InstanceType<typeof TextDecoder> | null
  readonly #codePage: InstanceType<typeof TextDecoder>

  constructor({ release, codePage }: StatedEncoding) {
    const isUnicode = release >= firstUnicode || codePage === ''
    this.#unicode = isUnicode ? new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }) : null
    this.#codePage = new TextDecoder(getEncoding(codePage))
  }

  /** Decodes a text whose characters are its bytes. */
  decode(raw: string): string {
    let isAscii = true
    let hasEscapes = false
    for (let at = 0; at < raw.length; at++) {
      const code = raw.charCodeAt(at)
      if (code >= 0x80) isAscii = false
      else if (code === backslashCode || code === caretCode) hasEscapes = true
    }
    const text = isAscii ? raw : this.#decodeBytes(Buffer.from(raw, 'latin1'))
    return hasEscapes ? resolveEscapes(resolveCarets(text)) : text
  }

  #decodeBytes(bytes: Buffer): string {
    try {
      if (this.#unicode) return this.#unicode.decode(bytes)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
    return this.#codePage.decode(bytes)
  }
}

/** Resolves `^J` and the like to control characters, and `^` with a space to a caret. */
export const resolveCarets = (text: string): string =>
  text.includes('^')
    ? text.replace(/\^([ @-_])/g, (_, character: string) =>
        character === ' ' ? '^' : String.fromCharCode(character.charCodeAt(0) - controlOffset),
      )
    : text
