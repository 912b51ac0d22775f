import { autocadColor } from '@kamar/codecs/acis'
import { resolveEscapes } from '@kamar/codecs/text'
import { maxCharacters } from './codes.js'

/** A run of an MTEXT with a uniform format. */
export interface MTextRun {
  readonly text: string
  readonly format: MTextFormat
  readonly stacked?: { readonly lower: string; readonly between: 'line' | 'slash' | 'nothing' }
}

/** Format of a run; omitted members are those of the text itself. */
export interface MTextFormat {
  /** Multiple of the text height. */
  readonly height: number
  readonly font?: { readonly name: string; readonly isBold: boolean; readonly isItalic: boolean }
  readonly widthFactor?: number
  readonly obliqueDegrees?: number
  readonly tracking?: number
  readonly color?: number | 'foreground'
  readonly underline?: boolean
  readonly overline?: boolean
  readonly strikethrough?: boolean
}

/** A paragraph; `alignment` where the codes state one. */
export interface MTextParagraph {
  readonly runs: MTextRun[]
  readonly alignment?: 'left' | 'center' | 'right'
  /** Whether the paragraph begins a new column. */
  readonly startsColumn?: boolean
}

const maxGroupDepth = 100
const signs: Readonly<Record<string, string>> = { c: 'Ø', d: '°', p: '±', '%': '%' }

/** Parses the codes of an MTEXT. `textHeight` is the entity's, for heights that are stated in units. Never throws. */
export function parseMText(raw: string, textHeight: number): MTextParagraph[] {
  return new MTextParser(resolveEscapes(raw.slice(0, maxCharacters)), textHeight).parse()
}

/** Returns an MTEXT without its codes, one line per paragraph. */
export function plainMText(raw: string): string {
  return parseMText(raw, 1)
    .map(({ runs }) => runs.map(({ text, stacked }) => (stacked ? `${text}/${stacked.lower}` : text)).join(''))
    .join('\n')
}

class MTextParser {
  readonly #text: string
  readonly #textHeight: number
  readonly #paragraphs: MTextParagraph[] = [{ runs: [] }]
  readonly #groups: MTextFormat[] = []
  #format: MTextFormat = { height: 1 }
  #alignment: MTextParagraph['alignment']
  #current = ''
  #at = 0

  constructor(text: string, textHeight: number) {
    this.#text = text
    this.#textHeight = textHeight > 0 ? textHeight : 1
  }

  parse(): MTextParagraph[] {
    while (this.#at < this.#text.length) this.#step(this.#text[this.#at++])
    this.#flush()
    return this.#paragraphs
  }

  #step(character: string): void {
    if (character === '\\') this.#code()
    else if (character === '{') this.#open()
    else if (character === '}') this.#close()
    else if (character === '\n') this.#newParagraph(false)
    else if (character === '%' && this.#text[this.#at] === '%') this.#sign()
    else if (character === '^') this.#caret()
    else if (character !== '\r') this.#current += character
  }

  #open(): void {
    if (this.#groups.length >= maxGroupDepth) return
    this.#groups.push(this.#format)
  }

  #close(): void {
    this.#flush()
    this.#format = this.#groups.pop() ?? this.#format
  }

  #sign(): void {
    const code = /^%(\d{3}|[a-zA-Z%])/.exec(this.#text.slice(this.#at, this.#at + 4))
    if (!code) {
      this.#current += '%'
      return
    }
    const word = code[1].toLowerCase()
    this.#current += /\d/.test(word) ? String.fromCodePoint(Number(word) || 32) : (signs[word] ?? '')
    this.#at += code[0].length
  }

  /** Reads a caret escape: `^I` is a tab, `^J` a new line, `^ ` the caret itself. */
  #caret(): void {
    const next = this.#text[this.#at++] ?? ' '
    if (next === 'J') this.#newParagraph(false)
    else if (next === 'I') this.#current += '    '
    else if (next === ' ') this.#current += '^'
    else if (next !== 'M') this.#current += `^${next}`
  }

  #flush(): void {
    if (this.#current === '') return
    this.#last.runs.push({ text: this.#current, format: this.#format })
    this.#current = ''
  }

  get #last(): MTextParagraph {
    return this.#paragraphs[this.#paragraphs.length - 1]
  }

  #newParagraph(startsColumn: boolean): void {
    this.#flush()
    const alignment = this.#alignment
    this.#paragraphs.push({ runs: [], ...(alignment ? { alignment } : {}), ...(startsColumn ? { startsColumn } : {}) })
  }

  #code(): void {
    const code = this.#text[this.#at++] ?? ''
    const plain = plainCodes[code]
    if (plain !== undefined) this.#current += plain
    else if (code === 'P' || code === 'X') this.#newParagraph(false)
    else if (code === 'N') this.#newParagraph(true)
    else if (code in toggles) this.#set(toggles[code])
    else if (code === 'S') this.#stack(this.#match(stackArgument) ?? '')
    else if (code in argumentsOf) this.#apply(code)
    else this.#current += code
  }

  /** Applies a code. Without an argument it is plain text: `C:\Files` stays as it is. */
  #apply(code: string): void {
    const argument = this.#match(argumentsOf[code])
    if (argument === null) this.#current += `\\${code}`
    else if (code === 'p') this.#align(argument)
    else if (code === 'C' && isOwnColor(argument)) this.#resetColor()
    else {
      const change = readers[code]?.(argument, this.#format, this.#textHeight)
      if (change) this.#set(change)
    }
  }

  #resetColor(): void {
    this.#flush()
    const { color: _, ...others } = this.#format
    this.#format = others
  }

  #align(argument: string): void {
    const alignmentCode = /q([lrcjd])/.exec(argument)?.[1]
    if (!alignmentCode) return
    this.#alignment = alignmentCode === 'c' ? 'center' : alignmentCode === 'r' ? 'right' : 'left'
    if (this.#last.runs.length === 0 && this.#current === '')
      this.#paragraphs[this.#paragraphs.length - 1] = { ...this.#last, alignment: this.#alignment }
  }

  #set(change: Partial<MTextFormat>): void {
    this.#flush()
    this.#format = { ...this.#format, ...change }
  }

  /** Returns the argument at the current position, without its semicolon; null when there is none. */
  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (!match || match[0] === '') return null
    this.#at += match[0].length
    return match[1]
  }

  #stack(argument: string): void {
    this.#flush()
    const parts = /^((?:[^\\/#^]|\\(?:.|$))*)([/#^])\s?(.*)$/s.exec(argument)
    const clean = (text: string): string => text.replace(/\\([\\/#^;{}])/g, '$1').trim()
    if (!parts) {
      this.#current += clean(argument)
      return
    }
    const between = parts[2] === '/' ? 'line' : parts[2] === '#' ? 'slash' : 'nothing'
    this.#last.runs.push({ text: clean(parts[1]), format: this.#format, stacked: { lower: clean(parts[3]), between } })
  }
}

const plainCodes: Readonly<Record<string, string>> = { '\\': '\\', '{': '{', '}': '}', '~': '\u00a0' }

const toggles: Readonly<Record<string, Partial<MTextFormat>>> = {
  L: { underline: true },
  l: { underline: false },
  O: { overline: true },
  o: { overline: false },
  K: { strikethrough: true },
  k: { strikethrough: false },
}

const upToSemicolon = /([^;]{0,500});/y
/** The semicolon after a number is optional. */
const number = /((?:[+-]?(?:\d+\.?\d*|\.\d+))?);?/y
const numberOrTimes = /((?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?x?)?);?/iy
/** Pattern that ends at the first unescaped semicolon, or at the end of the text. */
const stackArgument = /((?:[^;\\]|\\(?:.|$))*);?/sy

/** Arguments by code; `A` is the vertical alignment in the line, which is ignored. */
const argumentsOf: Readonly<Record<string, RegExp>> = {
  H: numberOrTimes,
  W: numberOrTimes,
  T: numberOrTimes,
  A: number,
  C: number,
  Q: number,
  c: number,
  F: upToSemicolon,
  f: upToSemicolon,
  p: upToSemicolon,
}

type FormatReader = (argument: string, format: MTextFormat, textHeight: number) => Partial<MTextFormat> | null

/** Parses a number, or a factor of the previous value (`2x`). */
function numberOrFactor(argument: string, before: number, unit: number): number | null {
  const value = Number.parseFloat(argument)
  if (!(value > 0) || !Number.isFinite(value)) return null
  const result = /x$/i.test(argument) ? value * before : value / unit
  return result > 0 && Number.isFinite(result) ? result : null
}

/** Returns whether a colour is by block or by layer: the text's own colour. */
const isOwnColor = (argument: string): boolean => ['0', '256'].includes(argument)

const readers: Readonly<Record<string, FormatReader>> = {
  H: (argument, { height }, textHeight) => {
    const value = numberOrFactor(argument, height, textHeight)
    return value === null ? null : { height: value }
  },
  W: (argument, { widthFactor = 1 }) => {
    const value = numberOrFactor(argument, widthFactor, 1)
    return value === null ? null : { widthFactor: value }
  },
  T: (argument, { tracking = 1 }) => {
    const value = numberOrFactor(argument, tracking, 1)
    return value === null ? null : { tracking: value }
  },
  Q: (argument) => {
    const obliqueDegrees = Number.parseFloat(argument)
    return Math.abs(obliqueDegrees) < 86 ? { obliqueDegrees } : null
  },
  C: (argument) => indexColor(Number.parseInt(argument, 10)),
  c: (argument) => {
    const value = Number.parseInt(argument, 10)
    // Blue is the first byte.
    return value >= 0 ? { color: ((value & 255) << 16) | (value & 0xff00) | ((value >> 16) & 255) } : null
  },
  f: fontOfCode,
  F: fontOfCode,
}

function indexColor(index: number): Partial<MTextFormat> | null {
  if (index === 7) return { color: 'foreground' }
  const color = autocadColor(index)
  if (!color) return null
  // The palette truncates fractions: orange is 255, 127, 0.
  const [red, green, blue] = color.map((channel) => Math.floor(channel * 255 + 1e-6))
  return { color: (red << 16) | (green << 8) | blue }
}

/** Parses `Arial|b1|i0|c204|p34`, or a file. */
function fontOfCode(argument: string): Partial<MTextFormat> | null {
  const [file = '', ...flags] = argument.split('|')
  const name = file.split(',')[0].trim()
  if (name === '') return null
  return { font: { name, isBold: flags.includes('b1'), isItalic: flags.includes('i1') } }
}
