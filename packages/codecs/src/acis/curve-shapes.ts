import type { SplineCurve } from '../brep/index.js'
import { cross, type Vector } from '@kamar/core/math'
import type { AcisFile } from './acis-file.js'
import { isReversedWord, type AcisRecord } from './acis-record.js'
import { findSplineCurve } from './spline-blocks.js'

/** An unbounded curve, in the file's unit. */
export type CurveShape =
  | { readonly kind: 'straight'; readonly at: Vector; readonly direction: Vector }
  | {
      readonly kind: 'ellipse'
      readonly center: Vector
      /** Unit normal; the curve runs counter-clockwise about it. */
      readonly normal: Vector
      /** Vector from the centre to the point at parameter zero. */
      readonly major: Vector
      /** Ratio of the other semi-axis to this one; may exceed 1. */
      readonly ratio: number
    }
  | { readonly kind: 'spline'; readonly spline: SplineCurve; readonly isReversed: boolean }

/** Converts the three numbers of a field to a vector. */
export const toVector = (numbers: readonly number[], from = 0): Vector => [
  numbers[from],
  numbers[from + 1],
  numbers[from + 2],
]

/** A shape, or the format's keyword for an unsupported one. */
export type ReadShape<Shape> = Shape | { readonly kind: 'unread'; readonly word: string }

const unread = (word: string): { readonly kind: 'unread'; readonly word: string } => ({ kind: 'unread', word })

/** Returns the name of the subtype in braces, or of the record. */
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

/** Returns the semi-axes of an ellipse, the longer one first, as STEP requires. */
export function halfAxes(
  normal: Vector,
  major: Vector,
  ratio: number,
): { readonly reference: Vector; readonly first: number; readonly second: number } {
  const length = Math.hypot(...major)
  if (ratio <= 1) return { reference: major, first: length, second: length * ratio }
  return { reference: cross(normal, major), first: length * ratio, second: length }
}
