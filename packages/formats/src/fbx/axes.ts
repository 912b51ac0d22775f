import type { Matrix } from '@kamar/core/math'
import type { Properties } from './properties.js'

/** The file's own unit and axes. */
export interface FileFrame {
  /** From the file's axes to x right, y back, z up; lengths stay the same. */
  readonly rotation: Matrix
  readonly metres: number
  readonly unitName: string
}

const metresPerCentimetre = 0.01

/** From nanometres to the size of the solar system; units beyond that are invalid and overflow mesh coordinates. */
const [minCentimetres, maxCentimetres] = [1e-7, 1e15]

const unitNames: readonly (readonly [centimetres: number, name: string])[] = [
  [0.1, 'mm'],
  [1, 'cm'],
  [2.54, 'in'],
  [30.48, 'ft'],
  [100, 'm'],
]

/** Reads the unit (centimetres unless stated) and the axes (Y up unless stated) of the global settings. */
export function fileFrame(settings: Properties): FileFrame {
  const unitScale = settings.number('UnitScaleFactor')
  const isUnit = unitScale !== null && unitScale >= minCentimetres && unitScale <= maxCentimetres
  const centimetres = isUnit ? unitScale : 1
  const match = unitNames.find(([value]) => Math.abs(value / centimetres - 1) < 1e-4)
  return {
    rotation: computeRotation(settings),
    metres: centimetres * metresPerCentimetre,
    unitName: match?.[1] ?? `${centimetres} cm`,
  }
}

function computeRotation(settings: Properties): Matrix {
  const axis = (name: string, otherwise: number): number => settings.number(name) ?? otherwise
  const sign = (name: string): number => (axis(name, 1) < 0 ? -1 : 1)
  const up = axis('UpAxis', 1)
  const front = axis('FrontAxis', 2)
  const right = axis('CoordAxis', 0)
  // Axes that are named twice define no frame: Y up is the format's default.
  const isFrame = new Set([up, front, right]).size === 3 && [up, front, right].every((number) => number in [0, 0, 0])
  if (!isFrame) return Float64Array.of(1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0)
  const rotation = new Float64Array(12)
  rotation[3 * right] = sign('CoordAxisSign')
  rotation[3 * front + 1] = -sign('FrontAxisSign')
  rotation[3 * up + 2] = sign('UpAxisSign')
  return rotation
}
