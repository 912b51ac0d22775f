import { mapSheetPoint } from '@kamar/core'
import type { SheetLines } from '@kamar/package-format/sheets'
import type { LoadedSheet } from '../loaded-sheet.js'
import { frameMatrix } from './pick-entity.js'

/**
 * Returns the lines of an entity, boxes around its texts and outlines of its areas, as a separate sheet. It excludes
 * glyph outlines: drawn in the width of a highlight, a small text would be an illegible bar.
 */
export function entityOutline(sheet: LoadedSheet, entity: number): LoadedSheet {
  const textRings = listTextRings(sheet, entity, overhang)
  const boxes = textRings.map(({ points }) => computeBox(points))
  const isLetter = ({ points }: Ring): boolean => boxes.some((box) => isWithin(points, box))
  const rings = [...listShapeRings(sheet, entity).filter((ring) => !isLetter(ring)), ...textRings]
  const style = 0
  const starts = Uint32Array.from([0, ...rings.map(({ points }) => points.length / 2)])
  for (let at = 1; at < starts.length; at++) starts[at] += starts[at - 1]
  const lines: SheetLines = {
    count: rings.length,
    entity: new Uint32Array(rings.length).fill(entity),
    style: new Uint32Array(rings.length).fill(style),
    level: new Uint32Array(rings.length),
    closed: Uint8Array.from(rings, ({ closed }) => (closed ? 1 : 0)),
    start: starts,
    points: Int32Array.from(rings.flatMap(({ points }) => points)),
  }
  return { ...sheet, lines: [lines], fills: null, texts: null }
}

/** Returns the bounds of an entity in its sheet: left, bottom, right, top; null if nothing of it is drawn. */
export function entityBox(sheet: LoadedSheet, entity: number): readonly [number, number, number, number] | null {
  const points = [...listShapeRings(sheet, entity), ...listTextRings(sheet, entity)].flatMap((ring) => ring.points)
  if (points.length === 0) return null
  const box = computeBox(points)
  const { origin, step } = sheet.info
  return [origin[0] + box[0] * step, origin[1] + box[1] * step, origin[0] + box[2] * step, origin[1] + box[3] * step]
}

interface Ring {
  /** Grid steps. */
  readonly points: readonly number[]
  readonly closed: boolean
}

/** Returns the lines of an entity and the boxes of its areas. */
function listShapeRings({ lines, fills }: LoadedSheet, entity: number): Ring[] {
  const rings: Ring[] = []
  for (const block of lines)
    for (let line = 0; line < block.count; line++)
      if (block.entity[line] === entity) {
        const points = [...block.points.subarray(block.start[line] * 2, block.start[line + 1] * 2)]
        rings.push({ points, closed: block.closed[line] === 1 })
      }
  for (let fill = 0; fill < (fills?.count ?? 0); fill++)
    if (fills?.entity[fill] === entity)
      rings.push({
        points: boxRing([...fills.points.subarray(fills.start[fill] * 2, fills.start[fill + 1] * 2)]),
        closed: true,
      })
  return rings
}

/** Returns the boxes of an entity's texts, padded by a ratio of their row height. */
function listTextRings({ info, texts }: LoadedSheet, entity: number, part = 0): Ring[] {
  const rings: Ring[] = []
  for (const text of texts?.texts ?? [])
    if (text.entity === entity) {
      const frame = frameMatrix(info, text)
      const [left, bottom, right, top] = widened(text.box, part / text.string.split('\n').length)
      const boxCorners = [left, bottom, right, bottom, right, top, left, top]
      const points: number[] = []
      for (let at = 0; at < 8; at += 2) {
        const [x, y] = mapSheetPoint(frame, boxCorners[at], boxCorners[at + 1])
        points.push((x - info.origin[0]) / info.step, (y - info.origin[1]) / info.step)
      }
      rings.push({ points, closed: true })
    }
  return rings
}

type Box = [left: number, bottom: number, right: number, top: number]

function computeBox(points: readonly number[]): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity]
  points.forEach((value, at) => {
    box[at % 2] = Math.min(box[at % 2], value)
    box[2 + (at % 2)] = Math.max(box[2 + (at % 2)], value)
  })
  return box
}

/** Ratio of the row height: descenders extend beyond the box, and a highlight should not touch them. */
const overhang = 0.25

function widened([left, bottom, right, top]: Readonly<Box>, part: number): Box {
  const by = (top - bottom) * part
  return [left - by, bottom - by, right + by, top + by]
}

const isWithin = (points: readonly number[], [left, bottom, right, top]: Box): boolean =>
  points.every((value, at) => (at % 2 === 0 ? value >= left && value <= right : value >= bottom && value <= top))

function boxRing(points: readonly number[]): number[] {
  const [left, bottom, right, top] = computeBox(points)
  return [left, bottom, right, bottom, right, top, left, top]
}
