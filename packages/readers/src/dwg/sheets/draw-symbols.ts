import type { Shape } from '@node-projects/acad-ts'
import { drawShape, type DrawnShape } from '../../shared/fonts/shx-pen.js'
import { multiplyMatrices } from '../../shared/matrix.js'
import { symbolNameOf } from '../library/guard-entities.js'
import { within, type Place, type SheetDrawing } from './drawing.js'
import { objectAxes } from './geometry.js'

/** Draws a SHAPE: a symbol of a compiled file, where that file is among the fonts at hand. */
export function drawSymbol(shape: Shape, place: Place, drawing: SheetDrawing): void {
  const symbol = symbolOf(shape, drawing)
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
  const own = within(place, multiplyMatrices(objectAxes(normal), matrix))
  const look = drawing.look(shape, place)
  for (const line of symbol.lines) {
    const points = Array.from({ length: line.length / 2 }, (_, corner) => [line[2 * corner], line[2 * corner + 1], 0])
    drawing.line(points.flat(), own, { look })
  }
}

function symbolOf(shape: Shape, { shared: { fonts } }: SheetDrawing): DrawnShape | null {
  const name = symbolNameOf(shape)
  const named = name === '' ? null : fonts.symbolNamed(name)
  if (named) return drawShape(named.font, named.code)
  const file = shape.shapeStyle ? fonts.symbols(shape.shapeStyle) : null
  return file && drawShape(file, shape.shapeIndex)
}
