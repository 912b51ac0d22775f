import type { Matrix } from '../shared/matrix.js'
import type { Properties } from './properties.js'

/** The file's own unit and axes. */
export interface FileFrame {
  /** From the file's axes to x right, y back, z up; lengths as they are. */
  readonly turn: Matrix
  readonly metres: number
  readonly unitName: string
}

const metresPerCentimetre = 0.01

/** From nanometres to the size of the solar system; what is beyond is no unit, and overflows what a mesh can hold. */
const [smallestCentimetres, largestCentimetres] = [1e-7, 1e15]

const unitNames: readonly (readonly [centimetres: number, name: string])[] = [
  [0.1, 'mm'],
  [1, 'cm'],
  [2.54, 'in'],
  [30.48, 'ft'],
  [100, 'm'],
]

/** Reads the unit (centimetres unless stated) and the axes (Y up unless stated) of the global settings. */
export function fileFrame(settings: Properties): FileFrame {
  const stated = settings.number('UnitScaleFactor')
  const isUnit = stated !== null && stated >= smallestCentimetres && stated <= largestCentimetres
  const centimetres = isUnit ? stated : 1
  const known = unitNames.find(([value]) => Math.abs(value / centimetres - 1) < 1e-4)
  return {
    turn: turnOf(settings),
    metres: centimetres * metresPerCentimetre,
    unitName: known?.[1] ?? `${centimetres} cm`,
  }
}

function turnOf(settings: Properties): Matrix {
  const axis = (name: string, otherwise: number): number => settings.number(name) ?? otherwise
  const sign = (name: string): number => (axis(name, 1) < 0 ? -1 : 1)
  const up = axis('UpAxis', 1)
  const front = axis('FrontAxis', 2)
  const right = axis('CoordAxis', 0)
  // Axes that are named twice describe no frame: Y up is the format's own.
  const isFrame = new Set([up, front, right]).size === 3 && [up, front, right].every((number) => number in [0, 0, 0])
  if (!isFrame) return Float64Array.of(1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0)
  const turn = new Float64Array(12)
  turn[3 * right] = sign('CoordAxisSign')
  turn[3 * front + 1] = -sign('FrontAxisSign')
  turn[3 * up + 2] = sign('UpAxisSign')
  return turn
}
