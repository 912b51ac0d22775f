import type { SplineSurface, StepStatements } from '../brep/index.js'
import type { Vector } from '@kamar/core/math'
import type { AcisFile } from './acis-file.js'
import { isReversedWord, type AcisRecord, type AcisToken } from './acis-record.js'
import { halfAxes, subtypeWord, toVector, type ReadShape } from './curve-shapes.js'
import { ellipticConeSpline } from './elliptic-cone.js'
import { findSplineSurface } from './spline-blocks.js'

/** An unbounded surface: how it is written, and the data its faces need. */
export interface SurfaceShape {
  readonly kind: 'surface'
  /** Whether its normal is opposite to that of the statement. */
  readonly isReversed: boolean
  /** Point on a closed surface, for a face without any border. */
  readonly seamPoint: Vector | null
  /** Identity shared by faces on the same surface, even with different records; null for surfaces of a few numbers. */
  readonly shared: object | null
  /** Writes its statement and returns the statement's number. */
  write(statements: StepStatements): number
}

type Reader = (file: AcisFile, record: AcisRecord) => SurfaceShape | null

const roundness = 1e-9

const surface = (write: SurfaceShape['write'], isReversed = false, seamPoint: Vector | null = null): SurfaceShape => ({
  kind: 'surface',
  isReversed,
  seamPoint,
  shared: null,
  write,
})

/** Reads the surface of a record. */
export function readSurfaceShape(file: AcisFile, record: AcisRecord): ReadShape<SurfaceShape> {
  const reader = record.name.startsWith('spline') ? readSpline : readers.get(record.name)
  return reader?.(file, record) ?? { kind: 'unread', word: subtypeWord(file, record) }
}

const readers: ReadonlyMap<string, Reader> = new Map([
  ['plane-surface', readPlane],
  ['cone-surface', readCone],
  ['sphere-surface', readSphere],
  ['torus-surface', readTorus],
])

const offsetPoint = (vector: Vector, from: Vector, distance: number): Vector => [
  from[0] + vector[0] * distance,
  from[1] + vector[1] * distance,
  from[2] + vector[2] * distance,
]

function readPlane(file: AcisFile, record: AcisRecord): SurfaceShape | null {
  const numbers = file.numbers(record, 0, 6)
  if (!numbers) return null
  const [at, axis] = [toVector(numbers), toVector(numbers, 3)]
  const direction = file.numbers(record, 6, 3)
  const reference: Vector = direction
    ? toVector(direction)
    : Math.abs(axis[2]) < 0.9
      ? [-axis[1], axis[0], 0]
      : [1, 0, 0]
  return surface((statements) => statements.positioned('PLANE', { at, axis, reference }))
}

/**
 * Returns the index after the surface limits, which follow the base ellipse: each a word and, when it has one, a
 * number.
 */
function skipLimits(fields: readonly AcisToken[], from: number): number {
  let at = from
  for (;;) {
    const word = fields[at]
    if (word === 'I' || word === false) at++
    else if (word === 'F' || word === true) at += 2
    else return at
  }
}

interface Cone {
  readonly at: Vector
  readonly axis: Vector
  readonly major: Vector
  readonly ratio: number
  readonly sine: number
  readonly cosine: number
}

/** Reads a cone or cylinder, round or elliptic, which share one record kind. */
function readCone(file: AcisFile, record: AcisRecord): SurfaceShape | null {
  const base = file.numbers(record, 0, 10)
  const fields = file.fields(record)
  const angle = file.numbers(record, skipLimits(fields, 10), 2)
  if (!base || !angle || base[9] <= 0) return null
  const [at, axis, major] = [0, 3, 6].map((from) => toVector(base, from))
  const cone: Cone = { at, axis, major, ratio: base[9], sine: angle[0], cosine: angle[1] }
  const isRound = Math.abs(cone.ratio - 1) < roundness
  if (Math.abs(cone.sine) < roundness) return isRound ? cylinder(cone) : ellipticCylinder(cone)
  if (cone.cosine === 0) return null
  return isRound ? roundCone(cone) : ellipticCone(file, cone)
}

function cylinder({ at, axis, major, cosine }: Cone): SurfaceShape {
  const axes = { at, axis, reference: major }
  return surface(
    (statements) => statements.positioned('CYLINDRICAL_SURFACE', axes, statements.length(Math.hypot(...major))),
    cosine < 0,
  )
}

function ellipticCylinder({ at, axis, major, ratio, cosine }: Cone): SurfaceShape {
  const { reference, first, second } = halfAxes(axis, major, ratio)
  return surface((statements) => {
    const lengths = [statements.length(first), statements.length(second)]
    const ellipse = statements.positioned('ELLIPSE', { at, axis, reference }, ...lengths)
    return statements.add(`SURFACE_OF_LINEAR_EXTRUSION('',#${ellipse},#${statements.vector(axis)})`)
  }, cosine < 0)
}

/** Creates a round cone; in STEP a cone widens along its axis. */
function roundCone({ at, axis, major, sine, cosine }: Cone): SurfaceShape {
  const slope = sine / cosine
  const towards: Vector = slope > 0 ? axis : [-axis[0], -axis[1], -axis[2]]
  const axes = { at, axis: towards, reference: major }
  return surface((statements) => {
    const radius = statements.length(Math.hypot(...major))
    return statements.positioned('CONICAL_SURFACE', axes, radius, statements.angle(Math.atan(Math.abs(slope))))
  }, cosine < 0)
}

function ellipticCone(file: AcisFile, cone: Cone): SurfaceShape | null {
  const spline = ellipticConeSpline(file, { ...cone, slope: cone.sine / cone.cosine })
  return spline && surface((statements) => statements.splineSurface(spline), cone.cosine < 0)
}

function readSphere(file: AcisFile, record: AcisRecord): SurfaceShape | null {
  const numbers = file.numbers(record, 0, 10)
  if (!numbers || numbers[3] === 0) return null
  const [at, reference, axis] = [0, 4, 7].map((from) => toVector(numbers, from))
  const radius = Math.abs(numbers[3])
  return surface(
    (statements) => statements.positioned('SPHERICAL_SURFACE', { at, axis, reference }, statements.length(radius)),
    numbers[3] < 0,
    offsetPoint(axis, at, radius),
  )
}

function readTorus(file: AcisFile, record: AcisRecord): SurfaceShape | null {
  const numbers = file.numbers(record, 0, 11)
  if (!numbers || numbers[7] === 0) return null
  const [at, axis] = [toVector(numbers), toVector(numbers, 3)]
  const reference = toVector(numbers, 8)
  const [large, small] = [numbers[6], Math.abs(numbers[7])]
  const isDegenerate = large < small
  const write = (statements: StepStatements): number => {
    const lengths = [statements.length(Math.abs(large)), statements.length(small)]
    const type = isDegenerate ? 'DEGENERATE_TOROIDAL_SURFACE' : 'TOROIDAL_SURFACE'
    const outer = isDegenerate ? [large > 0 ? '.T.' : '.F.'] : []
    return statements.positioned(type, { at, axis, reference }, ...lengths, ...outer)
  }
  return surface(write, numbers[7] < 0, offsetPoint(reference, at, large + small))
}

function readSpline(file: AcisFile, record: AcisRecord): SurfaceShape | null {
  const open = record.tokens.indexOf('{')
  const position = open < 0 ? null : file.subtype(record.tokens, open)
  const spline: SplineSurface | null = position && findSplineSurface(position)
  if (!spline) return null
  const write: SurfaceShape['write'] = (statements) => statements.splineSurface(spline)
  return { ...surface(write, isReversedWord(file.fields(record)[0])), shared: spline }
}
