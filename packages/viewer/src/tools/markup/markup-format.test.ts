import { describe, expect, it } from 'vitest'
import { markupLimits, readMarkup, type MarkupDrawing, type MarkupShape } from './markup-format.js'
import { createDrawing } from './shape-drawing.js'
import { boundsOfShape, fitShape, hitsShape, moveShape } from './shape-geometry.js'

const base = { color: '#d92d20', width: 0.01 }
const shapes: readonly MarkupShape[] = [
  {
    ...base,
    id: 'a',
    kind: 'pen',
    points: [
      [0, 0],
      [0.1, 0.2],
      [0.3, 0.1],
    ],
  },
  {
    ...base,
    id: 'b',
    kind: 'highlighter',
    points: [
      [0, 0],
      [0.5, 0],
    ],
  },
  { ...base, id: 'c', kind: 'line', from: [0, 0], to: [0.4, 0.3] },
  { ...base, id: 'd', kind: 'arrow', from: [0.2, 0.1], to: [0.6, 0.1] },
  { ...base, id: 'e', kind: 'rectangle', box: [-0.2, -0.1, 0.2, 0.1] },
  { ...base, id: 'f', kind: 'ellipse', box: [-0.2, -0.1, 0.2, 0.1] },
  { ...base, id: 'g', kind: 'cloud', box: [-0.2, -0.1, 0.2, 0.1] },
  { ...base, id: 'h', kind: 'text', at: [0, 0], text: 'Պատ', size: 0.05 },
  { ...base, id: 'i', kind: 'stamp', at: [0, 0], text: 'OK', size: 0.08 },
]
const drawing: MarkupDrawing = {
  format: 'kamar-markup',
  version: 1,
  view: { eye: [0, -10, 2], target: [0, 0, 2], projection: 'perspective', fieldOfViewDegrees: 50, height: 9 },
  shapes,
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('markup drawing', () => {
  it('is read as written, without unknown properties', () => {
    expect(readMarkup(asJson(drawing))).toEqual(drawing)
    expect(readMarkup({ ...drawing, script: 'x' })).toEqual(drawing)
    const [first] = shapes
    expect(readMarkup({ ...drawing, shapes: [{ ...first, onload: 'x' }] })?.shapes).toEqual([first])
  })

  it.each([
    ['an empty value', null],
    ['another format', { ...drawing, format: 'other' }],
    ['a later version', { ...drawing, version: 2 }],
    ['a camera without a position', { ...drawing, view: { ...drawing.view, eye: [0, 1] } }],
    ['a camera with zero field of view', { ...drawing, view: { ...drawing.view, fieldOfViewDegrees: 0 } }],
    ['an unknown projection', { ...drawing, view: { ...drawing.view, projection: 'fisheye' } }],
    ['two shapes with one id', { ...drawing, shapes: [shapes[0], shapes[0]] }],
    [
      'too many shapes',
      { ...drawing, shapes: Array.from({ length: 501 }, (_, id) => ({ ...shapes[2], id: `${id}` })) },
    ],
    ['an unknown shape type', { ...drawing, shapes: [{ ...base, id: 'x', kind: 'image', href: 'https://evil' }] }],
    ['an invalid colour', { ...drawing, shapes: [{ ...shapes[2], color: 'url(#x)' }] }],
    ['a width of zero', { ...drawing, shapes: [{ ...shapes[2], width: 0 }] }],
    ['a non-finite position', { ...drawing, shapes: [{ ...shapes[2], to: [Number.NaN, 0] }] }],
    ['an out-of-range position', { ...drawing, shapes: [{ ...shapes[2], to: [markupLimits.maxCoordinate + 1, 0] }] }],
    ['an inverted box', { ...drawing, shapes: [{ ...shapes[4], box: [1, 0, 0, 1] }] }],
    ['a stroke of one point', { ...drawing, shapes: [{ ...shapes[0], points: [[0, 0]] }] }],
    ['an empty text', { ...drawing, shapes: [{ ...shapes[7], text: '' }] }],
  ])('is rejected with %s', (_, value) => {
    expect(readMarkup(value)).toBeNull()
  })
})

describe('markup shape', () => {
  it.each(shapes.map((shape) => [shape.kind, shape] as const))(
    '%s moves with its bounds, and is not hit beside them',
    (_, shape) => {
      const [left, top, right, bottom] = boundsOfShape(shape)
      const result = moveShape(shape, 1, -2)
      expect(boundsOfShape(result).map((value) => Math.round(value * 1e6) / 1e6)).toEqual(
        [left + 1, top - 2, right + 1, bottom - 2].map((value) => Math.round(value * 1e6) / 1e6),
      )
      expect(hitsShape(shape, [left - 1, top - 1], 0.02)).toBe(false)
      const { path, textBlock } = createDrawing(shape)
      expect(path + (textBlock?.lines[0]?.text ?? '')).not.toBe('')
      expect(path).not.toContain('NaN')
    },
  )

  it('is hit on its outline, and inside only when it is text', () => {
    const byKind = (kind: string): MarkupShape => shapes.find((shape) => shape.kind === kind) as MarkupShape
    expect(hitsShape(byKind('rectangle'), [0.2, 0], 0.02)).toBe(true)
    expect(hitsShape(byKind('rectangle'), [0, 0], 0.02)).toBe(false)
    expect(hitsShape(byKind('ellipse'), [0, 0.1], 0.02)).toBe(true)
    expect(hitsShape(byKind('ellipse'), [0.19, 0.09], 0.02)).toBe(false)
    expect(hitsShape(byKind('line'), [0.2, 0.15], 0.01)).toBe(true)
    expect(hitsShape(byKind('text'), [0.03, 0.03], 0.01)).toBe(true)
  })

  it('scales into another box', () => {
    const pen = fitShape(shapes[0] as MarkupShape, [0, 0, 0.6, 0.2])
    expect(pen).toMatchObject({
      points: [
        [0, 0],
        [0.2, 0.2],
        [0.6, 0.1],
      ],
    })
  })

  it('draws an arrow head at the end, a translucent highlighter and a framed stamp', () => {
    expect(createDrawing(shapes[3] as MarkupShape)).toMatchObject({
      filled: true,
      path: expect.stringContaining('0.6 0.1'),
    })
    expect(createDrawing(shapes[1] as MarkupShape)).toMatchObject({ opacity: 0.4, width: 0.05 })
    expect(createDrawing(shapes[8] as MarkupShape)).toMatchObject({ path: expect.stringMatching(/^M0 0H/) })
  })
})
