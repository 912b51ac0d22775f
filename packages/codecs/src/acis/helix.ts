import type { Knots, SplineCurve, SplineSurface } from '../brep/index.js'
import { normalized, type Vector } from '@kamar/core/math'
import { numbersIn, type TokenPosition } from './acis-file.js'
import type { AcisToken } from './acis-record.js'

const fullTurn = 2 * Math.PI
/** A cubic over 1/24 turn deviates by a hundred-thousandth of the radius. */
const spansPerRevolution = 24
/** Longer helices get fewer spans per turn; those with too few are not read. */
const maxSpans = 2160
const minSpansPerRevolution = 12
/** Surfaces extend slightly beyond their stated limits, so that borders lie inside and not at the ends. */
const beyondLimits = 0.02
const roundness = 1e-9

/** Helix at angle v: `center + (major cos v + minor sin v) (1 + taper v / 2π) + pitch v / 2π`. */
interface Helix {
  readonly from: number
  readonly to: number
  readonly center: Vector
  readonly major: Vector
  readonly minor: Vector
  /** Advance per turn. */
  readonly pitch: Vector
  readonly taper: number
  /** Unit vector. */
  readonly axis: Vector
}

/** Converts a `helix_int_cur` without a stored spline to a spline. Returns null for any other subtype. */
export function helixCurve(position: TokenPosition): SplineCurve | null {
  if (position.tokens[position.at + 1] !== 'helix_int_cur') return null
  const numbers = readNumbers(position)
  const helix = parseHelix(numbers.before)
  const steps = helix && computeSteps(helix)
  if (!helix || !steps) return null
  return { degree: 3, knots: cubicKnots(steps), points: controlPoints(helix, steps, plainPath), weights: null }
}

/** Converts a line or circle swept along a helix to a spline surface. Returns null for any other subtype. */
export function helixSurface(position: TokenPosition): SplineSurface | null {
  const word = position.tokens[position.at + 1]
  if (word !== 'helix_spl_line' && word !== 'helix_spl_circ') return null
  const numbers = readNumbers(position)
  const helix = parseHelix(numbers.before)
  if (!helix) return null
  const wider = widened(helix)
  return word === 'helix_spl_line' ? sweptLine(wider, numbers) : sweptCircle(wider, numbers)
}

/** Numbers of a subtype before its first keyword and after its last one. */
interface StatedNumbers {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** Returns whether a token is a keyword; `F` and `I` precede limits. */
const isWord = (token: AcisToken): boolean => typeof token === 'string' && token !== 'F' && token !== 'I'

function readNumbers({ tokens, at }: TokenPosition): StatedNumbers {
  const end = tokens.indexOf('}', at)
  const inside = tokens.slice(at + 2, end < 0 ? tokens.length : end)
  const numeric = (part: readonly AcisToken[]): readonly number[] => part.filter((token) => typeof token === 'number')
  const firstWord = inside.findIndex(isWord)
  if (firstWord < 0) return { before: numeric(inside), after: [] }
  return {
    before: numeric(inside.slice(0, firstWord)),
    after: numeric(inside.slice(inside.findLastIndex(isWord) + 1)),
  }
}

/** Limits of the angle, centre, major, minor, pitch, taper, axis. */
const helixNumbers = 18

/** Parses the helix from the last numbers, as the preceding ones differ between versions. */
function parseHelix(numbers: readonly number[]): Helix | null {
  const own = numbersIn(numbers, numbers.length - helixNumbers, helixNumbers)
  if (!own) return null
  const [center, major, minor, pitch] = [2, 5, 8, 11].map((at): Vector => [own[at], own[at + 1], own[at + 2]])
  const axis = normalized([own[15], own[16], own[17]])
  const [from, to] = own
  return axis && from < to ? { from, to, center, major, minor, pitch, taper: own[14], axis } : null
}

function widened(helix: Helix): Helix {
  const margin = (helix.to - helix.from) * beyondLimits
  return { ...helix, from: helix.from - margin, to: helix.to + margin }
}

function computeSteps({ from, to }: Helix): readonly number[] | null {
  const revolutions = (to - from) / fullTurn
  const count = Math.min(Math.ceil(revolutions * spansPerRevolution), maxSpans)
  if (count < revolutions * minSpansPerRevolution) return null
  return Array.from({ length: count + 1 }, (_, step) => from + ((to - from) * step) / count)
}

/** A path beside the helix: radial offset as a ratio of the radius, and offset along the axis. */
interface PathOffset {
  readonly outward: number
  readonly along: number
}

const plainPath: PathOffset = { outward: 0, along: 0 }

function pointAt(helix: Helix, angle: number, { outward, along }: PathOffset): Vector {
  const grown = 1 + (helix.taper * angle) / fullTurn + outward
  const at = (axis: number): number =>
    helix.center[axis] +
    grown * (helix.major[axis] * Math.cos(angle) + helix.minor[axis] * Math.sin(angle)) +
    (helix.pitch[axis] * angle) / fullTurn +
    helix.axis[axis] * along
  return [at(0), at(1), at(2)]
}

function slopeAt(helix: Helix, angle: number, { outward }: PathOffset): Vector {
  const grown = 1 + (helix.taper * angle) / fullTurn + outward
  const growth = helix.taper / fullTurn
  const at = (axis: number): number =>
    grown * (helix.minor[axis] * Math.cos(angle) - helix.major[axis] * Math.sin(angle)) +
    growth * (helix.major[axis] * Math.cos(angle) + helix.minor[axis] * Math.sin(angle)) +
    helix.pitch[axis] / fullTurn
  return [at(0), at(1), at(2)]
}

/** Computes cubics through the points with their tangents: two control points at each step, one at the ends. */
function controlPoints(helix: Helix, steps: readonly number[], path: PathOffset): readonly Vector[] {
  const third = (steps[1] - steps[0]) / 3
  return steps.flatMap((angle, step): Vector[] => {
    const at = pointAt(helix, angle, path)
    const slope = slopeAt(helix, angle, path)
    const offsetAlongSlope = (sign: number): Vector => [
      at[0] + sign * third * slope[0],
      at[1] + sign * third * slope[1],
      at[2] + sign * third * slope[2],
    ]
    if (step === 0) return [at, offsetAlongSlope(1)]
    return step === steps.length - 1 ? [offsetAlongSlope(-1), at] : [offsetAlongSlope(-1), offsetAlongSlope(1)]
  })
}

const cubicKnots = (steps: readonly number[]): Knots => ({
  values: steps,
  multiplicities: steps.map((_, step) => (step === 0 || step === steps.length - 1 ? 4 : 2)),
})

/** Converts a swept line. Limits of the line and of the angle precede the helix, the line's direction follows it. */
function sweptLine(helix: Helix, { before, after }: StatedNumbers): SplineSurface | null {
  const limits = numbersIn(before, before.length - helixNumbers - 4, 2)
  const line = numbersIn(after, 0, 3)
  const steps = computeSteps(helix)
  // Lines outside the plane of the axis do not occur in samples, so their meaning is unknown.
  if (!limits || !line || !steps || Math.abs(line[1]) > roundness || limits[0] >= limits[1]) return null
  const margin = (limits[1] - limits[0]) * beyondLimits
  const ends = [limits[0] - margin, limits[1] + margin]
  const points = ends.map((u) => controlPoints(helix, steps, { outward: line[0] * u, along: line[2] * u }))
  return {
    degrees: [1, 3],
    knots: [{ values: ends, multiplicities: [2, 2] }, cubicKnots(steps)],
    points,
    weights: null,
  }
}

/**
 * Converts a swept circle. Limits of the circle and of the angle and the start of the circle precede the helix, its
 * radius follows it.
 */
function sweptCircle(helix: Helix, { before, after }: StatedNumbers): SplineSurface | null {
  const [start] = numbersIn(before, before.length - helixNumbers - 1, 1) ?? []
  const steps = computeSteps(helix)
  const distance = Math.hypot(...helix.major)
  const radius = Math.abs(after[0] ?? 0)
  if (start === undefined || !steps || radius === 0 || distance === 0) return null
  const limits = arcLimits(numbersIn(before, before.length - helixNumbers - 5, 2))
  const arcs = Math.ceil((limits.to - limits.from) / (fullTurn / 4) - roundness)
  const half = (limits.to - limits.from) / arcs / 2
  const circlePoints = Array.from({ length: 2 * arcs + 1 }, (_, index) => ({
    angle: start + limits.from + half * index,
    weight: index % 2 === 0 ? 1 : Math.cos(half),
  }))
  const points = circlePoints.map(({ angle, weight }) =>
    controlPoints(helix, steps, {
      outward: (-radius * Math.cos(angle)) / weight / distance,
      along: (radius * Math.sin(angle)) / weight,
    }),
  )
  const weights = circlePoints.map(({ weight }, index) => points[index].map(() => weight))
  return { degrees: [2, 3], knots: [arcKnots(limits.from, half, arcs), cubicKnots(steps)], points, weights }
}

function arcLimits(numbers: readonly number[] | null): { readonly from: number; readonly to: number } {
  if (!numbers || numbers[0] >= numbers[1] || numbers[1] - numbers[0] > fullTurn - roundness)
    return { from: 0, to: fullTurn }
  const length = numbers[1] - numbers[0]
  const margin = Math.min(length * beyondLimits, (fullTurn - length) / 2)
  return { from: numbers[0] - margin, to: numbers[1] + margin }
}

const arcKnots = (from: number, half: number, arcs: number): Knots => ({
  values: Array.from({ length: arcs + 1 }, (_, arc) => from + 2 * half * arc),
  multiplicities: Array.from({ length: arcs + 1 }, (_, arc) => (arc === 0 || arc === arcs ? 3 : 2)),
})
