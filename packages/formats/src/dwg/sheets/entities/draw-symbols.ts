import type { Shape } from '@node-projects/acad-ts'
import { drawShape, type DrawnShape } from '@kamar/codecs/fonts'
import { multiplyMatrices } from '@kamar/core/math'
import { getSymbolName } from '../../acad-patches/patch-entities.js'
import { within, type InsertContext, type SheetDrawing } from '../drawing.js'
import { objectAxes } from '../geometry.js'

/** Draws a SHAPE: a symbol of a compiled file, where that file is among the available fonts. */
export function drawSymbol(shape: Shape, context: InsertContext, drawing: SheetDrawing): void {
  const symbol = findSymbol(shape, drawing)
  const { insertionPoint: at, normal, rotation, relativeXScale, obliqueAngle, size } = shape
  if (!symbol || !(size > 0)) {
    drawing.skip(shape, 'shape-file-missing')
    return
  }
  const wide = size * (relativeXScale || 1)
  const [cos, sin, slant] = [Math.cos(rotation), Math.sin(rotation), Math.tan(obliqueAngle || 0) * size]
  const x = [wide * cos, wide * sin, 0]
  const y = [slant * cos - size * sin, slant * sin + size * cos, 0]
  const matrix = Float64Array.of(...x, ...y, 0, 0, 1, at.x, at.y, at.z)
  const own = within(context, multiplyMatrices(objectAxes(normal), matrix))
  const appearance = drawing.appearance(shape, context)
  for (const line of symbol.lines) {
    const points = Array.from({ length: line.length / 2 }, (_, vertex) => [line[2 * vertex], line[2 * vertex + 1], 0])
    drawing.line(points.flat(), own, { appearance })
  }
}

function findSymbol(shape: Shape, { shared: { fonts } }: SheetDrawing): DrawnShape | null {
  const name = getSymbolName(shape)
  const match = name === '' ? null : fonts.symbolNamed(name)
  if (match) return drawShape(match.font, match.code)
  const file = shape.shapeStyle ? fonts.symbols(shape.shapeStyle) : null
  return file && drawShape(file, shape.shapeIndex)
}
