import type { Knots, SplineCurve, SplineSurface } from '../brep/index.js'
import { numbersIn, type TokenPosition } from './acis-file.js'
import type { AcisToken } from './acis-record.js'
import { helixCurve, helixSurface } from './helix.js'

const maxDegree = 25
const maxPoints = 1_000_000

/** Cached results by position: subtypes may be referenced thousands of times. */
const curvesFound = new WeakMap<TokenPosition, SplineCurve | null>()
const surfacesFound = new WeakMap<TokenPosition, SplineSurface | null>()

function memoize<Spline>(
  cache: WeakMap<TokenPosition, Spline | null>,
  position: TokenPosition,
  find: (position: TokenPosition) => Spline | null,
): Spline | null {
  let spline = cache.get(position)
  if (spline === undefined) {
    spline = find(position)
    cache.set(position, spline)
  }
  return spline
}

/**
 * Finds the spline approximation of a curve of any subtype: the first curve block within its braces, else one computed
 * from its formula. One object per position.
 */
export const findSplineCurve = (position: TokenPosition): SplineCurve | null =>
  memoize(curvesFound, position, (unknown) => firstCurve(unknown) ?? helixCurve(unknown))

/**
 * Finds the spline approximation of a surface of any subtype: its own, else the last one of a nested surface, else one
 * computed from its formula. One object per position.
 */
export const findSplineSurface = (position: TokenPosition): SplineSurface | null =>
  memoize(surfacesFound, position, (unknown) => ownSurface(unknown) ?? helixSurface(unknown))

function firstCurve(position: TokenPosition): SplineCurve | null {
  for (const { at } of blocksWithin(position)) {
    const curve = readCurve(position.tokens, at)
    if (curve) return curve
  }
  return null
}

function ownSurface(position: TokenPosition): SplineSurface | null {
  let cache: SplineSurface | null = null
  for (const { at, depth } of blocksWithin(position)) {
    const surface = readSurface(position.tokens, at)
    if (surface && depth === 1) return surface
    cache = surface ?? cache
  }
  return cache
}

function* blocksWithin({
  tokens,
  at: open,
}: TokenPosition): Generator<{ readonly at: number; readonly depth: number }> {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === '{') depth++
    else if (token === '}') depth--
    else if (token === 'nubs' || token === 'nurbs') yield { at, depth }
    if (depth === 0) return
  }
}

/** Cursor over the values of a block; `failed` is set once a value is invalid. */
class BlockCursor {
  readonly #tokens: readonly AcisToken[]
  #at: number
  failed = false

  constructor(tokens: readonly AcisToken[], at: number) {
    this.#tokens = tokens
    this.#at = at
  }

  number(): number {
    const value = this.#tokens[this.#at++]
    if (typeof value === 'number' && Number.isFinite(value)) return value
    this.failed = true
    return 0
  }

  count(max: number): number {
    const value = this.number()
    if (!Number.isInteger(value) || value < 1 || value > max) this.failed = true
    return this.failed ? 0 : value
  }

  /** Skips a keyword such as `open`: also a number in old files, an enumeration in binary ones. */
  skipWord(): void {
    this.#at++
  }

  numbers(count: number): readonly number[] {
    const values = numbersIn(this.#tokens, this.#at, count)
    this.#at += count
    if (!values) this.failed = true
    return values ?? []
  }

  /** Reads knots. The end knots have one more multiplicity than the file states. */
  knots(count: number): Knots {
    const values: number[] = []
    const multiplicities: number[] = []
    for (let knot = 0; knot < count && !this.failed; knot++) {
      values.push(this.number())
      multiplicities.push(this.count(maxDegree + 1))
    }
    if (count < 2 || values.some((value, knot) => knot > 0 && value <= values[knot - 1])) this.failed = true
    if (!this.failed) {
      multiplicities[0]++
      multiplicities[count - 1]++
    }
    return { values, multiplicities }
  }
}

/** Returns the number of control points for knots of a degree. */
const pointsFor = ({ multiplicities }: Knots, degree: number): number =>
  multiplicities.reduce((sum, each) => sum + each, 0) - degree - 1

function readCurve(tokens: readonly AcisToken[], at: number): SplineCurve | null {
  const isRational = tokens[at] === 'nurbs'
  const cursor = new BlockCursor(tokens, at + 1)
  const degree = cursor.count(maxDegree)
  cursor.skipWord()
  const knots = cursor.knots(cursor.count(maxPoints))
  const count = cursor.failed ? 0 : pointsFor(knots, degree)
  if (count <= degree || count > maxPoints) return null
  const points: (readonly number[])[] = []
  const weights: number[] = []
  for (let point = 0; point < count && !cursor.failed; point++) {
    points.push(cursor.numbers(3))
    if (isRational) weights.push(cursor.number())
  }
  return cursor.failed || weights.some((weight) => weight <= 0)
    ? null
    : { degree, knots, points, weights: isRational ? weights : null }
}

function readSurface(tokens: readonly AcisToken[], at: number): SplineSurface | null {
  const isRational = tokens[at] === 'nurbs'
  const cursor = new BlockCursor(tokens, at + 1)
  const degrees = [cursor.count(maxDegree), cursor.count(maxDegree)] as const
  // Skips the rational direction, then open or closed, and singular or not, for both directions.
  for (let word = isRational ? 0 : 1; word < 5; word++) cursor.skipWord()
  const [countU, countV] = [cursor.count(maxPoints), cursor.count(maxPoints)]
  const knots = [cursor.knots(countU), cursor.knots(countV)] as const
  if (cursor.failed) return null
  const [rows, columns] = [pointsFor(knots[0], degrees[0]), pointsFor(knots[1], degrees[1])]
  if (rows <= degrees[0] || columns <= degrees[1] || rows * columns > maxPoints) return null
  const points = Array.from({ length: rows }, (): (readonly number[])[] => [])
  const weights = Array.from({ length: rows }, (): number[] => [])
  for (let point = 0; point < rows * columns && !cursor.failed; point++) {
    points[point % rows].push(cursor.numbers(3))
    if (isRational) weights[point % rows].push(cursor.number())
  }
  if (cursor.failed || weights.some((row) => row.some((weight) => weight <= 0))) return null
  return { degrees, knots, points, weights: isRational ? weights : null }
}
