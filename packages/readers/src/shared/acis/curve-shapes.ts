import type { SplineCurve } from '../brep/index.js'
import { cross, type Vector } from '../matrix.js'
import type { AcisFile } from './acis-file.js'
import { isReversedWord, type AcisRecord } from './acis-record.js'
import { findSplineCurve } from './spline-blocks.js'

/** A curve without ends, in the file's unit. */
export type CurveShape =
  | { readonly kind: 'straight'; readonly at: Vector; readonly direction: Vector }
  | {
      readonly kind: 'ellipse'
      readonly center: Vector
      /** Length one; the curve runs counter-clockwise about it. */
      readonly normal: Vector
      /** From the centre to where the parameter is zero. */
      readonly major: Vector
      /** Length of the other half axis in parts of this one; may be larger. */
      readonly ratio: number
    }
  | { readonly kind: 'spline'; readonly spline: SplineCurve; readonly isReversed: boolean }

/** The three numbers of a field as a vector. */
export const toVector = (numbers: readonly number[], from = 0): Vector => [
  numbers[from],
  numbers[from + 1],
  numbers[from + 2],
]

/** A shape, or the word of the format for what is not read. */
export type ReadShape<Shape> = Shape | { readonly kind: 'unread'; readonly word: string }

const unread = (word: string): { readonly kind: 'unread'; readonly word: string } => ({ kind: 'unread', word })

/** Name of the subtype in braces, or of the record. */
export function subtypeWord(file: AcisFile, record: AcisRecord): string {
  const position = file.subtype(record.tokens, record.tokens.indexOf('{'))
  const word = position?.tokens[position.at + 1]
  return typeof word === 'string' ? word : record.name
}

/** Reads the curve of a record. */
export function readCurveShape(file: AcisFile, record: AcisRecord): ReadShape<CurveShape> {
  if (record.name === 'straight-curve') {
    const numbers = file.numbers(record, 0, 6)
    return numbers ? { kind: 'straight', at: toVector(numbers), direction: toVector(numbers, 3) } : unread(record.name)
  }
  if (record.name === 'ellipse-curve') return readEllipse(file, record)
  return record.name.startsWith('intcurve') ? readSpline(file, record) : unread(record.name)
}

function readEllipse(file: AcisFile, record: AcisRecord): ReadShape<CurveShape> {
  const numbers = file.numbers(record, 0, 10)
  if (!numbers || numbers[9] <= 0 || Math.hypot(...numbers.slice(6, 9)) === 0) return unread(record.name)
  const [center, normal, major] = [0, 3, 6].map((from) => toVector(numbers, from))
  return { kind: 'ellipse', center, normal, major, ratio: numbers[9] }
}

function readSpline(file: AcisFile, record: AcisRecord): ReadShape<CurveShape> {
  const open = record.tokens.indexOf('{')
  const position = open < 0 ? null : file.subtype(record.tokens, open)
  const spline = position && findSplineCurve(position)
  if (!spline) return unread(subtypeWord(file, record))
  return { kind: 'spline', spline, isReversed: isReversedWord(file.fields(record)[0]) }
}

/** Half axes of an ellipse, the longer one first, as STEP wants them. */
export function halfAxes(
  normal: Vector,
  major: Vector,
  ratio: number,
): { readonly reference: Vector; readonly first: number; readonly second: number } {
  const length = Math.hypot(...major)
  if (ratio <= 1) return { reference: major, first: length, second: length * ratio }
  return { reference: cross(normal, major), first: length * ratio, second: length }
}
