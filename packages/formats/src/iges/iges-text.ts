import { byteOrderMark } from '@kamar/codecs/detection'
import { decodeText } from '@kamar/codecs/text'

/** The lines of a file's sections, without the text after column 72. */
export interface IgesSections {
  /** Text of the global section. */
  readonly global: string
  /** Lines of the directory, two per entity. */
  readonly directory: readonly string[]
  /** Columns 1 to 64 of the parameter lines. */
  readonly parameters: readonly string[]
  /** Whether the file ends before its last section. */
  readonly isCut: boolean
  readonly isCompressed: boolean
}

const lineWidth = 80
const sectionColumn = 72
const parameterWidth = 64

/** Decodes a file's bytes as one character each, so that columns and counted strings match the writer's counts. */
export function decodeColumns(bytes: Uint8Array): string {
  const mark = byteOrderMark(bytes)?.length ?? 0
  return Buffer.from(bytes.buffer, bytes.byteOffset + mark, bytes.byteLength - mark).toString('latin1')
}

/** Decodes a text of a file. */
export const textIn = (value: string): string => (isBytes(value) ? decodeText(Buffer.from(value, 'latin1')) : value)

const isBytes = (text: string): boolean => !/[^\0-\u00ff]/.test(text)

/** Groups the lines of a file (`decodeColumns`) by the letter in column 73; lines without one are dropped. */
export function splitSections(text: string): IgesSections {
  const sections: Record<string, string[]> = { S: [], G: [], D: [], P: [], T: [], C: [] }
  for (const line of splitLines(text)) {
    // Some programs count the columns of UTF-8 by characters.
    const read = readSectionCode(line) || !/[\u0080-\u00ff]/.test(line) ? line : textIn(line)
    sections[readSectionCode(read)]?.push(read)
  }
  return {
    global: sections['G'].map((line) => line.slice(0, sectionColumn)).join(''),
    directory: sections['D'].map((line) => line.slice(0, sectionColumn)),
    parameters: sections['P'].map((line) => line.slice(0, parameterWidth)),
    isCut: sections['T'].length === 0,
    isCompressed: sections['C'].length > 0,
  }
}

/** Returns the letter of a line's section; '' where it has none. */
export const detectSection = (line: string): string => readSectionCode(line) || readSectionCode(textIn(line))

function readSectionCode(line: string): string {
  const sectionCode = line[sectionColumn] ?? ''
  return 'SGDPTC'.includes(sectionCode) && /^\s*\d+\s*$/.test(line.slice(sectionColumn + 1, lineWidth))
    ? sectionCode
    : ''
}

/** Splits a file into lines; some programs write lines of 80 columns without line ends. */
export function splitLines(text: string): readonly string[] {
  if (/[\r\n]/.test(text.slice(0, 2 * lineWidth + 2))) return text.split(/\r\n|\r|\n/)
  return Array.from({ length: Math.ceil(text.length / lineWidth) }, (_, line) =>
    text.slice(line * lineWidth, (line + 1) * lineWidth),
  )
}

/** Delimiters of values and records in a file. */
export interface Delimiters {
  readonly value: string
  readonly record: string
}

/** Values of a record. */
export interface IgesValues {
  readonly values: readonly string[]
  /** Whether the record has its end delimiter. */
  readonly isComplete: boolean
}

/** Splits the values of a record up to its end; counted strings (`4HBolt`) may contain any character. */
export function splitValues(text: string, { value: separator, record: end }: Delimiters): IgesValues {
  const values: string[] = []
  let at = 0
  while (at < text.length) {
    const counted = /^\s*(\d{1,6})H/.exec(text.slice(at, at + 24))
    if (counted) {
      const start = at + counted[0].length
      const length = Number(counted[1])
      values.push(text.slice(start, start + length))
      at = start + length
      while (at < text.length && text[at] !== separator && text[at] !== end) at++
    } else {
      const start = at
      while (at < text.length && text[at] !== separator && text[at] !== end) at++
      values.push(text.slice(start, at).trim())
    }
    if (text[at] === end) return { values, isComplete: true }
    at++
  }
  return { values, isComplete: false }
}

/** Parses a Fortran number; null when it is invalid. An empty value is zero. */
export function numberIn(value: string | undefined): number | null {
  if (value === undefined) return null
  const number = Number(value.replace(/[dD]/, 'E'))
  return Number.isFinite(number) ? number : null
}
