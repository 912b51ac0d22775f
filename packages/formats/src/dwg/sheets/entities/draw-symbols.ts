import type { ShapeEntity } from '@kamar/codecs/drawing'
import { drawShape, type DrawnShape } from '@kamar/codecs/fonts'
import { multiplyMatrices } from '@kamar/core/math'
import { within, type InsertContext, type SheetDrawing } from '../drawing.js'
import { objectAxes } from '../geometry.js'

/** Draws a SHAPE: a symbol of a compiled file, where that file is among the available fonts. */
export function drawSymbol(shape: ShapeEntity, context: InsertContext, drawing: SheetDrawing): void {
  const symbol = findSymbol(shape, drawing)
  const { insertPoint, normal, rotation, widthFactor, obliqueAngle, size } = shape
  if (!symbol || !(size > 0)) {
    drawing.skip(shape, 'shape-file-missing')
    return
  }
  const wide = size * (widthFactor || 1)
  const [cos, sin, slant] = [Math.cos(rotation), Math.sin(rotation), Math.tan(obliqueAngle) * size]
  const x = [wide * cos, wide * sin, 0]
  const y = [slant * cos - size * sin, slant * sin + size * cos, 0]
  const matrix = Float64Array.of(...x, ...y, 0, 0, 1, ...insertPoint)
  const own = within(context, multiplyMatrices(objectAxes(normal), matrix))
  const appearance = drawing.appearance(shape, context)
  for (const line of symbol.lines) {
    const points = Array.from({ length: line.length / 2 }, (_, vertex) => [line[2 * vertex], line[2 * vertex + 1], 0])
    drawing.line(points.flat(), own, { appearance })
  }
}

function findSymbol(shape: ShapeEntity, { shared: { fonts } }: SheetDrawing): DrawnShape | null {
  const match = shape.shapeName === '' ? null : fonts.symbolNamed(shape.shapeName)
  if (match) return drawShape(match.font, match.code)
  const file = shape.style && fonts.symbols(shape.style)
  return file && drawShape(file, shape.shapeNumber)
}
