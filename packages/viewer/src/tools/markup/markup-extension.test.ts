import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dispatchPointer, dragAlong, dispatchKey } from '../../testing/node-page.js'
import { lookAt, openNodeViewer, type NodeViewer } from '../../testing/node-viewer.js'
import { recordCanvas } from '../../testing/recorded-canvas.js'
import { rounded } from '../../testing/rounded.js'
import { testRandom } from '../../testing/shapes.js'
import { buildBuilding } from '../../testing/test-building.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import type { MarkupExtension } from './markup-extension.js'
import type { MarkupBox, MarkupPoint, MarkupShape } from './markup-format.js'
import { boundsOfShape, boundsOfShapes, fitShape, hitsShape, moveShape } from './shape-geometry.js'
import { curvesThrough, distanceToSegment, simplifyStroke } from './smooth-stroke.js'

let model: TestPackage
let node: NodeViewer
let markup: MarkupExtension

beforeAll(async () => {
  model = await writeTestPackage((scene) => void buildBuilding(scene))
})
beforeEach(async () => {
  node = await openNodeViewer(model)
  markup = (await node.viewer.loadExtension('kamar.markup')) as MarkupExtension
  lookAt(node.viewer, [20, -15, 14], [6, 4, 2])
})
afterEach(() => node.close())

const getLayer = (): SVGSVGElement => node.viewer.element.querySelector('[data-markup]') as SVGSVGElement
/** The centre of the canvas is (0, 0); 300 pixels are one unit. */
const toPage = ([x, y]: MarkupPoint): { x: number; y: number } => ({ x: 400 + x * 300, y: 300 + y * 300 })
const draw = (tool: MarkupExtension['tool'], points: readonly MarkupPoint[]): void => {
  markup.tool = tool
  dragAlong(getLayer(), points.map(toPage))
}
const activate = (): boolean => node.viewer.extensions.activate('kamar.markup')

describe('drawing over a view', () => {
  it('is in units of half the height from the centre', () => {
    activate()
    draw('rectangle', [
      [0, 0],
      [0.2, 0.1],
      [0.5, 0.25],
    ])
    expect(rounded(markup.shapes)).toMatchObject([{ kind: 'rectangle', box: [0, 0, 0.5, 0.25] }])
    const path = getLayer().querySelector('[data-shape=rectangle] path')
    expect(path?.getAttribute('d')).toMatch(/^M/)
    expect(getLayer().querySelector('g')?.getAttribute('transform')).toBe('translate(400 300) scale(300)')
  })

  it('disappears with its view, to which the camera returns on request', async () => {
    activate()
    draw('arrow', [
      [0, 0],
      [0.4, 0.2],
    ])
    markup.deactivate()
    const before = node.viewer.camera.view
    node.viewer.camera.orbitBy(1, 0)
    expect(markup.isShown).toBe(false)
    markup.returnToView()
    await expect.poll(() => markup.isShown).toBe(true)
    expect(rounded(node.viewer.camera.view.eye)).toEqual(rounded(before.eye))
  })

  it('is discarded in a step that can be undone', () => {
    activate()
    draw('line', [
      [0, 0],
      [0.4, 0.2],
    ])
    markup.discard()
    expect(markup.drawing).toBeNull()
    node.viewer.history.undo()
    expect(markup.shapes).toHaveLength(1)
    node.viewer.history.redo()
    expect(markup.shapes).toEqual([])
  })

  it('freezes the camera until it ends', () => {
    activate()
    expect(node.viewer.camera.frozen).toBe(true)
    const before = node.viewer.camera.view
    node.viewer.camera.orbitBy(1, 0)
    expect(node.viewer.camera.view).toEqual(before)
    markup.deactivate()
    expect(node.viewer.camera.frozen).toBe(false)
    expect(getLayer().style.pointerEvents).toBe('none')
  })

  it('begins anew after the camera has moved, and goes on over the same view', () => {
    activate()
    draw('line', [
      [0, 0],
      [0.5, 0],
    ])
    markup.deactivate()
    activate()
    expect(markup.shapes).toHaveLength(1)
    markup.deactivate()
    lookAt(node.viewer, [0, -15, 14], [6, 4, 2])
    activate()
    expect(markup.shapes).toEqual([])
  })

  it('disappears when the camera moves away, and returns with it', () => {
    activate()
    draw('line', [
      [0, 0],
      [0.5, 0],
    ])
    markup.deactivate()
    const { view } = node.viewer.camera
    const follow = (): string => {
      node.viewer.replacement.events.emit('cameraChanged', { view: node.viewer.camera.view })
      return getLayer().style.display
    }
    expect(follow()).toBe('')
    lookAt(node.viewer, [0, -15, 14], [6, 4, 2])
    expect(follow()).toBe('none')
    node.viewer.camera.setView(view, { animate: false })
    expect(follow()).toBe('')
  })

  it('is cancelled by a second finger', () => {
    activate()
    markup.tool = 'pen'
    dispatchPointer(getLayer(), 'pointerdown', { ...toPage([0, 0]), pointerId: 1 })
    dispatchPointer(getLayer(), 'pointermove', { ...toPage([0.3, 0]), pointerId: 1 })
    dispatchPointer(getLayer(), 'pointerdown', { ...toPage([0.1, 0.4]), pointerId: 2 })
    dispatchPointer(getLayer(), 'pointerup', { ...toPage([0.3, 0]), pointerId: 1 })
    expect(markup.shapes).toEqual([])
  })

  it('is hit more easily by a finger than by a mouse', () => {
    activate()
    draw('line', [
      [-0.5, 0],
      [0.5, 0],
    ])
    markup.tool = 'select'
    // Twelve pixels below the line.
    const below = toPage([0, 0.04])
    dragAlong(getLayer(), [below])
    expect(markup.selected).toEqual([])
    dragAlong(getLayer(), [below], { pointerType: 'touch' })
    expect(markup.selected).toHaveLength(1)
  })

  it('frames the selected shape with its grips while it is edited', () => {
    activate()
    draw('rectangle', [
      [0, 0],
      [0.5, 0.25],
    ])
    markup.tool = 'select'
    dragAlong(getLayer(), [toPage([0.25, 0])])
    const frames = getLayer().querySelector('[data-markup-frames]') as Element
    const [box] = [...frames.querySelectorAll('rect')]
    expect(['x', 'y', 'width', 'height'].map((name) => rounded(Number(box.getAttribute(name)), 1))).toEqual([
      -5, -5, 160, 85,
    ])
    expect(frames.childElementCount).toBeGreaterThanOrEqual(5)
    markup.deactivate()
    expect(frames.childElementCount).toBe(0)
  })
})

describe('keys of a drawing', () => {
  it('do not reach the viewer, and Escape leaves when nothing is selected', () => {
    let hasLeft = 0
    markup.on('left', () => hasLeft++)
    activate()
    draw('line', [
      [0, 0],
      [0.5, 0],
    ])
    let reached = 0
    node.viewer.element.addEventListener('keydown', () => reached++)
    dispatchKey(getLayer(), 'h')
    dispatchKey(getLayer(), 'z', { code: 'KeyZ', ctrlKey: true })
    expect([markup.shapes.length, reached]).toEqual([0, 0])
    dispatchKey(getLayer(), 'Tab')
    expect(reached).toBe(1)
    dispatchKey(getLayer(), 'Escape')
    expect(hasLeft).toBe(1)
  })

  it('delete the selection, which undo restores', () => {
    activate()
    draw('line', [
      [0, 0],
      [0.5, 0],
    ])
    markup.tool = 'select'
    dragAlong(getLayer(), [toPage([0.25, 0])])
    dispatchKey(getLayer(), 'Delete')
    expect(markup.shapes).toEqual([])
    markup.undo()
    expect([markup.shapes.length, markup.canRedo]).toEqual([1, true])
    markup.deleteAll()
    expect(markup.shapes).toEqual([])
  })
})

describe('a text of a drawing', () => {
  it('is typed where it was requested', () => {
    activate()
    markup.tool = 'text'
    dispatchPointer(getLayer(), 'pointerdown', toPage([0.1, 0.2]))
    const field = node.viewer.element.querySelector('textarea') as HTMLTextAreaElement
    expect([field.style.left, field.style.top].map(Number.parseFloat).map(Math.round)).toEqual([430, 360])
    field.value = 'Crack'
    dispatchKey(field, 'Enter')
    expect(rounded(markup.shapes)).toMatchObject([{ kind: 'text', text: 'Crack', at: [0.1, 0.2] }])
    expect(node.viewer.element.querySelector('textarea')).toBeNull()
  })

  it.each([
    ['Escape', (field: HTMLTextAreaElement): unknown => dispatchKey(field, 'Escape')],
    ['another tool', (): unknown => (markup.tool = 'pen')],
    ['the end of drawing', (): unknown => markup.deactivate()],
  ])('is discarded by %s', (_, end) => {
    activate()
    markup.tool = 'text'
    dispatchPointer(getLayer(), 'pointerdown', toPage([0.1, 0.2]))
    const field = node.viewer.element.querySelector('textarea') as HTMLTextAreaElement
    field.value = 'Crack'
    end(field)
    expect([markup.shapes, node.viewer.element.querySelector('textarea')]).toEqual([[], null])
  })

  it('is kept when the field loses the focus, and has lines by Shift and Enter', () => {
    activate()
    markup.tool = 'text'
    dispatchPointer(getLayer(), 'pointerdown', toPage([0.1, 0.2]))
    const field = node.viewer.element.querySelector('textarea') as HTMLTextAreaElement
    field.value = 'Crack'
    expect(dispatchKey(field, 'Enter', { shiftKey: true })).toBe(false)
    field.value = 'Crack\nhere'
    field.dispatchEvent(new Event('blur'))
    expect(markup.shapes).toMatchObject([{ text: 'Crack\nhere' }])
  })
})

describe('a saved drawing', () => {
  it('is restored as it was, over its view', () => {
    activate()
    draw('rectangle', [
      [0, 0],
      [0.5, 0.25],
    ])
    draw('arrow', [
      [-0.5, -0.5],
      [0, -0.5],
    ])
    markup.setStyle({ color: '#1f7a4d' })
    markup.deactivate()
    const state = structuredClone(markup.getState())
    markup.clear()
    expect([markup.getState(), markup.drawing]).toEqual([undefined, null])
    markup.restoreState(state)
    expect(markup.getState()).toEqual(state)
    expect(getLayer().querySelectorAll('[data-shape]')).toHaveLength(2)
    expect(markup.canUndo).toBe(false)
  })

  it.each([
    ['nothing', undefined],
    ['another format', { format: 'kamar-view', version: 1 }],
    ['shapes that are no list', { format: 'kamar-markup', version: 1, view: {}, shapes: {} }],
  ])('is removed by %s', (_, state) => {
    activate()
    draw('line', [
      [0, 0],
      [0.5, 0],
    ])
    markup.restoreState(state)
    expect([markup.shapes, markup.isActive(), node.viewer.camera.frozen]).toEqual([[], false, false])
  })

  it('requires as much width as its shapes take, with a margin', () => {
    activate()
    draw('line', [
      [-1.2, 0],
      [0.5, 0],
    ])
    const state = markup.getState()
    expect(markup.neededHalfWidth(state)).toBeCloseTo(1.2 * 1.05, 6)
    expect(markup.neededHalfWidth('damaged')).toBe(0)
  })

  it('ends with the model', () => {
    activate()
    draw('line', [
      [0, 0],
      [0.5, 0],
    ])
    node.viewer.unload()
    expect([markup.shapes, markup.isActive()]).toEqual([[], false])
  })
})

describe('a screenshot', () => {
  it('shows the drawing in the middle, at the scale of its height', () => {
    activate()
    draw('line', [
      [0, 0],
      [0.5, 0],
    ])
    const canvas = recordCanvas(1600, 900)
    markup.paintOver(canvas.target)
    expect(canvas.filterByName('translate').map(({ args }) => args)).toContainEqual([800, 450])
    expect(canvas.filterByName('scale').map(({ args }) => args)).toContainEqual([450, 450])
    expect(canvas.filterByName('stroke')).toHaveLength(1)
  })

  it('does not show the drawing of another view', () => {
    activate()
    draw('line', [
      [0, 0],
      [0.5, 0],
    ])
    markup.deactivate()
    lookAt(node.viewer, [0, -15, 14], [6, 4, 2])
    const canvas = recordCanvas(1600, 900)
    markup.paintOver(canvas.target)
    expect(canvas.operations).toEqual([])
  })
})

const base = { id: 'a', color: '#000000', width: 0.01 } as const
const box: MarkupShape = { ...base, kind: 'rectangle', box: [0, 0, 4, 2] }
const ellipse: MarkupShape = { ...base, kind: 'ellipse', box: [0, 0, 4, 2] }
const stroke: MarkupShape = {
  ...base,
  kind: 'pen',
  points: [
    [0, 0],
    [2, 3],
    [4, 1],
  ],
}
const line: MarkupShape = { ...base, kind: 'arrow', from: [4, 0], to: [0, 2] }
const text: MarkupShape = { ...base, kind: 'text', at: [1, 1], text: 'ab\nabcd', size: 0.5 }

describe('geometry of shapes', () => {
  it('has bounds of all points, and of the longest line of a text', () => {
    expect(boundsOfShape(stroke)).toEqual([0, 0, 4, 3])
    expect(boundsOfShape(line)).toEqual([0, 0, 4, 2])
    // Four characters of 0.3, two lines of 0.65.
    expect(rounded(boundsOfShape(text))).toEqual([1, 1, 2.2, 2.3])
    const stamp: MarkupShape = { ...text, kind: 'stamp' }
    expect(rounded(boundsOfShape(stamp))).toEqual([1, 1, 2.55, 2.65])
    expect(boundsOfShapes([box, stroke])).toEqual([0, 0, 4, 3])
    expect(boundsOfShapes([])).toBeNull()
  })

  it.each([
    ['on a side of a box', box, [2, 0.02], true],
    ['inside a box', box, [2, 1], false],
    ['on an ellipse', ellipse, [4, 1], true],
    ['in the corner of an ellipse', ellipse, [0.02, 0.02], false],
    ['in the middle of an ellipse', ellipse, [2, 1], false],
    ['on a stroke', stroke, [1, 1.5], true],
    ['between the ends of a stroke', stroke, [2, 0.5], false],
    ['on an arrow', line, [2, 1], true],
    ['inside a text', text, [1.5, 1.5], true],
    ['beside a text', text, [2.5, 1.5], false],
  ] as const)('is hit only on its line, or inside a text: %s', (_, shape, position, isHit) => {
    expect(hitsShape(shape, position, 0.05)).toBe(isHit)
  })

  it.each([box, ellipse, stroke, line])('moves and fits a $kind into any box (seed 151)', (shape) => {
    const random = testRandom(151)
    for (let round = 0; round < 30; round++) {
      const [right, down] = [random() * 4 - 2, random() * 4 - 2]
      const before = boundsOfShape(shape)
      const after = boundsOfShape(moveShape(shape, right, down))
      const expected = before.map((value, side) => value + (side % 2 === 0 ? right : down))
      expect(rounded([...after], 9)).toEqual(rounded(expected, 9))
      const target: MarkupBox = [random(), random(), 1 + random() * 3, 1 + random() * 3]
      expect(rounded([...boundsOfShape(fitShape(shape, target))], 9)).toEqual(rounded([...target], 9))
      const back = fitShape(fitShape(shape, target), before)
      expect(rounded(back, 9)).toEqual(rounded(shape, 9))
    }
  })

  it('keeps the proportions of a text, within the sizes that can be stored', () => {
    expect(rounded(fitShape(text, [1, 1, 3.4, 1.4]))).toMatchObject({ size: 1 })
    expect(fitShape(text, [1, 1, 100, 100])).toMatchObject({ size: 2 })
  })

  it('fits a line without height', () => {
    const flat: MarkupShape = { ...base, kind: 'line', from: [0, 1], to: [2, 1] }
    expect(fitShape(flat, [0, 1, 4, 1])).toMatchObject({ from: [0, 1], to: [4, 1] })
  })
})

describe('smoothing of strokes', () => {
  it.each([161, 162])('omits no point that is farther than the tolerance (seed %d)', (seed) => {
    const random = testRandom(seed)
    for (let round = 0; round < 20; round++) {
      const points = Array.from({ length: 200 }, (_, at): MarkupPoint => [
        at / 200,
        Math.sin(at / 15) * 0.3 + random() * 0.01,
      ])
      const tolerance = 0.005 + random() * 0.02
      const simple = simplifyStroke(points, tolerance)
      expect([simple[0], simple.at(-1)]).toEqual([points[0], points.at(-1)])
      expect(simple.length).toBeLessThan(points.length)
      for (const point of points) {
        const distances = simple.slice(1).map((end, at) => distanceToSegment(point, simple[at], end))
        expect(Math.min(...distances)).toBeLessThanOrEqual(tolerance + 1e-12)
      }
    }
  })

  it('keeps strokes of up to two points, and reduces a straight one to its ends', () => {
    expect(
      simplifyStroke(
        [
          [0, 0],
          [1, 1],
        ],
        1,
      ),
    ).toEqual([
      [0, 0],
      [1, 1],
    ])
    expect(
      simplifyStroke(
        [
          [0, 0],
          [0.5, 0.5],
          [1, 1],
        ],
        0,
      ),
    ).toEqual([
      [0, 0],
      [1, 1],
    ])
  })

  it('draws curves through every point, straight where the points are in line', () => {
    const points: MarkupPoint[] = [
      [0, 0],
      [3, 0],
      [6, 0],
      [6, 3],
    ]
    const curves = curvesThrough(points)
    expect(curves.map(([, , end]) => end)).toEqual(points.slice(1))
    expect(rounded(curves[0])).toEqual([
      [0.5, 0],
      [2, 0],
      [3, 0],
    ])
    // Tangents at a point are parallel to the line between its neighbours.
    const [[, before], [after]] = [curves[1], curves[2]]
    expect(rounded([before[0] - 6, before[1]])).toEqual([-0.5, -0.5])
    expect(rounded([after[0] - 6, after[1]])).toEqual([0.5, 0.5])
  })

  it('measures the distance to the nearest point of a segment', () => {
    expect(distanceToSegment([1, 2], [0, 0], [4, 0])).toBe(2)
    expect(distanceToSegment([-3, 4], [0, 0], [4, 0])).toBe(5)
    expect(distanceToSegment([3, 4], [0, 0], [0, 0])).toBe(5)
  })
})
