import { joinSheetMatrices, type SheetMatrix } from '@kamar/core'
import { ringContains } from '@kamar/codecs/glyphs'
import { mappedPoints } from '../page-pen.js'
import { attribute, findChild, numbersIn, type XmlElement } from '@kamar/codecs/xml'
import { FigureWriter, parsePathData, type PathFigure, type PathFigures } from './path-data.js'

const identity: SheetMatrix = [1, 0, 0, 1, 0, 0]

/** Parses a matrix attribute of six numbers; returns the identity for invalid text. */
export function matrixIn(text: string): SheetMatrix {
  const numbers = numbersIn(text)
  const isMatrix = numbers.length === 6 && numbers.every((value) => Number.isFinite(value))
  return isMatrix ? (numbers as unknown as SheetMatrix) : identity
}

/** Parses the transform of an element: an attribute, or a `MatrixTransform` child. */
export function parseTransform(element: XmlElement, name = 'RenderTransform'): SheetMatrix {
  const text = attribute(element, name)
  if (text !== '') return matrixIn(text)
  const inner = findChild(findChild(element, `${element.name}.${name}`), 'MatrixTransform')
  return inner ? matrixIn(attribute(inner, 'Matrix')) : identity
}

/** Parses the figures of a geometry: abbreviated, or in elements. */
export function parseFigures(data: string, geometry: XmlElement | undefined): PathFigures | null {
  if (data !== '') return parsePathData(data)
  if (!geometry) return null
  const figures = attribute(geometry, 'Figures')
  const parsed = figures === '' ? figuresInElements(geometry) : parsePathData(figures)
  const own = parsed && { ...parsed, isNonZero: parsed.isNonZero || attribute(geometry, 'FillRule') === 'NonZero' }
  const matrix = parseTransform(geometry, 'Transform')
  return own && matrix !== identity
    ? { ...own, figures: own.figures.map((one) => ({ ...one, points: [...mappedPoints(matrix, one.points)] })) }
    : own
}

const commands: Readonly<Record<string, string>> = {
  PolyLineSegment: 'L',
  PolyBezierSegment: 'C',
  PolyQuadraticBezierSegment: 'Q',
}
const numbersEach: Readonly<Record<string, number>> = { L: 2, C: 6, Q: 4 }

function figuresInElements(geometry: XmlElement): PathFigures | null {
  const writer = new FigureWriter()
  for (const figure of geometry.children.filter(({ name }) => name === 'PathFigure')) {
    writer.isFilled = attribute(figure, 'IsFilled') !== 'false'
    writer.add('M', numbersIn(attribute(figure, 'StartPoint')))
    for (const segment of figure.children) {
      writer.isStroked = attribute(segment, 'IsStroked') !== 'false'
      const command = commands[segment.name]
      if (segment.name === 'ArcSegment') writer.add('A', arcNumbers(segment))
      if (command === undefined) continue
      const numbers = numbersIn(attribute(segment, 'Points'))
      const each = numbersEach[command]
      for (let at = 0; at + each <= numbers.length; at += each) writer.add(command, numbers.slice(at, at + each))
    }
    if (attribute(figure, 'IsClosed') === 'true') writer.close()
  }
  return writer.result
}

const arcNumbers = (segment: XmlElement): number[] => [
  ...numbersIn(attribute(segment, 'Size')),
  Number(attribute(segment, 'RotationAngle')) || 0,
  attribute(segment, 'IsLargeArc') === 'true' ? 1 : 0,
  attribute(segment, 'SweepDirection') === 'Clockwise' ? 1 : 0,
  ...numbersIn(attribute(segment, 'Point')),
]

/** Converts figures to rings of a page, in sets that are each filled by the even-odd rule. */
export function ringSets({ figures, isNonZero }: PathFigures, matrix: SheetMatrix): Float64Array[][] {
  const areas = figures.filter(({ points, isFilled }) => isFilled && points.length >= 6)
  const rings = areas.map(({ points }) => mappedPoints(matrix, points))
  return isNonZero && rings.length > 1 ? nonZeroSets(rings) : [rings]
}

/** Computes the stroked parts of a figure: all of it, or the lines between unstroked segments. */
export function computeStrokes(figure: PathFigure): readonly Pick<PathFigure, 'points' | 'isClosed'>[] {
  const { points, isClosed, unstroked } = figure
  if (unstroked.length === 0) return [figure]
  const gaps = new Set(unstroked)
  const count = points.length / 2
  const lines: number[][] = [points.slice(0, 2)]
  for (let at = 1; at < count; at++) {
    const point = points.slice(2 * at, 2 * at + 2)
    if (gaps.has(at)) lines.push(point)
    else lines[lines.length - 1].push(...point)
  }
  // The closing side is stroked, and joins the start of the first line.
  if (isClosed) lines.push([...(lines.pop() ?? []), ...(lines.shift() ?? [])])
  return lines.filter((line) => line.length > 2).map((line) => ({ points: line, isClosed: false }))
}

/**
 * Groups outlines: those with the direction of the largest one are filled separately; those against it are holes in
 * them.
 */
export function nonZeroSets(rings: readonly Float64Array[]): Float64Array[][] {
  const areas = rings.map(computeArea)
  const largest = areas.reduce((best, area) => (Math.abs(area) > Math.abs(best) ? area : best), 0)
  const outer = rings.filter((_, at) => areas[at] * largest > 0)
  const holes = rings.filter((_, at) => areas[at] * largest < 0)
  return outer.map((ring) => [ring, ...holes.filter((hole) => ringContains(ring, hole[0], hole[1]))])
}

function computeArea(ring: Float64Array): number {
  let area = 0
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length
    area += ring[at] * ring[next + 1] - ring[next] * ring[at + 1]
  }
  return area
}

/** Multiplies `first` after `second`; returns the other one for an identity. */
export const within = (first: SheetMatrix, second: SheetMatrix): SheetMatrix =>
  second === identity ? first : joinSheetMatrices(first, second)
