import type { Block, BlockClip, Entity, Insert, Table } from '@kamar/codecs/drawing'
import { invertMatrix, multiplyMatrices, scale, type Matrix } from '@kamar/core/math'
import { createClip, type Clip } from '@kamar/codecs/glyphs'
import type { InsertContext, SheetDrawing } from '../drawing.js'
import { drawAttribute } from './draw-texts.js'
import { objectAxes, computeScale, toRectangle, transformed } from '../geometry.js'

/** Max nesting of blocks; deeper ones are not drawn. */
export const maxBlockDepth = 32
const maxCopies = 10_000

type Grid = Pick<Insert, 'columnCount' | 'rowCount'>

const countCopies = ({ columnCount, rowCount }: Grid): number => Math.max(1, columnCount) * Math.max(1, rowCount)

/** Computes the matrices of an insert's copies, from the block to the surrounding coordinates. */
export function insertMatrices(insert: Insert | Table): Matrix[] {
  const { insertPoint, rotation, normal, block } = insert
  const [xScale, yScale, zScale] = insert.scale
  const [atX, atY, atZ] = insertPoint
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
  const shift = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...scale(block?.basePoint ?? [0, 0, 0], -1))
  const axes = objectAxes(normal)
  const linearPart = [cos * xScale, sin * xScale, 0, -sin * yScale, cos * yScale, 0, 0, 0, zScale]
  const columns = Math.max(1, insert.columnCount)
  const matrices: Matrix[] = []
  for (let copy = 0; copy < Math.min(countCopies(insert), maxCopies); copy++) {
    const [x, y] = [(copy % columns) * insert.columnSpacing, Math.floor(copy / columns) * insert.rowSpacing]
    const placement = Float64Array.of(...linearPart, atX + x * cos - y * sin, atY + x * sin + y * cos, atZ)
    matrices.push(multiplyMatrices(axes, multiplyMatrices(placement, shift)))
  }
  return matrices
}

/** Returns whether an entity places a block. */
export const isInsert = (entity: Entity): entity is Insert | Table =>
  entity.kind === 'insert' || entity.kind === 'table'

/** Draws an INSERT: all copies of its block, cut at its clip, and its attributes. */
export function drawInsert(insert: Insert | Table, placement: InsertContext, drawing: SheetDrawing): void {
  const appearance = drawing.appearance(insert, placement)
  const inherited = drawing.resources.inherited(insert, placement.block, appearance)
  const { block } = insert
  if (!block) drawing.skip(insert, 'block-missing')
  else if (placement.depth >= maxBlockDepth || placement.around?.includes(block))
    drawing.skip(insert, 'nested-too-deeply')
  else drawCopies(insert, block, { placement: { ...placement, block: inherited }, drawing })
  for (const attribute of insert.attributes)
    if (!attribute.isHidden && !attribute.isInvisible)
      drawAttribute(attribute, { ...placement, block: inherited }, drawing)
}

function drawCopies(
  insert: Insert | Table,
  block: Block,
  { placement, drawing }: { readonly placement: InsertContext; readonly drawing: SheetDrawing },
): void {
  const matrices = insertMatrices(insert)
  if (matrices.length < countCopies(insert)) drawing.skip(insert, 'too-many-copies')
  const around = [...(placement.around ?? []), block]
  const { source, budget } = drawing.shared
  const blockClip = source.findClip(insert)
  for (const matrix of matrices) {
    const full = multiplyMatrices(placement.matrix, matrix)
    const clip = blockClip && toClip(blockClip, full)
    const inner: InsertContext = {
      matrix: full,
      block: placement.block,
      scale: placement.scale * (computeScale(matrix) || 1),
      depth: placement.depth + 1,
      around,
      clips: clip ? [...placement.clips, clip] : placement.clips,
    }
    for (const entity of source.entities(block)) {
      if (budget.left < 0) return
      drawing.draw(entity, inner)
    }
  }
}

/** Computes the clip outline of an insert on the sheet. */
function toClip(clip: BlockClip, matrix: Matrix): Clip | null {
  const { outline, isInverted, insertTransform, inverseInsertTransform } = clip
  const [a, b] = outline
  const vertices = outline.length === 2 ? toRectangle(a, b) : outline
  // Back from the plane of the clip, then back through the insert as it was clipped.
  const fromPlane = invertMatrix(Float64Array.from(insertTransform))
  if (!fromPlane) return null
  const toBlock = multiplyMatrices(Float64Array.from(inverseInsertTransform), fromPlane)
  const ring = vertices.flatMap(([x, y]) => transformed(matrix, ...transformed(toBlock, x, y, 0)).slice(0, 2))
  return createClip(Float64Array.from(ring), isInverted)
}
