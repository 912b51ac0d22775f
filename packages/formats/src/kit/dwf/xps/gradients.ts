import { mapSheetPoint, type SheetFillInput, type SheetMatrix } from '@kamar/core'
import { screenChannel } from '@kamar/core/math'
import { createClip, type Clip } from '@kamar/codecs/glyphs'

/** A colour at a position of a gradient. */
export interface GradientStop {
  /** 0 at the start of the gradient, 1 at its end. */
  readonly at: number
  /** 0xRRGGBB. */
  readonly color: number
  readonly opacity: number
}

/** Colours along a line or outwards from a point, in brush coordinates. */
export interface Gradient {
  readonly course:
    | {
        readonly kind: 'linear'
        readonly from: readonly [number, number]
        readonly to: readonly [number, number]
      }
    | {
        readonly kind: 'radial'
        readonly origin: readonly [number, number]
        readonly center: readonly [number, number]
        readonly radii: readonly [number, number]
      }
  /** In ascending order, at least one. */
  readonly stops: readonly GradientStop[]
  /** Behaviour beyond the ends: the end colours, or repetition, alternating or from the start. */
  readonly spread: 'pad' | 'reflect' | 'repeat'
  /** Whether colours are interpolated in linear light instead of sRGB. */
  readonly isOfLight: boolean
  readonly matrix: SheetMatrix
}

/** A region of an area with a single paint. */
export interface GradientRegion {
  readonly clips: readonly Clip[]
  readonly color: number
  readonly opacity: number
  readonly gradient?: SheetFillInput['gradient']
}

interface Band {
  readonly first: GradientStop
  readonly last: GradientStop
}

const maxRepetitions = 50
const maxSteps = 32
/** Maximum of vertices of an area times gradient bands. */
const maxCuts = 500_000
const circleVertices = 72

/**
 * Splits an area into regions by a gradient, whose coordinates `matrix` maps to the page's; returns null for an
 * unsupported one: it starts outside its own circle, repeats too often, or its area has too many vertices. XML Paper
 * Specification 1.0, 13.5 and 13.6.
 */
export function splitGradient(
  gradient: Gradient,
  rings: readonly Float64Array[],
  matrix: SheetMatrix,
): readonly GradientRegion[] | null {
  const vertices = rings.reduce((sum, ring) => sum + ring.length / 2, 0)
  const course = computeCourse(gradient, rings, matrix)
  if (course === 'flat') return [{ clips: [], ...withoutOffset(stopAt(gradient, 1)) }]
  const bands = course && computeBands(gradient, course.low, course.high)
  const fine = bands?.flatMap((band) => steps(band, gradient))
  if (!course || !fine || fine.length * vertices > maxCuts) return null
  return fine.map((band, at) => course.createRegion(band, { isFirst: at === 0, isLast: at === fine.length - 1 }))
}

/** Computes the mean colour of a gradient. */
export function computeMeanColor(gradient: Gradient): { readonly color: number; readonly opacity: number } {
  const bands = computeUnitBands(gradient)
  const mean = (part: (stop: GradientStop) => number): number =>
    bands.reduce((sum, { first, last }) => sum + ((part(first) + part(last)) / 2) * (last.at - first.at), 0)
  const channels = [16, 8, 0].map((shift) => Math.round(mean(({ color }) => (color >> shift) & 255)) << shift)
  return { color: channels[0] | channels[1] | channels[2], opacity: mean(({ opacity }) => opacity) }
}

const withoutOffset = ({ color, opacity }: GradientStop): { color: number; opacity: number } => ({ color, opacity })

interface Ends {
  readonly isFirst: boolean
  readonly isLast: boolean
}

interface Course {
  /** Start of the gradient range that covers the area. */
  readonly low: number
  readonly high: number
  createRegion(band: Band, ends: Ends): GradientRegion
}

function computeCourse(
  { course, matrix: own }: Gradient,
  rings: readonly Float64Array[],
  [a, b, c, d, e, f]: SheetMatrix,
): Course | 'flat' | null {
  const joined: SheetMatrix = [
    a * own[0] + c * own[1],
    b * own[0] + d * own[1],
    a * own[2] + c * own[3],
    b * own[2] + d * own[3],
    a * own[4] + c * own[5] + e,
    b * own[4] + d * own[5] + f,
  ]
  const determinant = joined[0] * joined[3] - joined[1] * joined[2]
  if (determinant === 0 || !Number.isFinite(determinant)) return 'flat'
  return course.kind === 'linear'
    ? linearCourse(course, rings, { matrix: joined, determinant })
    : radialCourse(course, rings, { matrix: joined, determinant })
}

interface GradientTransform {
  readonly matrix: SheetMatrix
  readonly determinant: number
}

function linearCourse(
  { from, to }: Extract<Gradient['course'], { kind: 'linear' }>,
  rings: readonly Float64Array[],
  { matrix, determinant }: GradientTransform,
): Course | 'flat' {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const square = (dx * dx + dy * dy) * determinant
  if (square === 0) return 'flat'
  // Lines of one colour stay lines under every matrix, but not always perpendicular to the line from start to end.
  const [gx, gy] = [(matrix[3] * dx - matrix[1] * dy) / square, (matrix[0] * dy - matrix[2] * dx) / square]
  const steep = gx * gx + gy * gy
  const [x0, y0] = mapSheetPoint(matrix, ...from)
  const along = computeRange(rings, (x, y) => (x - x0) * gx + (y - y0) * gy)
  const across = computeRange(rings, (x, y) => (x - x0) * -gy + (y - y0) * gx)
  const point = (share: number, side: number): [number, number] => [
    x0 + (gx * share - gy * side) / steep,
    y0 + (gy * share + gx * side) / steep,
  ]
  const margin = 1e-6 * (1 + along.high - along.low + across.high - across.low)
  const [left, right] = [across.low - margin, across.high + margin]
  const createRegion = ({ first, last }: Band, { isFirst, isLast }: Ends): GradientRegion => {
    const [start, end] = [first.at - (isFirst ? margin : 0), last.at + (isLast ? margin : 0)]
    const vertices = [point(start, left), point(end, left), point(end, right), point(start, right)]
    const clip = isFirst && isLast ? null : createClip(Float64Array.from(vertices.flat()))
    const gradient = {
      from: point(first.at, 0),
      to: point(last.at, 0),
      colors: [first.color, last.color],
    } as const
    return {
      clips: clip ? [clip] : [],
      color: first.color,
      opacity: (first.opacity + last.opacity) / 2,
      ...(first.color === last.color ? {} : { gradient }),
    }
  }
  return { ...along, createRegion }
}

/**
 * Creates circles of one colour around points between the origin and the centre: each region lies between two of them.
 */
function radialCourse(
  { origin, center, radii }: Extract<Gradient['course'], { kind: 'radial' }>,
  rings: readonly Float64Array[],
  { matrix, determinant }: GradientTransform,
): Course | 'flat' | null {
  if (!(radii[0] > 0 && radii[1] > 0)) return 'flat'
  const [ox, oy] = [(origin[0] - center[0]) / radii[0], (origin[1] - center[1]) / radii[1]]
  const left = 1 - ox * ox - oy * oy
  if (!(left > 1e-6)) return null
  const [x0, y0] = mapSheetPoint(matrix, ...origin)
  const { high } = computeRange(rings, (x, y) => {
    const vx = (matrix[3] * (x - x0) - matrix[2] * (y - y0)) / determinant / radii[0]
    const vy = (matrix[0] * (y - y0) - matrix[1] * (x - x0)) / determinant / radii[1]
    const ahead = vx * ox + vy * oy
    return (ahead + Math.sqrt(ahead * ahead + left * (vx * vx + vy * vy))) / left
  })
  const circle = (share: number, isInverted: boolean): Clip | null => {
    const vertices = Array.from({ length: circleVertices }, (_, index) => {
      const angle = (2 * Math.PI * index) / circleVertices
      return mapSheetPoint(
        matrix,
        origin[0] + share * (radii[0] * (Math.cos(angle) - ox)),
        origin[1] + share * (radii[1] * (Math.sin(angle) - oy)),
      )
    })
    return createClip(Float64Array.from(vertices.flat()), isInverted)
  }
  const createRegion = ({ first, last }: Band, { isFirst, isLast }: Ends): GradientRegion => {
    const clips = [isLast ? null : circle(last.at, false), isFirst ? null : circle(first.at, true)]
    return {
      clips: clips.filter((clip) => clip !== null),
      ...withoutOffset(between(first, last, { share: 0.5, isOfLight: false })),
    }
  }
  return { low: 0, high, createRegion }
}

function computeRange(
  rings: readonly Float64Array[],
  share: (x: number, y: number) => number,
): { readonly low: number; readonly high: number } {
  let [low, high] = [Infinity, -Infinity]
  for (const ring of rings) {
    for (let at = 0; at + 1 < ring.length; at += 2) {
      const value = share(ring[at], ring[at + 1])
      ;[low, high] = [Math.min(low, value), Math.max(high, value)]
    }
  }
  return { low, high }
}

/** Computes a gradient's bands once, from 0 to 1. */
function computeUnitBands(gradient: Gradient): Band[] {
  const inner = gradient.stops.filter(({ at }) => at > 0 && at < 1)
  const stops = [stopAt(gradient, 0), ...inner, stopAt(gradient, 1)]
  return stops.slice(1).flatMap((last, before) => (last.at > stops[before].at ? [{ first: stops[before], last }] : []))
}

/** Returns the stop at a position; of two stops there, the inner one. */
function stopAt({ stops, isOfLight }: Gradient, at: number): GradientStop {
  const isBeyond = (stop: GradientStop): boolean => (at > 0 ? stop.at >= at : stop.at > at)
  const next = stops.findIndex(isBeyond)
  const [before, after] = next < 0 ? [stops.at(-1), undefined] : [stops[next - 1], stops[next]]
  if (!before || !after) return { ...((before ?? after) as GradientStop), at }
  return { ...between(before, after, { share: (at - before.at) / (after.at - before.at), isOfLight }), at }
}

/** Computes the bands between two positions; returns null for a gradient with too many repetitions between them. */
function computeBands(gradient: Gradient, low: number, high: number): Band[] | null {
  const round = computeUnitBands(gradient)
  if (!(high >= low && Number.isFinite(high - low))) return null
  if (gradient.spread === 'pad') {
    const [start, end] = [round[0].first, round[round.length - 1].last]
    return [
      { first: { ...start, at: Math.min(low, 0) }, last: start },
      ...round,
      { first: end, last: { ...end, at: Math.max(high, 1) } },
    ].filter(({ first, last }) => last.at > first.at && last.at >= low && first.at <= high)
  }
  const repetitions: Band[] = []
  if (high - low > maxRepetitions) return null
  for (let start = Math.floor(low); start <= high; start++) {
    const isBack = gradient.spread === 'reflect' && Math.abs(start % 2) === 1
    const move = (stop: GradientStop): GradientStop => ({ ...stop, at: start + (isBack ? 1 - stop.at : stop.at) })
    const shifted = round.map(({ first, last }) =>
      isBack ? { first: move(last), last: move(first) } : { first: move(first), last: move(last) },
    )
    repetitions.push(...(isBack ? shifted.reverse() : shifted))
  }
  return repetitions.filter(({ first, last }) => last.at >= low && first.at <= high)
}

/** Splits a band into parts that can be drawn: two colours along a line, one outwards, and one opacity. */
function steps({ first, last }: Band, { course, isOfLight }: Gradient): Band[] {
  const difference = Math.max(
    ...[16, 8, 0].map((shift) => Math.abs(((first.color >> shift) & 255) - ((last.color >> shift) & 255))),
  )
  const stepCounts = [
    Math.abs(first.opacity - last.opacity) * maxSteps,
    course.kind === 'radial' ? difference / 4 : 0,
    isOfLight ? difference / 16 : 0,
  ]
  const count = Math.max(1, Math.min(maxSteps, Math.ceil(Math.max(...stepCounts))))
  const stop = (step: number): GradientStop => {
    if (step === 0 || step === count) return step === 0 ? first : last
    const share = step / count
    return { ...between(first, last, { share, isOfLight }), at: first.at + (last.at - first.at) * share }
  }
  return Array.from({ length: count }, (_, step) => ({ first: stop(step), last: stop(step + 1) }))
}

const toLinearLight = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

function between(
  first: GradientStop,
  last: GradientStop,
  { share, isOfLight }: { readonly share: number; readonly isOfLight: boolean },
): GradientStop {
  const mix = (one: number, other: number): number => one + (other - one) * share
  const color = [16, 8, 0].reduce((rgb, shift) => {
    const [one, other] = [(first.color >> shift) & 255, (last.color >> shift) & 255]
    const mixed = isOfLight
      ? 255 * screenChannel(mix(toLinearLight(one / 255), toLinearLight(other / 255)))
      : mix(one, other)
    return rgb | (Math.round(mixed) << shift)
  }, 0)
  return { at: mix(first.at, last.at), color, opacity: mix(first.opacity, last.opacity) }
}
