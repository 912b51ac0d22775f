import { mapSheetPoint } from '@kamar/scene'
import type { SheetLines } from '@kamar/view-package/sheets'
import type { LoadedSheet } from './loaded-sheet.js'
import { frameMatrix } from './pick-entity.js'

/** The lines of an entity, with boxes around its texts and outlines of its areas, as a sheet of their own. */
export function entityOutline(sheet: LoadedSheet, entity: number): LoadedSheet {
  const rings = outlinesOf(sheet, entity)
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

/** Where an entity is in its sheet: left, bottom, right, top; null when nothing of it is drawn. */
export function entityBox(sheet: LoadedSheet, entity: number): readonly [number, number, number, number] | null {
  const points = outlinesOf(sheet, entity).flatMap((ring) => ring.points)
  if (points.length === 0) return null
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  points.forEach((value, at) => {
    box[at % 2] = Math.min(box[at % 2], value)
    box[2 + (at % 2)] = Math.max(box[2 + (at % 2)], value)
  })
  const { origin, step } = sheet.info
  return [origin[0] + box[0] * step, origin[1] + box[1] * step, origin[0] + box[2] * step, origin[1] + box[3] * step]
}

interface Ring {
  /** Steps of the grid. */
  readonly points: readonly number[]
  readonly closed: boolean
}

function outlinesOf({ info, lines, fills, texts }: LoadedSheet, entity: number): Ring[] {
  const rings: Ring[] = []
  for (const piece of lines)
    for (let line = 0; line < piece.count; line++)
      if (piece.entity[line] === entity) {
        const points = [...piece.points.subarray(piece.start[line] * 2, piece.start[line + 1] * 2)]
        rings.push({ points, closed: piece.closed[line] === 1 })
      }
  for (let fill = 0; fill < (fills?.count ?? 0); fill++)
    if (fills?.entity[fill] === entity)
      rings.push({
        points: boxRing([...fills.points.subarray(fills.start[fill] * 2, fills.start[fill + 1] * 2)]),
        closed: true,
      })
  for (const text of texts?.texts ?? [])
    if (text.entity === entity) {
      const frame = frameMatrix(info, text)
      const [left, bottom, right, top] = text.box
      const corners = [left, bottom, right, bottom, right, top, left, top]
      const points: number[] = []
      for (let at = 0; at < 8; at += 2) {
        const [x, y] = mapSheetPoint(frame, corners[at], corners[at + 1])
        points.push((x - info.origin[0]) / info.step, (y - info.origin[1]) / info.step)
      }
      rings.push({ points, closed: true })
    }
  return rings
}

function boxRing(points: readonly number[]): number[] {
  const box = [Infinity, Infinity, -Infinity, -Infinity]
  points.forEach((value, at) => {
    box[at % 2] = Math.min(box[at % 2], value)
    box[2 + (at % 2)] = Math.max(box[2 + (at % 2)], value)
  })
  const [left, bottom, right, top] = box
  return [left, bottom, right, bottom, right, top, left, top]
}
