import { joinSheetMatrices, mapSheetPoint, type SheetMatrix, sheetMatrixScale } from '@kamar/core'
import type { SheetFills, SheetLines, SheetText } from '@kamar/package-format/sheets'
import type { LoadedSheet } from '../loaded-sheet.js'
import { invertMatrix, ringsHold } from '../sheet-matrix.js'
import type { SheetPick, SheetPoint } from '../sheet-api.js'

/** Position of the pick and the visible content. */
export interface PickQuery {
  readonly point: SheetPoint
  /** Units of the open sheet. */
  readonly tolerance: number
  readonly isSeen: (sheet: number, layer: number, frozen: ReadonlySet<number>) => boolean
}

interface PickMatch {
  readonly pick: SheetPick
  readonly distance: number
}

/**
 * Returns the nearest entity: lines within tolerance first, then texts, then areas, then images. Testing every line of
 * a drawing of 600,000 points takes some ten milliseconds, so no spatial index is needed.
 */
export function pickEntity(
  sheets: ReadonlyMap<number, LoadedSheet>,
  number: number,
  query: PickQuery,
): SheetPick | null {
  const match = new Picking(sheets, query).pick(number, [1, 0, 0, 1, 0, 0], new Set())
  return match?.pick ?? null
}

class Picking {
  readonly #sheets: ReadonlyMap<number, LoadedSheet>
  readonly #query: PickQuery

  constructor(sheets: ReadonlyMap<number, LoadedSheet>, query: PickQuery) {
    this.#sheets = sheets
    this.#query = query
  }

  /** `matrix`: from the units of the sheet to those of the open one. */
  pick(number: number, matrix: SheetMatrix, frozen: ReadonlySet<number>, depth = 0): PickMatch | null {
    const sheet = this.#sheets.get(number)
    const back = invertMatrix(matrix)
    if (!sheet || !back || depth > 2) return null
    const { point, tolerance, isSeen } = this.#query
    const at = mapSheetPoint(back, ...point)
    const query: SheetQuery = {
      sheet,
      at,
      tolerance: tolerance / sheetMatrixScale(matrix),
      isSeen: (style) => isSeen(number, sheet.info.styles[style].layer, frozen),
      match: ({ entity, on, distance, isVertex }) => ({
        distance: distance * sheetMatrixScale(matrix),
        pick: { sheet: number, entity, point: mapSheetPoint(matrix, ...on), isVertex },
      }),
    }
    const own = nearestLine(query)
    const viewportMatch = this.#throughViewports(sheet, matrix, depth)
    if (own && (!viewportMatch || own.distance <= viewportMatch.distance)) return own
    return viewportMatch ?? textAt(query) ?? areaAt(query) ?? imageAt(query)
  }

  #throughViewports({ info }: LoadedSheet, matrix: SheetMatrix, depth: number): PickMatch | null {
    const back = invertMatrix(matrix)
    if (back === null) return null
    const at = mapSheetPoint(back, ...this.#query.point)
    const under = info.viewports
      .filter(({ shows, clip }) => shows !== null && ringsHold(clip, ...at))
      .sort((a, b) => b.level - a.level)
    for (const viewport of under) {
      const inner = joinSheetMatrices(matrix, viewport.matrix)
      const match = this.pick(viewport.shows ?? -1, inner, new Set(viewport.frozenLayers), depth + 1)
      if (match) return match
    }
    return null
  }
}

interface Hit {
  readonly entity: number
  readonly on: SheetPoint
  readonly distance: number
  readonly isVertex: boolean
}

interface SheetQuery {
  readonly sheet: LoadedSheet
  readonly at: readonly [number, number]
  readonly tolerance: number
  readonly isSeen: (style: number) => boolean
  readonly match: (hit: Hit) => PickMatch
}

function nearestLine({ sheet, at, tolerance, isSeen, match }: SheetQuery): PickMatch | null {
  const { origin, step } = sheet.info
  const [x, y] = [(at[0] - origin[0]) / step, (at[1] - origin[1]) / step]
  const query = { x, y, tolerance: tolerance / step, isSeen }
  let best: LineHit | null = null
  for (const lines of sheet.lines) best = findNearest(lines, query, best)
  if (best === null) return null
  const on: SheetPoint = [origin[0] + best.x * step, origin[1] + best.y * step]
  return match({ entity: best.entity, on, distance: best.distance * step, isVertex: best.isVertex })
}

interface LineHit {
  readonly entity: number
  readonly x: number
  readonly y: number
  readonly distance: number
  readonly isVertex: boolean
}

/** Returns the nearest line of these, unless that of the files before is nearer. */
function findNearest(
  lines: SheetLines,
  {
    x,
    y,
    tolerance,
    isSeen,
  }: {
    readonly x: number
    readonly y: number
    readonly tolerance: number
    readonly isSeen: (style: number) => boolean
  },
  before: LineHit | null,
): LineHit | null {
  const { points, start, style, entity, closed } = lines
  let best = before
  let distance = before?.distance ?? tolerance
  for (let line = 0; line < lines.count; line++) {
    const [from, to] = [start[line], start[line + 1]]
    let isKnownSeen = false
    const segments = to - from - (closed[line] === 1 ? 0 : 1)
    for (let segment = 0; segment < Math.max(1, segments); segment++) {
      const one = (from + segment) * 2
      const other = (from + ((segment + 1) % (to - from))) * 2
      const [ax, ay, bx, by] = [points[one], points[one + 1], points[other], points[other + 1]]
      if (Math.min(ax, bx) > x + distance || Math.max(ax, bx) < x - distance) continue
      if (Math.min(ay, by) > y + distance || Math.max(ay, by) < y - distance) continue
      if (!isKnownSeen && !isSeen(style[line])) break
      isKnownSeen = true
      const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2 || 1)
      const share = Math.min(1, Math.max(0, along))
      const [px, py] = [ax + share * (bx - ax), ay + share * (by - ay)]
      const segmentDistance = Math.hypot(px - x, py - y)
      if (segmentDistance > distance) continue
      distance = segmentDistance
      best = {
        entity: entity[line],
        distance: segmentDistance,
        ...vertexNear([ax, ay, bx, by], { x, y, px, py, tolerance }),
      }
    }
  }
  return best
}

/** Returns the end of a line within tolerance, otherwise the nearest point on it. */
function vertexNear(
  [ax, ay, bx, by]: readonly [number, number, number, number],
  {
    x,
    y,
    px,
    py,
    tolerance,
  }: { readonly x: number; readonly y: number; readonly px: number; readonly py: number; readonly tolerance: number },
): Pick<LineHit, 'x' | 'y' | 'isVertex'> {
  const [toA, toB] = [Math.hypot(ax - x, ay - y), Math.hypot(bx - x, by - y)]
  if (Math.min(toA, toB) > tolerance) return { x: px, y: py, isVertex: false }
  return toA <= toB ? { x: ax, y: ay, isVertex: true } : { x: bx, y: by, isVertex: true }
}

function textAt({ sheet, at, isSeen, match }: SheetQuery): PickMatch | null {
  const { texts } = sheet
  const hit = texts?.texts.findLast((text) => isSeen(text.style) && textContains(sheet, text, at))
  return hit ? match({ entity: hit.entity, on: at, distance: 0, isVertex: false }) : null
}

function textContains({ info }: LoadedSheet, text: SheetText, [x, y]: readonly [number, number]): boolean {
  const back = invertMatrix(frameMatrix(info, text))
  if (back === null) return false
  const [across, up] = mapSheetPoint(back, x, y)
  const [left, bottom, right, top] = text.box
  return across >= left && across <= right && up >= bottom && up <= top
}

/** Returns the matrix from a text's frame to its sheet's units. */
export function frameMatrix({ origin, step }: LoadedSheet['info'], text: SheetText): SheetMatrix {
  const point = [origin[0] + text.origin[0] * step, origin[1] + text.origin[1] * step] as const
  return [...text.xAxis, ...text.yAxis, ...point]
}

function areaAt({ sheet, at, isSeen, match }: SheetQuery): PickMatch | null {
  const { fills, info } = sheet
  if (fills === null) return null
  const [x, y] = [(at[0] - info.origin[0]) / info.step, (at[1] - info.origin[1]) / info.step]
  for (let fill = fills.count - 1; fill >= 0; fill--)
    if (isSeen(fills.style[fill]) && fillContains(fills, fill, x, y))
      return match({ entity: fills.entity[fill], on: at, distance: 0, isVertex: false })
  return null
}

function fillContains({ points, indices, indexStart }: SheetFills, fill: number, x: number, y: number): boolean {
  for (let at = indexStart[fill]; at < indexStart[fill + 1]; at += 3) {
    const [a, b, c] = [indices[at] * 2, indices[at + 1] * 2, indices[at + 2] * 2]
    const sides = [
      [a, b],
      [b, c],
      [c, a],
    ].map(
      ([one, other]) =>
        (points[other] - points[one]) * (y - points[one + 1]) -
        (points[other + 1] - points[one + 1]) * (x - points[one]),
    )
    if (sides.every((side) => side >= 0) || sides.every((side) => side <= 0)) return true
  }
  return false
}

function imageAt({ sheet, at, match }: SheetQuery): PickMatch | null {
  const image = sheet.info.images.findLast(({ origin, xAxis, yAxis }) => {
    const back = invertMatrix([...xAxis, ...yAxis, ...origin])
    const [u, v] = back === null ? [-1, -1] : mapSheetPoint(back, ...at)
    return u >= 0 && u <= 1 && v >= 0 && v <= 1
  })
  return image ? match({ entity: image.entity, on: at, distance: 0, isVertex: false }) : null
}
