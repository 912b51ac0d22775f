import { outlineTriangles } from '@kamar/codecs/glyphs'
import type { HatchPattern, PatternLine } from '../archive/hatch-patterns.js'
import type { Point, RhinoPlane } from '../archive/kernel-types.js'
import type { Drawing } from './drawing.js'
import { inSpace, rotatePoint, type PlanePoint } from './flat-plane.js'

/** Hatch: boundaries in its plane and their filling; lengths in the file's unit. */
export interface Hatching {
  readonly plane: RhinoPlane
  readonly loops: readonly (readonly PlanePoint[])[]
  readonly pattern: HatchPattern
  readonly scale: number
  /** Radians. */
  readonly rotation: number
  /** Origin of the pattern. */
  readonly base: PlanePoint
}

/** Denser patterns are drawn as a fill, which looks the same on screen. */
const maxSegments = 20_000
const maxRows = 5000

/** Draws a hatch as lines clipped by its boundaries, or as a fill. */
export function hatchDrawing(hatching: Hatching): Drawing {
  const lines = hatching.pattern.length === 0 ? null : patternLines(hatching)
  if (lines === null) return { plane: hatching.plane, fills: [outlineTriangles(hatching.loops)], lines: [] }
  return { plane: hatching.plane, fills: [], lines }
}

/** Computes the segments of all line families; null when there are too many. */
function patternLines(hatching: Hatching): Point[][] | null {
  const segments: [PlanePoint, PlanePoint][] = []
  for (const line of hatching.pattern) if (!addFamily(hatching, line, segments)) return null
  return segments.map((ends) => ends.map((point) => inSpace(hatching.plane, point)))
}

/** Adds one family; returns false when there are too many segments, or they are too close. */
function addFamily(hatching: Hatching, line: PatternLine, segments: [PlanePoint, PlanePoint][]): boolean {
  const { scale, rotation, loops } = hatching
  const angle = line.angle + rotation
  const [startX, startY] = rotatePoint([line.base[0] * scale, line.base[1] * scale], rotation)
  const base = rotatePoint([hatching.base[0] + startX, hatching.base[1] + startY], -angle)
  const level = loops.map((loop) => loop.map((point) => rotatePoint(point, -angle)))
  const heights = level.flat().map(([, y]) => y)
  const [along, across] = [line.offset[0] * scale, Math.abs(line.offset[1] * scale)]
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  if (!(across > 0) || (high - low) / across > maxRows) return false
  const shift = line.offset[1] < 0 ? -along : along
  for (let row = Math.ceil((low - base[1]) / across); base[1] + row * across <= high; row++) {
    const y = base[1] + row * across
    for (const [from, to] of spansAt(level, y)) {
      for (const [a, b] of computeDashes(line.dashes, { scale, start: base[0] + row * shift, from, to })) {
        if (segments.length >= maxSegments) return false
        segments.push([rotatePoint([a, y], angle), rotatePoint([b, y], angle)])
      }
    }
  }
  return true
}

/** Computes the intervals of a horizontal line inside the boundaries. */
function spansAt(loops: readonly (readonly PlanePoint[])[], y: number): [number, number][] {
  const crossings: number[] = []
  for (const loop of loops) {
    loop.forEach(([ax, ay], at) => {
      const [bx, by] = loop[(at + 1) % loop.length]
      if (ay > y !== by > y) crossings.push(ax + ((bx - ax) * (y - ay)) / (by - ay))
    })
  }
  crossings.sort((a, b) => a - b)
  return Array.from({ length: crossings.length >> 1 }, (_, pair) => [crossings[pair * 2], crossings[pair * 2 + 1]])
}

interface DashedLine {
  readonly scale: number
  /** Start of the dashes. */
  readonly start: number
  readonly from: number
  readonly to: number
}

function computeDashes(dashes: readonly number[], { scale, start, from, to }: DashedLine): [number, number][] {
  const period = dashes.reduce((sum, dash) => sum + Math.abs(dash), 0) * scale
  if (!(period > 0) || (to - from) / period > maxSegments) return [[from, to]]
  const segments: [number, number][] = []
  for (let at = start + Math.floor((from - start) / period) * period; at < to;) {
    for (const dash of dashes) {
      const end = at + Math.abs(dash) * scale
      if (dash >= 0 && end >= from && at <= to) segments.push([Math.max(at, from), Math.min(end, to)])
      at = end
    }
  }
  return segments
}
