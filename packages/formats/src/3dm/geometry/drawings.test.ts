import { describe, expect, it } from 'vitest'
import { arrowhead, textWidth, type FlatTriangles } from '@kamar/codecs/glyphs'
import type { Point } from '../archive/kernel-types.js'
import {
  dimensionDrawing,
  leaderDrawing,
  textDrawing,
  type Annotation,
  type AnnotationStyle,
} from './annotation-drawing.js'
import { arrowheadKind } from './arrowhead-kind.js'
import { flatMesh, type PlanePoint } from './flat-plane.js'
import { hatchDrawing, type Hatching } from './hatch-drawing.js'

const style: AnnotationStyle = {
  ...{ textHeight: 2, textGap: 1, arrowLength: 3, arrows: [2, 2], leaderArrow: 2, leaderArrowLength: 3 },
  ...{ extension: 1, extensionOffset: 0.5, lengthFactor: 1 },
}
const floor = { origin: [0, 0, 0], xAxis: [1, 0, 0], yAxis: [0, 1, 0] } as const
const annotation = (changes: Partial<Annotation> = {}): Annotation => ({
  ...{ plane: floor, style, text: '<>', rotation: 0 },
  ...changes,
})
const computeBounds = (fills: readonly FlatTriangles[]): number[] => {
  const all = fills.flatMap(({ positions }) => [...positions])
  const [x, y] = [0, 1].map((axis) => all.filter((_, at) => at % 2 === axis))
  return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)].map((value) => Math.round(value * 10) / 10)
}
const at = (x: number, y: number): Point => [x, y, 0]

describe('3DM text', () => {
  it('is placed in its plane with style height, rotation, justification and wrapping', () => {
    const text = annotation({ text: 'HH' })
    expect(computeBounds(textDrawing(text, null).fills).slice(1)).toEqual([-2, expect.any(Number), 0])
    const centred = { horizontal: 'center', vertical: 'middle', width: 0 } as const
    const [left, low, right, high] = computeBounds(textDrawing(text, centred).fills)
    expect([left + right, low, high]).toEqual([0, -1, 1])
    const rotated = computeBounds(textDrawing({ ...text, rotation: Math.PI / 2 }, centred).fills)
    expect(rotated).toEqual([-1, left, 1, right])
    const narrow = { ...centred, vertical: 'top', width: textWidth('HHH', 2) } as const
    expect(computeBounds(textDrawing(annotation({ text: 'HH HH' }), narrow).fills)[1]).toBe(-5.2)
  })

  it('becomes a mesh in metres near its origin, without edges', () => {
    const plane = { origin: [5000, 0, 1000], xAxis: [0, 1, 0], yAxis: [0, 0, 1] } as const
    const { fills } = textDrawing(annotation({ plane, text: 'I' }), null)
    const local = flatMesh(fills, plane, 0.001)
    expect(local?.mesh.edges?.length).toBe(0)
    const [, , origin] = local?.origin ?? []
    const heights = [...(local?.mesh.positions ?? [])].filter((_, at) => at % 3 === 2).map((z) => z + (origin ?? 0))
    expect([Math.min(...heights), Math.max(...heights)]).toEqual([expect.closeTo(0.998, 5), expect.closeTo(1, 5)])
    expect(flatMesh([], plane, 1)).toBeNull()
  })
})

describe('3DM dimension', () => {
  const linear = {
    ...{ from1: at(0, 0), from2: at(30, 0), arrow1: at(0, 10), arrow2: at(30, 10), line: at(15, 10) },
    text: at(15, 10),
  }

  it('draws a linear dimension with extension lines, dimension line, arrowheads and text above', () => {
    const { lines, fills } = dimensionDrawing(annotation(), { kind: 'linear', points: linear })
    expect(lines).toEqual([
      [at(0, 10), at(30, 10)],
      [at(0, 0.5), at(0, 11)],
      [at(30, 0.5), at(30, 11)],
    ])
    expect(computeBounds(fills.slice(0, 1))).toEqual([0, 9.3, 3, 10.8])
    expect(computeBounds(fills.slice(1, 2))).toEqual([27, 9.3, 30, 10.8])
    const [left, low, right, high] = computeBounds(fills.slice(2))
    expect([Math.round(left + right), low, high]).toEqual([30, 11, 13])
  })

  it('shows the measured value in place of <>, scaled by the length factor of its style', () => {
    const drawText = (content: string, lengthFactor = 1): readonly FlatTriangles[] =>
      dimensionDrawing(annotation({ text: content, style: { ...style, lengthFactor } }), {
        kind: 'linear',
        points: linear,
      }).fills
    expect(drawText('')).toEqual(drawText('30'))
    expect(drawText('<> cm')).toEqual(drawText('30 cm'))
    expect(drawText('<>', 0.1)).toEqual(drawText('3'))
    expect(drawText('<>', 1 / 7)).toEqual(drawText('4.29'))
  })

  it('draws the arc of an angular dimension on the side of its point', () => {
    const points = { ...linear, center: at(0, 0), arrow1: at(10, 0), arrow2: at(0, 10), from1: at(5, 0) }
    const by = (line: Point) => {
      const { lines } = dimensionDrawing(annotation(), { kind: 'angular', points: { ...points, line } })
      return lines[0]?.[16]?.map((value) => Math.round(value * 100) / 100 + 0)
    }
    expect(by(at(7, 7))).toEqual([7.07, 7.07, 0])
    expect(by(at(-7, -7))).toEqual([-7.07, -7.07, 0])
    const value = (content: string) =>
      dimensionDrawing(annotation({ text: content }), { kind: 'angular', points: { ...points, line: at(7, 7) } }).fills
    expect(value('<>')).toEqual(value('90°'))
  })

  it.each([
    ['radius', 'R5'],
    ['diameter', 'Ø10'],
  ] as const)('draws a %s dimension from the circle to its text', (kind, content) => {
    const points = { center: at(0, 0), radius: at(3, 4), knee: at(6, 8), text: at(12, 8) }
    const drawing = dimensionDrawing(annotation(), { kind, points })
    expect(drawing.lines).toEqual([[points.radius, points.knee, points.text]])
    expect(drawing).toEqual(dimensionDrawing(annotation({ text: content }), { kind, points }))
  })

  it('shows the coordinate across its leader in an ordinate dimension', () => {
    const points = { base: at(0, 0), from: at(7, 3), kink1: at(7, 5), kink2: at(8, 6), text: at(8, 20) }
    const draw = (content: string, text = points.text) =>
      dimensionDrawing(annotation({ text: content }), { kind: 'ordinate', points: { ...points, text } })
    expect(draw('')).toEqual(draw('7'))
    expect(draw('', at(30, 4))).toEqual(draw('3', at(30, 4)))
  })
})

describe('3DM leader', () => {
  it('has an arrowhead at its start and text beyond its end, on the side it runs to', () => {
    const points = [at(0, 0), at(10, 10), at(20, 10)]
    const { lines, fills } = leaderDrawing(annotation({ text: 'HH' }), points)
    expect(lines).toEqual([points])
    expect(computeBounds(fills.slice(1))[0]).toBeGreaterThanOrEqual(21)
    expect(
      computeBounds(leaderDrawing(annotation({ text: 'HH' }), points.toReversed()).fills.slice(1))[2],
    ).toBeLessThan(0)
    expect(leaderDrawing(annotation(), [at(0, 0)]).lines).toEqual([])
  })
})

describe('3DM arrowhead', () => {
  const arrowPlacement = { tip: [0, 0], from: [10, 0], length: 4 } as const
  it.each([
    ['none', 0, 0, 0],
    ['user block', 1, 1, 0],
    ['triangle', 2, 1, 0],
    ['dot', 3, 1, 0],
    ['tick', 4, 0, 1],
    ['open', 6, 0, 1],
    ['rectangle', 7, 1, 0],
    ['long', 8, 1, 0],
  ] as const)('has fills and lines for the style: %s', (_, type, fills, lines) => {
    const arrow = arrowhead(arrowheadKind(type), arrowPlacement)
    expect([arrow.fills.length, arrow.lines.length]).toEqual([fills, lines])
  })

  it('points along its line and is omitted on a line of zero length', () => {
    expect(computeBounds(arrowhead('solid', arrowPlacement).fills)).toEqual([0, -1, 4, 1])
    expect(arrowhead('solid', { ...arrowPlacement, from: arrowPlacement.tip }).fills).toEqual([])
  })
})

describe('3DM hatch', () => {
  const square = (side: number, from = 0): PlanePoint[] => [
    [from, from],
    [from + side, from],
    [from + side, from + side],
    [from, from + side],
  ]
  const hatching = (changes: Partial<Hatching> = {}): Hatching => ({
    ...{ plane: floor, loops: [square(10)], pattern: [], scale: 1, rotation: 0, base: [0, 0] },
    ...changes,
  })
  const horizontal = { angle: 0, base: [0, 0.5], offset: [0, 1], dashes: [] } as const
  const rounded = ({ lines }: ReturnType<typeof hatchDrawing>): number[][][] =>
    lines.map((line) => line.map((point) => point.map((value) => Math.round(value * 100) / 100 + 0)))

  it('is filled when its pattern has no lines', () => {
    const { fills, lines } = hatchDrawing(hatching({ loops: [square(10), square(4, 3)] }))
    expect([computeBounds(fills), lines]).toEqual([[0, 0, 10, 10], []])
  })

  it('draws pattern lines from border to border, except in holes', () => {
    const lines = rounded(hatchDrawing(hatching({ pattern: [horizontal], loops: [square(10), square(4, 3)] })))
    expect(lines).toHaveLength(14)
    expect(lines[0]).toEqual([at(0, 0.5), at(10, 0.5)])
    expect(lines.slice(3, 5)).toEqual([
      [at(0, 3.5), at(3, 3.5)],
      [at(7, 3.5), at(10, 3.5)],
    ])
  })

  it('applies pattern scale, rotation and base point', () => {
    const pattern = [horizontal]
    expect(rounded(hatchDrawing(hatching({ pattern, scale: 4 }))).map(([[, y]]) => y)).toEqual([2, 6])
    expect(rounded(hatchDrawing(hatching({ pattern, scale: 4, base: [0, 1] }))).map(([[, y]]) => y)).toEqual([3, 7])
    const rotated = rounded(hatchDrawing(hatching({ pattern, scale: 4, rotation: Math.PI / 2 })))
    expect(rotated.map(([[x]]) => x).toSorted((a, b) => a - b)).toEqual([2, 6, 10])
  })

  it('draws dashes, shifted from line to line', () => {
    const dashed = { ...horizontal, offset: [1, 5], dashes: [2, -3] } as const
    expect(rounded(hatchDrawing(hatching({ pattern: [dashed] })))).toEqual([
      [at(0, 0.5), at(2, 0.5)],
      [at(5, 0.5), at(7, 0.5)],
      [at(1, 5.5), at(3, 5.5)],
      [at(6, 5.5), at(8, 5.5)],
    ])
  })

  it('is filled when its pattern lines are too dense', () => {
    expect(hatchDrawing(hatching({ pattern: [horizontal], scale: 1e-5 })).fills).toHaveLength(1)
    expect(hatchDrawing(hatching({ pattern: [{ ...horizontal, offset: [1, 0] }] })).lines).toEqual([])
  })
})
