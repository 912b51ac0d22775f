import type { SheetFontInput } from '@kamar/core'
import type { TextStyle } from '@kamar/codecs/drawing'
import { cleanName, lastPathSegment } from '@kamar/codecs/text'

const defaultFont = 'txt.shx'
const outlineFile = /\.(ttf|ttc|otf|pfb)$/i

/** Returns the font that a text style names; SHX fonts have single-line glyphs. */
export function toSheetFont({ fileName, trueType }: TextStyle): SheetFontInput {
  const file = cleanName(lastPathSegment(fileName)) || cleanName(trueType?.family ?? '') || defaultFont
  const kind = outlineFile.test(file) || (!/\.shx$/i.test(file) && trueType) ? 'outline' : 'stroke'
  const name = kind === 'stroke' && !/\.\w+$/.test(file) ? `${file}.shx` : file
  return {
    name,
    kind,
    ...(trueType?.isBold ? { bold: true } : {}),
    ...(trueType?.isItalic ? { italic: true } : {}),
  }
}

/** ARMSCII-8 from 0xA1 on, as in the byte fonts of Armenian drawings; upper and lower case alternate from 0xB2. */
const signs = '\u058eև։)(»«—.՝,-֊…՜՛՞'
const firstCharacter = 0xb2
const alphabetLength = 38

/** Returns whether a font has Armenian glyphs at the codes of Western characters. */
export const isArmenianByteFont = (name: string): boolean =>
  !/noto|unicode|sylfaen/i.test(name) && /armenian|artarumian|^ar[mn]?[ _-]?(times|arial)|armtimes|dallak/i.test(name)

/**
 * Converts text whose bytes were decoded as Western characters (the same from 0xA1 on in all of them) but are
 * ARMSCII-8. Armenian characters stay unchanged.
 */
export function fromArmenianBytes(text: string): string {
  if (/[\u0531-\u058f]/.test(text)) return text
  return Array.from(text, (character) => toArmenian(character.codePointAt(0) ?? 0) ?? character).join('')
}

function toArmenian(byte: number): string | null {
  if (byte < 0xa1 || byte > 0xff) return null
  const number = byte - firstCharacter
  if (number < 0) return signs[byte - 0xa0 - 1] ?? null
  if (number >= 2 * alphabetLength) return byte === 0xfe ? '՚' : null
  return String.fromCodePoint((number % 2 === 0 ? 0x531 : 0x561) + (number >> 1))
}
