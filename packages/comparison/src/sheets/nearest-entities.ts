import type { Pairing } from '../pairing.js'
import type { SheetContent } from './sheet-content.js'

/** Number of cells along the longer side of a sheet. */
const cells = 64
/** Maximum numbers of neighbours examined per entity, and of those retained. */
const maxCandidates = 512
const maxMatches = 4
/** Range of the search radius as a fraction of the sheet. */
const minRadiusRatio = 1 / 200
const maxRadiusRatio = 1 / 10

/** Both versions, and predicates for entities that may have moved. */
export interface NearestSearch {
  readonly older: SheetContent
  readonly newer: SheetContent
  readonly oldMoves: (entity: number) => boolean
  readonly nowMoves: (entity: number) => boolean
}

interface Candidate {
  readonly before: number
  readonly after: number
  /** Distance in sheet units; 0 for the same position and size. */
  readonly distance: number
}

/** Pairs the remaining entities with nearby ones of the same type, layer and similar size; the nearest first. */
export function pairNearest(search: NearestSearch, pairing: Pairing): void {
  const { older, newer, oldMoves, nowMoves } = search
  const side = Math.max(computeSide(older), computeSide(newer))
  if (side === 0) return
  const grid = new Map<string, number[]>()
  const cell = side / cells
  for (let entity = 0; entity < older.count; entity++) {
    if (pairing.after[entity] >= 0 || !oldMoves(entity) || !older.isDrawn(entity)) continue
    const [x, y] = computeCenter(older, entity)
    const key = formatCellKey(older, entity, [Math.floor(x / cell), Math.floor(y / cell)])
    const list = grid.get(key)
    if (list === undefined) grid.set(key, [entity])
    else list.push(entity)
  }
  if (grid.size === 0) return
  const candidates: Candidate[] = []
  for (let entity = 0; entity < newer.count; entity++) {
    if (pairing.before[entity] >= 0 || !nowMoves(entity) || !newer.isDrawn(entity)) continue
    candidates.push(...findNearby(search, entity, { grid, cell, side }))
  }
  candidates.sort((one, other) => one.distance - other.distance)
  for (const { before, after } of candidates)
    if (pairing.after[before] < 0 && pairing.before[after] < 0) pairing.pair(before, after)
}

interface Grid {
  readonly grid: ReadonlyMap<string, readonly number[]>
  readonly cell: number
  readonly side: number
}

function findNearby({ older, newer }: NearestSearch, after: number, { grid, cell, side }: Grid): Candidate[] {
  const [x, y] = computeCenter(newer, after)
  const size = computeSize(newer, after)
  const radius = Math.min(side * maxRadiusRatio, Math.max(side * minRadiusRatio, size))
  const best: Candidate[] = []
  let lookedAt = 0
  const column = Math.floor(x / cell)
  const row = Math.floor(y / cell)
  for (const [right, up] of neighbours)
    for (const before of grid.get(formatCellKey(newer, after, [column + right, row + up])) ?? []) {
      if (lookedAt++ > maxCandidates) return best
      const distance = distanceTo(older, before, { x, y, size })
      if (distance > radius) continue
      best.push({ before, after, distance })
      best.sort((one, other) => one.distance - other.distance)
      best.length = Math.min(best.length, maxMatches)
    }
  return best
}

/** The entity's own cell first. */
const neighbours = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const

/**
 * Combines the distance and the difference in size; infinite for an entity more than twice or less than half as large.
 */
function distanceTo(
  older: SheetContent,
  before: number,
  { x, y, size }: { readonly x: number; readonly y: number; readonly size: number },
): number {
  const [otherX, otherY] = computeCenter(older, before)
  const other = computeSize(older, before)
  const isText = older.textsByEntity.getCount(before) > 0
  if (!isText && (size > other * 2 || other > size * 2)) return Infinity
  return Math.hypot(x - otherX, y - otherY) + (isText ? 0 : Math.abs(size - other))
}

const formatCellKey = (
  { types, layers }: SheetContent,
  entity: number,
  [column, row]: readonly [number, number],
): string => `${column} ${row} ${types[entity]}\n${layers[entity]}`

function computeSide({ version }: SheetContent): number {
  const { min, max } = version.info.extents
  const side = Math.max(max[0] - min[0], max[1] - min[1])
  return Number.isFinite(side) ? side : 0
}

const computeCenter = ({ box }: SheetContent, entity: number): readonly [number, number] => [
  (box[entity * 4] + box[entity * 4 + 2]) / 2,
  (box[entity * 4 + 1] + box[entity * 4 + 3]) / 2,
]

const computeSize = ({ box }: SheetContent, entity: number): number =>
  Math.hypot(box[entity * 4 + 2] - box[entity * 4], box[entity * 4 + 3] - box[entity * 4 + 1])
