import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clickAt, dispatchPointer, dragAlong, dispatchKey } from '../../testing/node-page.js'
import { lookAt, openNodeViewer, type NodeViewer } from '../../testing/node-viewer.js'
import { rounded } from '../../testing/rounded.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import type { CutArea } from './cut-areas.js'
import type { SectionExtension } from './section-extension.js'
import type { SectionState } from './section-state.js'

let building: TestBuilding
let model: TestPackage
let node: NodeViewer
let sections: SectionExtension

beforeAll(async () => {
  model = await writeTestPackage((scene) => {
    building = buildBuilding(scene)
  })
})
beforeEach(async () => {
  node = await openNodeViewer(model)
  sections = (await node.viewer.loadExtension('kamar.section')) as SectionExtension
})
afterEach(() => node.close())

const cutPlanes = () => rounded(node.viewer.cut.planes)

/** Adds a plane perpendicular to an axis at a position, metres. */
function addAt(axis: 'x' | 'y' | 'z', position: number): string {
  const id = sections.addAxis(axis) ?? ''
  sections.moveTo(id, position)
  return id
}

/** Waits for the caps, and returns the areas by element and plane. */
async function findAreas(): Promise<CutArea[]> {
  await expect.poll(() => sections.busy).toBe(false)
  return rounded([...sections.cutAreas()], 2)
}

describe('section planes of a model', () => {
  it('go through the centre of the model and keep its far side as seen from home', () => {
    const ids = (['x', 'y', 'z'] as const).map((axis) => sections.addAxis(axis))
    expect(ids).toEqual(['plane-1', 'plane-2', 'plane-3'])
    expect(rounded(sections.state.planes.map(({ point, normal }) => [point, normal]))).toEqual([
      [
        [6, 4, 2.85],
        [-1, 0, 0],
      ],
      [
        [6, 4, 2.85],
        [0, 1, 0],
      ],
      [
        [6, 4, 2.85],
        [0, 0, -1],
      ],
    ])
    expect(cutPlanes()).toEqual([
      { normal: [-1, 0, 0], offset: 6 },
      { normal: [0, 1, 0], offset: -4 },
      { normal: [0, 0, -1], offset: 2.85 },
    ])
    expect(sections.selected).toBe('plane-3')
  })

  it('hide what lies behind them from picks, and are picked themselves where they cut a body', () => {
    lookAt(node.viewer, [4, 4, 30], [4, 4, 0])
    expect(node.viewer.pick(400, 300)?.element).toBe(building.upperSlab)
    addAt('z', 1)
    const pick = node.viewer.pick(400, 300)
    expect(pick?.element).toBe(building.wall)
    expect(rounded([pick?.point, pick?.normal])).toEqual([
      [4, 4, 1],
      [0, 0, 1],
    ])
  })

  it('do not change their position when flipped, and keep the other side', () => {
    const id = addAt('z', 1)
    sections.flip(id)
    expect(cutPlanes()).toEqual([{ normal: [0, 0, 1], offset: -1 }])
    expect(sections.computePosition(sections.state.planes[0])).toBeCloseTo(1, 9)
    sections.moveTo(id, 2.5)
    expect(cutPlanes()).toEqual([{ normal: [0, 0, 1], offset: -2.5 }])
  })

  it('ignore a position that is no number, and an unknown id', () => {
    const id = addAt('z', 1)
    const before = sections.state
    sections.moveTo(id, Number.NaN)
    sections.moveTo('plane-9', 2)
    sections.flip('plane-9')
    sections.setEnabled('plane-9', false)
    sections.setEnabled('box', true)
    expect(sections.state).toBe(before)
  })

  it('stop cutting while they are disabled, and for good when removed', () => {
    const [x, z] = [addAt('x', 3), addAt('z', 1)]
    sections.setEnabled(x, false)
    expect(cutPlanes()).toEqual([{ normal: [0, 0, -1], offset: 1 }])
    sections.setEnabled(x, true)
    sections.remove(z)
    expect(cutPlanes()).toEqual([{ normal: [-1, 0, 0], offset: 3 }])
    expect(sections.selected).toBeNull()
    sections.clear()
    expect(cutPlanes()).toEqual([])
  })

  it('lie just behind a picked face, so that the body remains visible', () => {
    lookAt(node.viewer, [4, -20, 1], [4, 0, 1])
    sections.addFace({ point: [4, 3.9, 1], normal: [0, -1, 0] })
    const [plane] = sections.state.planes
    // A ten-thousandth of the diagonal of 12 × 8 × 6.3 m.
    const offset = Math.hypot(12, 8, 6.3) * 1e-4
    expect(plane.kind).toBe('face')
    expect(plane.point[1]).toBeCloseTo(3.9 + offset, 5)
    expect(plane.normal.map((value) => value + 0)).toEqual([0, 1, 0])
  })

  it('go through three points in either order and keep the side away from the camera', () => {
    lookAt(node.viewer, [6, 4, 50], [6, 4, 0])
    const [a, b, c] = [
      [0, 0, 2],
      [4, 0, 2],
      [0, 3, 2],
    ] as const
    sections.addThrough([a, b, c])
    sections.addThrough([a, c, b])
    for (const plane of sections.state.planes) {
      expect(rounded(plane.normal)).toEqual([0, 0, -1])
      expect(rounded(plane.point)).toEqual([1.333, 1, 2])
    }
    expect(sections.addThrough([a, b, [9, 0, 2]])).toBeNull()
    expect(sections.addThrough([a, a, b])).toBeNull()
    expect(sections.state.planes).toHaveLength(2)
  })
})

describe('areas of a section', () => {
  it('are those of the cut bodies, the largest first', async () => {
    addAt('z', 1)
    const [west, east, door] = await findAreas()
    // Walls of 8 and 3 m, 0.2 m thick, and a door of 1 by 0.1 m.
    expect([west, door]).toEqual([
      { element: building.wall, plane: 0, squareMetres: 1.6 },
      { element: building.door, plane: 0, squareMetres: 0.1 },
    ])
    expect(east.squareMetres).toBe(0.6)
    expect(await findAreas()).toHaveLength(3)
  })

  it('count what other planes leave of a cut alone', async () => {
    addAt('z', 1)
    addAt('x', 4)
    // At z = 1 four of eight metres of the wall are left; at x = 4 the lowest metre of it, and the slab of 8 × 0.3 m.
    expect(await findAreas()).toEqual([
      { element: building.slab, plane: 1, squareMetres: 2.4 },
      { element: building.wall, plane: 0, squareMetres: 0.8 },
      { element: building.wall, plane: 1, squareMetres: 0.2 },
    ])
  })

  it('omit hidden elements and return with them', async () => {
    addAt('z', 1)
    node.viewer.visibility.hide([building.wall])
    expect((await findAreas()).map(({ squareMetres }) => squareMetres)).toEqual([0.6, 0.1])
    node.viewer.visibility.showAll()
    expect((await findAreas()).map(({ squareMetres }) => squareMetres)).toEqual([1.6, 0.6, 0.1])
  })

  it('are those of its sides for a box', async () => {
    sections.setBox({ center: [4, 4, 1], half: [1, 1, 0.5], turnDegrees: 0, enabled: true })
    // Sides at x = 3 and 5 cut the wall of 0.2 m thickness, sides at z = 0.5 and 1.5 two metres of its length.
    expect(await findAreas()).toEqual([
      { element: building.wall, plane: 4, squareMetres: 0.4 },
      { element: building.wall, plane: 5, squareMetres: 0.4 },
      { element: building.wall, plane: 0, squareMetres: 0.2 },
      { element: building.wall, plane: 1, squareMetres: 0.2 },
    ])
  })
})

describe('the section box', () => {
  it.each([
    ['the model', () => ({ around: 'model' }) as const, [6, 4, 2.85], [6, 4, 3.15]],
    ['a storey', () => ({ around: 'element', element: building.ground }) as const, [6, 4, 1.2], [6, 4, 1.5]],
    [
      'a column',
      () => ({ around: 'element', element: building.columns[1] }) as const,
      [4.25, 3.25, 4.5],
      [0.25, 0.25, 1.5],
    ],
  ])('surrounds %s, a thousandth larger on each side', (_, createSource, center, half) => {
    expect(sections.setBoxAround(createSource())).toBe(true)
    expect(rounded(sections.state.box?.center, 2)).toEqual(center)
    const ratios = sections.state.box?.half.map((value, axis) => value / half[axis]) ?? []
    for (const ratio of ratios) expect(ratio).toBeCloseTo(1.002, 3)
    expect(sections.selected).toBe('box')
    expect(node.viewer.cut.planes).toHaveLength(6)
  })

  it('surrounds the selection, and nothing if nothing is selected', () => {
    expect(sections.setBoxAround({ around: 'selection' })).toBe(false)
    node.viewer.selection.set([building.columns[0], building.columns[3]])
    expect(sections.setBoxAround({ around: 'selection' })).toBe(true)
    expect(rounded(sections.state.box?.center, 2)).toEqual([5.25, 3.25, 4.5])
    sections.setEnabled('box', false)
    expect(cutPlanes()).toEqual([])
    sections.remove('box')
    expect([sections.state.box, sections.selected]).toEqual([null, null])
  })
})

describe('section tool modes', () => {
  it('create one plane from the next picked face, then edit it', () => {
    lookAt(node.viewer, [4.25, -20, 5], [4.25, 0, 5])
    node.viewer.extensions.activate('kamar.section', 'face')
    // The sky is no face.
    clickAt(node.viewer.canvas, { x: 400, y: 5 })
    expect([sections.state.planes.length, sections.isActive('face')]).toEqual([0, true])
    clickAt(node.viewer.canvas, { x: 400, y: 300 })
    expect([sections.state.planes.length, sections.isActive('edit')]).toEqual([1, true])
    expect(rounded(sections.state.planes[0].normal)).toEqual([0, 1, 0])
    expect(node.viewer.selection.elements).toEqual([])
  })

  it('count the picked points of a plane, and start over when activated again', () => {
    const counts: number[] = []
    sections.on('picking', ({ points }) => counts.push(points))
    lookAt(node.viewer, [4, 4, 30], [4, 4, 0])
    sections.activate('points')
    clickAt(node.viewer.canvas, { x: 400, y: 300 })
    sections.activate('points')
    for (const [x, y] of [
      [380, 330],
      [420, 300],
      [380, 260],
    ])
      clickAt(node.viewer.canvas, { x, y })
    expect(counts).toEqual([0, 1, 0, 1, 2, 3, 0])
    expect(sections.state.planes).toMatchObject([{ kind: 'points' }])
    // The top of the upper slab.
    expect(rounded(cutPlanes(), 2)).toEqual([{ normal: [0, 0, -1], offset: 3 }])
  })

  it('leave clicks to the selection while editing and when inactive', () => {
    lookAt(node.viewer, [4, 4, 30], [4, 4, 0])
    sections.activate('edit')
    clickAt(node.viewer.canvas, { x: 400, y: 300 })
    expect(node.viewer.selection.elements).toEqual([building.upperSlab])
    sections.deactivate()
    expect(sections.activate('unknown')).toBe(false)
    expect(sections.isActive()).toBe(false)
  })
})

describe('undo of sections', () => {
  it('reverts and repeats every change by one step', () => {
    const states: SectionState[] = [sections.state]
    const record = (): number => states.push(sections.state)
    const id = sections.addAxis('z') ?? ''
    record()
    sections.moveTo(id, 1)
    record()
    sections.flip(id)
    record()
    sections.setHatched(false)
    record()
    sections.setBox({ center: [4, 4, 1], half: [1, 1, 1], turnDegrees: 30, enabled: true })
    record()
    sections.remove(id)
    record()
    const { history } = node.viewer
    for (const state of states.slice(0, -1).toReversed()) {
      expect(history.undo()).toBe(true)
      expect(sections.state).toEqual(state)
    }
    expect(history.undo()).toBe(false)
    for (const state of states.slice(1)) {
      history.redo()
      expect(sections.state).toEqual(state)
    }
    expect(history.canRedo).toBe(false)
  })

  it('follows the cut of the model', () => {
    addAt('z', 1)
    node.viewer.history.undo()
    node.viewer.history.undo()
    expect(cutPlanes()).toEqual([])
    node.viewer.history.redo()
    expect(cutPlanes()).toEqual([{ normal: [0, 0, -1], offset: 2.85 }])
  })
})

describe('saved sections', () => {
  it('are restored as they were, with the same cut, and ids are not used twice', () => {
    addAt('x', 3)
    sections.setHatched(false)
    sections.setBox({ center: [4, 4, 1], half: [1, 2, 3], turnDegrees: 30, enabled: false })
    const [state, planes] = [structuredClone(sections.getState()), cutPlanes()]
    sections.clear()
    expect(sections.getState()).toBeUndefined()
    sections.restoreState(state)
    expect(sections.getState()).toEqual(state)
    expect(cutPlanes()).toEqual(planes)
    expect(sections.selected).toBeNull()
    expect(sections.addAxis('y')).toBe('plane-2')
  })

  it.each([
    ['nothing', undefined],
    ['a text', 'planes'],
    ['planes without a point', { planes: [{ id: 'a', normal: [0, 0, 1], enabled: true }] }],
    ['an infinite plane', { planes: [{ id: 'a', point: [0, 0, Infinity], normal: [0, 0, 1], enabled: true }] }],
    ['a box without an angle', { planes: [], box: { center: [0, 0, 0], half: [1, 1, 1] } }],
  ])('are removed by a damaged state: %s', (_, state) => {
    addAt('x', 3)
    sections.restoreState(state)
    expect([sections.state.planes, sections.state.box, cutPlanes()]).toEqual([[], null, []])
  })

  it('end with the model', () => {
    addAt('x', 3)
    node.viewer.unload()
    expect([sections.state.planes, cutPlanes(), sections.addAxis('x')]).toEqual([[], [], null])
  })

  it('stay when the tool is deactivated, and go with the extension', () => {
    sections.activate('edit')
    addAt('x', 3)
    sections.deactivate()
    expect(cutPlanes()).toHaveLength(1)
    node.viewer.unloadExtension('kamar.section')
    expect(cutPlanes()).toEqual([])
    expect(node.viewer.element.querySelector('.kamar-section')).toBeNull()
    expect(node.viewer.stage.renderer.backdrop.children).toEqual([])
  })
})

describe('the gizmo of a plane', () => {
  /** 60 pixels are a metre, seen from the south: x to the right, z upwards. */
  const seeFromSouth = (): void => lookAt(node.viewer, [6, -20, 1], [6, 0, 1], 10)
  const handles = (): Element[] => [...node.viewer.element.querySelectorAll('.kamar-section [role=slider]')]
  /** Two rotation knobs, the arrow, then those of the box: six sides, one knob. */
  const [rightKnob, upKnob, arrow] = [0, 1, 2]
  const readPosition = (element: Element): number[] =>
    [...(element.getAttribute('transform') ?? '').matchAll(/-?\d+\.\d/g)].map(([text]) => Number(text))

  it('is shown at the plane while the tool is active, along its normal', () => {
    seeFromSouth()
    const id = addAt('z', 2)
    const gizmo = handles()[arrow].parentElement as unknown as HTMLElement
    expect(gizmo.style.display).toBe('none')
    sections.activate('edit')
    expect(gizmo.style.display).toBe('')
    // One metre above the centre of the canvas; the normal points down, which is 90° clockwise.
    expect(readPosition(handles()[arrow])).toEqual([400, 240, 90])
    expect(handles()[arrow].getAttribute('aria-valuenow')).toBe('2.000')
    // The sheet is 0.12 diagonals to each side, and seen edge-on.
    expect(gizmo.querySelector('path')?.getAttribute('d')).toMatch(/^M\d+\.\d 240\.0L/)
    sections.setEnabled(id, false)
    expect(gizmo.style.display).toBe('none')
  })

  it('moves with the camera', () => {
    seeFromSouth()
    addAt('z', 2)
    sections.activate('edit')
    lookAt(node.viewer, [6, -20, 2], [6, 0, 2], 10)
    node.drawFrame()
    expect(readPosition(handles()[arrow])).toEqual([400, 300, 90])
  })

  it('moves the plane along its normal by as much as the pointer moves, as one undo step', () => {
    seeFromSouth()
    addAt('z', 2)
    sections.activate('edit')
    dragAlong(handles()[arrow], [
      { x: 405, y: 240 },
      { x: 500, y: 210 },
      { x: 460, y: 180 },
    ])
    expect(sections.state.planes[0].point[2]).toBeCloseTo(3, 2)
    node.viewer.history.undo()
    expect(sections.state.planes[0].point[2]).toBeCloseTo(2, 6)
  })

  it('restores the plane if a drag is cancelled', () => {
    seeFromSouth()
    addAt('z', 2)
    sections.activate('edit')
    const before = sections.state
    dispatchPointer(handles()[arrow], 'pointerdown', { x: 400, y: 240 })
    dispatchPointer(handles()[arrow], 'pointermove', { x: 400, y: 120 })
    expect(sections.state.planes[0].point[2]).toBeCloseTo(4, 2)
    dispatchKey(handles()[arrow], 'Escape')
    expect(sections.state).toBe(before)
    dispatchPointer(handles()[arrow], 'pointermove', { x: 400, y: 60 })
    expect(sections.state).toBe(before)
  })

  it('is moved by arrow keys, a two-hundredth of the diagonal each, or ten times as far with Shift', () => {
    seeFromSouth()
    addAt('z', 2)
    sections.activate('edit')
    const step = Math.hypot(12, 8, 6.3) / 200
    dispatchKey(handles()[arrow], 'ArrowUp')
    expect(sections.state.planes[0].point[2]).toBeCloseTo(2 + step, 4)
    dispatchKey(handles()[arrow], 'ArrowLeft', { shiftKey: true })
    expect(sections.state.planes[0].point[2]).toBeCloseTo(2 - 9 * step, 4)
  })

  it('rotates the plane about its point, in steps of 15° with Shift', () => {
    seeFromSouth()
    addAt('z', 2)
    sections.activate('edit')
    const { point } = sections.state.planes[0]
    dispatchKey(handles()[rightKnob], 'ArrowUp', { shiftKey: true })
    const tilted = sections.state.planes[0]
    expect(tilted.point).toEqual(point)
    expect(Math.hypot(...tilted.normal)).toBeCloseTo(1, 12)
    expect((Math.acos(-tilted.normal[2]) * 180) / Math.PI).toBeCloseTo(15, 6)
    expect(tilted.normal[1]).toBeCloseTo(0, 9)
    dispatchKey(handles()[rightKnob], 'ArrowDown', { shiftKey: true })
    expect(rounded(sections.state.planes[0].normal, 9)).toEqual([0, 0, -1])
    dispatchKey(handles()[upKnob], 'ArrowRight')
    expect((Math.acos(-sections.state.planes[0].normal[2]) * 180) / Math.PI).toBeCloseTo(1, 6)
    expect(sections.state.planes[0].normal[0]).toBeCloseTo(0, 9)
  })

  it('follows a drag of a knob by its angle', () => {
    seeFromSouth()
    addAt('z', 2)
    sections.activate('edit')
    // The normal is seen downwards: a drag of a knob by its 64 pixels is one radian.
    const [x, y] = readPosition(handles()[rightKnob])
    dragAlong(handles()[rightKnob], [
      { x, y },
      { x, y: y + 32 },
    ])
    expect(Math.acos(-sections.state.planes[0].normal[2])).toBeCloseTo(0.5, 6)
    node.viewer.history.undo()
    dragAlong(
      handles()[rightKnob],
      [
        { x, y },
        { x, y: y + 32 },
      ],
      { shiftKey: true },
    )
    expect((Math.acos(-sections.state.planes[0].normal[2]) * 180) / Math.PI).toBeCloseTo(30, 6)
  })

  it('has the labels for screen readers', () => {
    sections.setLabels({ move: 'Move plane', rotate: 'Rotate', side: 'Move side' })
    expect(handles().map((handle) => handle.getAttribute('aria-label'))).toEqual([
      'Rotate',
      'Rotate',
      'Move plane',
      ...Array.from({ length: 6 }, () => 'Move side'),
      'Rotate',
    ])
  })
})

describe('the gizmo of the box', () => {
  const handles = (): Element[] => [...node.viewer.element.querySelectorAll('.kamar-section [role=slider]')].slice(3)
  const box = { center: [6, 4, 1], half: [2, 1, 1], turnDegrees: 0, enabled: true } as const
  const knob = 6

  beforeEach(() => {
    // 60 pixels are a metre, seen from above: x to the right, y upwards.
    lookAt(node.viewer, [6, 4, 30], [6, 4, 0], 10)
    sections.setBox(box)
    sections.activate('edit')
    sections.select('box')
  })

  it('moves one side and leaves the opposite one', () => {
    // The side of greater x is 120 pixels to the right of the centre.
    dragAlong(handles()[3], [
      { x: 520, y: 300 },
      { x: 580, y: 320 },
    ])
    expect(rounded(sections.state.box)).toEqual({ ...box, center: [6.5, 4, 1], half: [2.5, 1, 1] })
    dragAlong(handles()[1], [
      { x: 400, y: 360 },
      { x: 400, y: 330 },
    ])
    expect(rounded(sections.state.box)).toEqual({ ...box, center: [6.5, 4.25, 1], half: [2.5, 0.75, 1] })
  })

  it('moves a side by arrow keys outwards and inwards', () => {
    const step = Math.hypot(12, 8, 6.3) / 200
    dispatchKey(handles()[5], 'ArrowUp')
    expect(sections.state.box?.half[2]).toBeCloseTo(1 + step / 2, 4)
    expect(sections.state.box?.center[2]).toBeCloseTo(1 + step / 2, 4)
    dispatchKey(handles()[5], 'ArrowDown', { shiftKey: true })
    expect(sections.state.box?.half[2]).toBeCloseTo(1 - 4.5 * step, 4)
  })

  it('rotates about the vertical with the pointer, in steps of 15° with Shift', () => {
    // From the corner at 45° of the centre to straight up: counter-clockwise.
    const from = { x: 460, y: 240 }
    dragAlong(handles()[knob], [from, { x: 400, y: 240 }])
    expect(sections.state.box?.turnDegrees).toBeCloseTo(45, 4)
    dragAlong(handles()[knob], [from, { x: 459, y: 300 }], { shiftKey: true })
    expect(sections.state.box?.turnDegrees).toBeCloseTo(0, 4)
    dispatchKey(handles()[knob], 'ArrowLeft')
    expect(sections.state.box?.turnDegrees).toBeCloseTo(-1, 4)
  })

  it('has the twelve edges of the box as its frame', () => {
    const frame = handles()[0].parentElement?.querySelector('path')?.getAttribute('d') ?? ''
    const lines = [...frame.matchAll(/M(-?\d+\.\d) (-?\d+\.\d)L(-?\d+\.\d) (-?\d+\.\d)/g)].map((match) =>
      match.slice(1).map(Number),
    )
    expect(lines).toHaveLength(12)
    // Four metres wide and two deep, seen from above: four edges each along x and y, four seen end-on.
    const lengths = lines.map(([ax, ay, bx, by]) => [Math.abs(bx - ax), Math.abs(by - ay)].join(' '))
    expect(lengths.toSorted()).toEqual([...Array(4).fill('0 0'), ...Array(4).fill('0 120'), ...Array(4).fill('240 0')])
    expect(new Set(lines.flatMap(([ax, , bx]) => [ax, bx]))).toEqual(new Set([280, 520]))
  })

  it('restores the box if the browser cancels the drag', () => {
    dispatchPointer(handles()[3], 'pointerdown', { x: 520, y: 300 })
    dispatchPointer(handles()[3], 'pointermove', { x: 580, y: 300 })
    expect(sections.state.box?.half[0]).toBeCloseTo(2.5, 3)
    dispatchPointer(handles()[3], 'pointercancel', { x: 580, y: 300 })
    expect(sections.state.box).toEqual(box)
  })
})
