import { encodeContainer } from '../container/container-encode.js'
import { encodeDeltas, encodeVarints } from '../container/varints.js'
import { toCounts } from './sheet-columns.js'
import { encodeRuns } from './sheet-points.js'
import type { SheetGradient } from './sheet.js'

/** Origin and step of a sheet's grid, sheet units. */
export interface SheetGrid {
  readonly origin: readonly [number, number]
  readonly step: number
}

/** A polyline to encode; points in sheet units. */
export interface SheetPolyline {
  readonly entity: number
  readonly style: number
  readonly level: number
  readonly closed: boolean
  /** x y per point. */
  readonly points: Float64Array
}

/**
 * Encodes `lines-NNN.bin` (before brotli). Lines of one style must be adjacent; small differences of level and entity
 * compress best.
 */
export function encodeSheetLines(lines: readonly SheetPolyline[], grid: SheetGrid): Uint8Array {
  const styles: number[] = []
  lines.forEach(({ style }, index) => {
    if (index > 0 && lines[index - 1].style === style) styles[styles.length - 1]++
    else styles.push(style, 1)
  })
  const { first, rest } = encodeRuns(
    lines.map(({ points }) => points),
    grid,
  )
  return encodeContainer({ polylines: lines.length }, [
    { name: 'style', data: encodeVarints(styles) },
    { name: 'level', data: encodeDeltas(lines.map(({ level }) => level)) },
    { name: 'entity', data: encodeDeltas(lines.map(({ entity }) => entity)) },
    { name: 'size', data: encodeVarints(lines.map(({ points, closed }) => points.length + (closed ? 1 : 0))) },
    { name: 'first', data: encodeVarints(first) },
    { name: 'rest', data: encodeVarints(rest) },
  ])
}

/** A triangulated area to encode; points in sheet units. */
export interface SheetArea {
  readonly entity: number
  readonly style: number
  readonly level: number
  readonly points: Float64Array
  /** Indices of its own points. */
  readonly indices: Uint32Array
  readonly gradient: Omit<SheetGradient, 'fill'> | null
}

/** Encodes `fills.bin` (before brotli). */
export function encodeSheetFills(areas: readonly SheetArea[], grid: SheetGrid): Uint8Array {
  const { first, rest } = encodeRuns(
    areas.map(({ points }) => points),
    grid,
  )
  const starts = new Uint32Array(areas.length + 1)
  areas.forEach(({ points }, fill) => {
    starts[fill + 1] = starts[fill] + points.length / 2
  })
  const indices = areas.flatMap((area, fill) => Array.from(area.indices, (index) => index + starts[fill]))
  const gradients = areas.flatMap(({ gradient }, fill) => (gradient === null ? [] : [{ fill, ...gradient }]))
  return encodeContainer({ fills: areas.length, gradients }, [
    { name: 'style', data: encodeDeltas(areas.map(({ style }) => style)) },
    { name: 'level', data: encodeDeltas(areas.map(({ level }) => level)) },
    { name: 'entity', data: encodeDeltas(areas.map(({ entity }) => entity)) },
    { name: 'size', data: encodeVarints(toCounts(starts)) },
    { name: 'indexCount', data: encodeVarints(areas.map((area) => area.indices.length)) },
    { name: 'first', data: encodeVarints(first) },
    { name: 'rest', data: encodeVarints(rest) },
    { name: 'index', data: encodeDeltas(indices) },
  ])
}
