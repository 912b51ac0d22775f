import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EventEmitter } from '../../engine/event-emitter.js'
import { dispatchPointer, dragAlong, openNodePage, dispatchKey, type NodePage } from '../../testing/node-page.js'
import { rounded } from '../../testing/rounded.js'
import { testRandom } from '../../testing/shapes.js'
import { testSheet, testViewport } from '../../testing/test-sheet.js'
import type { SheetEvents, SheetMeasurement, SheetPoint } from '../sheet-api.js'
import { scaleAt, SheetMeasuring } from './measure-sheet.js'
import { SheetCamera } from './sheet-camera.js'
import { SheetGestures } from './sheet-gestures.js'
import { actOnSheetKey } from './sheet-keys.js'

let page: NodePage
beforeEach(() => {
  page = openNodePage()
})
afterEach(() => page.close())

describe('sheet gestures', () => {
  let canvas: HTMLCanvasElement
  let calls: (readonly [string, ...number[]])[]
  let gestures: SheetGestures
  beforeEach(() => {
    canvas = document.createElement('canvas')
    page.container.append(canvas)
    calls = []
    const record =
      (name: string) =>
      (...numbers: number[]): void =>
        void calls.push([name, ...rounded(numbers)])
    gestures = new SheetGestures(canvas, {
      pan: record('pan'),
      zoom: record('zoom'),
      click: record('click'),
      doubleClick: record('double'),
      hover: record('hover'),
      contextMenu: record('menu'),
    })
  })
  afterEach(() => vi.useRealTimers())

  it('pan by a drag, from the first movement beyond the tolerance of a click', () => {
    dragAlong(canvas, [
      { x: 100, y: 100 },
      { x: 103, y: 100 },
      { x: 110, y: 104 },
      { x: 90, y: 104 },
    ])
    expect(calls).toEqual([
      ['pan', 7, 4],
      ['pan', -20, 0],
    ])
  })

  it('open a menu by a right click and by a finger that rests, but not after a drag', () => {
    vi.useFakeTimers()
    dragAlong(canvas, [{ x: 40, y: 50 }], { button: 2 })
    dragAlong(
      canvas,
      [
        { x: 40, y: 50 },
        { x: 80, y: 50 },
      ],
      { button: 2 },
    )
    dispatchPointer(canvas, 'pointerdown', { x: 200, y: 60, pointerType: 'touch' })
    vi.advanceTimersByTime(600)
    dispatchPointer(canvas, 'pointerup', { x: 200, y: 60, pointerType: 'touch' })
    dispatchPointer(canvas, 'pointerdown', { x: 200, y: 60, pointerType: 'touch' })
    dispatchPointer(canvas, 'pointermove', { x: 230, y: 60, pointerType: 'touch' })
    vi.advanceTimersByTime(600)
    dispatchPointer(canvas, 'pointerup', { x: 230, y: 60, pointerType: 'touch' })
    expect(calls.filter(([name]) => name !== 'pan')).toEqual([
      ['menu', 40, 50],
      ['menu', 200, 60],
    ])
  })

  it('are clicks without a movement, and double clicks at nearly the same position', () => {
    dragAlong(canvas, [
      { x: 100, y: 100 },
      { x: 102, y: 101 },
    ])
    dragAlong(canvas, [{ x: 104, y: 100 }])
    dragAlong(canvas, [{ x: 104, y: 100 }])
    dragAlong(canvas, [{ x: 300, y: 100 }])
    expect(calls).toEqual([
      ['click', 102, 101],
      ['double', 104, 100],
      ['click', 104, 100],
      ['click', 300, 100],
    ])
  })

  it('do not click with another button or after a drag back to the start', () => {
    dragAlong(canvas, [{ x: 100, y: 100 }], { button: 1 })
    dragAlong(canvas, [
      { x: 100, y: 100 },
      { x: 130, y: 100 },
      { x: 100, y: 100 },
    ])
    expect(calls.map(([name]) => name)).toEqual(['pan', 'pan'])
  })

  it('hover without a button, and end with the pointer that the browser takes away', () => {
    dispatchPointer(canvas, 'pointermove', { x: 10, y: 20 })
    dispatchPointer(canvas, 'pointerdown', { x: 10, y: 20 })
    dispatchPointer(canvas, 'pointercancel', { x: 10, y: 20 })
    dispatchPointer(canvas, 'pointermove', { x: 60, y: 20 })
    dispatchPointer(canvas, 'pointerup', { x: 60, y: 20 })
    expect(calls).toEqual([
      ['hover', 10, 20],
      ['hover', 60, 20],
    ])
  })

  it('zoom by two fingers about their middle, and pan by half of the movement of one', () => {
    dispatchPointer(canvas, 'pointerdown', { x: 100, y: 100, pointerId: 1 })
    dispatchPointer(canvas, 'pointerdown', { x: 200, y: 100, pointerId: 2 })
    dispatchPointer(canvas, 'pointermove', { x: 300, y: 100, pointerId: 2 })
    expect(calls).toEqual([
      ['zoom', 2, 200, 100],
      ['pan', 50, 0],
    ])
    dispatchPointer(canvas, 'pointerup', { x: 300, y: 100, pointerId: 2 })
    dispatchPointer(canvas, 'pointerup', { x: 100, y: 100, pointerId: 1 })
    expect(calls).toHaveLength(2)
  })

  it('zoom by the wheel at its position: by pixels, lines and pages, and faster by a touchpad', () => {
    const zoomBy = (deltaY: number, more: WheelEventInit = {}): number => {
      calls = []
      const event = new WheelEvent('wheel', { deltaY, cancelable: true, ...more })
      const properties = { clientX: 30, clientY: 40, ctrlKey: more.ctrlKey ?? false }
      for (const [name, value] of Object.entries(properties)) Object.defineProperty(event, name, { value })
      canvas.dispatchEvent(event)
      expect(event.defaultPrevented).toBe(true)
      const [[, factor, x, y]] = calls as [[string, number, number, number]]
      expect([x, y]).toEqual([30, 40])
      return factor
    }
    expect(zoomBy(100)).toBeCloseTo(Math.exp(-0.15), 3)
    expect(zoomBy(-100)).toBeCloseTo(Math.exp(0.15), 3)
    expect(zoomBy(3, { deltaMode: 1 })).toBeCloseTo(Math.exp(-0.1485), 3)
    expect(zoomBy(1, { deltaMode: 2 })).toBeCloseTo(Math.exp(-0.6), 3)
    expect(zoomBy(25, { ctrlKey: true })).toBeCloseTo(Math.exp(-0.15), 3)
    // At most one page.
    expect(zoomBy(5000)).toBeCloseTo(Math.exp(-0.6), 3)
  })

  it('end with the view', () => {
    gestures.dispose()
    dragAlong(canvas, [{ x: 100, y: 100 }])
    expect(calls).toEqual([])
  })
})

describe('sheet keys', () => {
  let calls: (string | number)[][]
  const dispatchSheetKey = (key: string, more: KeyboardEventInit = {}): boolean => {
    calls = []
    const target = document.createElement('div')
    target.addEventListener('keydown', (event) =>
      actOnSheetKey(event, {
        pan: (right, down) => calls.push(['pan', right, down]),
        zoom: (factor) => calls.push(['zoom', factor]),
        fit: () => calls.push(['fit']),
        finish: () => calls.push(['finish']),
        leave: () => calls.push(['leave']),
      }),
    )
    return dispatchKey(target, key, more)
  }

  it.each([
    ['ArrowLeft', ['pan', 60, 0]],
    ['ArrowRight', ['pan', -60, 0]],
    ['ArrowUp', ['pan', 0, 60]],
    ['ArrowDown', ['pan', 0, -60]],
    ['+', ['zoom', 1.4]],
    ['=', ['zoom', 1.4]],
    ['-', ['zoom', 1 / 1.4]],
    ['f', ['fit']],
    ['F', ['fit']],
    ['Home', ['fit']],
    ['Enter', ['finish']],
    ['Escape', ['leave']],
  ])('are handled for %s', (key, call) => {
    expect(dispatchSheetKey(key)).toBe(true)
    expect(calls).toEqual([call])
  })

  it('leave other keys and shortcuts to the page', () => {
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
      expect(dispatchSheetKey('f', more)).toBe(false)
    expect(dispatchSheetKey('q')).toBe(false)
    expect(calls).toEqual([])
  })
})

describe('sheet camera', () => {
  function cameraOn(): SheetCamera {
    const camera = new SheetCamera()
    camera.setSize(800, 600)
    camera.fit({ min: [0, 0], max: [736, 100] }, { isFitted: true })
    return camera
  }

  it('converts between sheet and canvas and back (seed 131)', () => {
    const random = testRandom(131)
    const camera = cameraOn()
    for (let round = 0; round < 50; round++) {
      camera.zoom(0.5 + random() * 2, random() * 800, random() * 600)
      camera.pan(random() * 100 - 50, random() * 100 - 50)
      const [x, y] = [random() * 800, random() * 600]
      const back = camera.toScreen(camera.placeAt(x, y))
      expect([back.x, back.y].map((value) => rounded(value, 6))).toEqual([x, y].map((value) => rounded(value, 6)))
    }
  })

  it('has one unit per pixel where 736 units fit 800 pixels with their margin', () => {
    const camera = cameraOn()
    expect(camera.unitsPerPixel).toBeCloseTo(1, 9)
    expect(camera.toScreen([0, 50])).toEqual({ x: expect.closeTo(32, 6), y: expect.closeTo(300, 6) })
  })

  it('pans with the pointer and keeps the point under it while zooming', () => {
    const camera = cameraOn()
    const before = camera.placeAt(200, 100)
    camera.pan(30, -20)
    expect(rounded([...camera.placeAt(230, 80)], 6)).toEqual(rounded([...before], 6))
    camera.zoom(3, 230, 80)
    expect(camera.unitsPerPixel).toBeCloseTo(1 / 3, 9)
    expect(rounded([...camera.placeAt(230, 80)], 6)).toEqual(rounded([...before], 6))
  })

  it('stops zooming at fifty times the sheet and at a ten-millionth of it', () => {
    const camera = cameraOn()
    camera.zoom(1e-9, 400, 300)
    expect(camera.unitsPerPixel).toBeCloseTo(50, 6)
    camera.zoom(1e15, 400, 300)
    expect(camera.unitsPerPixel).toBeCloseTo(1e-7, 12)
    // A detail without extent is fitted as closely as is possible.
    camera.fit({ min: [5, 5], max: [5, 5] })
    expect(camera.unitsPerPixel).toBeCloseTo(1e-7, 12)
  })

  it('gives the shaders device pixels from the centre, y up', () => {
    const camera = cameraOn()
    camera.zoom(2, 400, 300)
    const { matrix, pixelRatio, unitsPerPixel } = camera.viewFor(1.5)
    expect([pixelRatio, unitsPerPixel]).toEqual([1.5, expect.closeTo(0.5, 9)])
    const [a, b, c, d, e, f] = matrix
    expect([b, c]).toEqual([0, 0])
    expect([camera.center[0] * a + e, camera.center[1] * d + f].map((value) => rounded(value, 6))).toEqual([0, 0])
    expect(a).toBeCloseTo(3, 9)
  })
})

describe('measuring a sheet', () => {
  let measured: (readonly SheetMeasurement[])[]
  let measuring: SheetMeasuring
  const camera = new SheetCamera()
  const model = testSheet({ info: { millimetresPerUnit: 10 } })
  const overlay = (): Element => page.container.querySelector('svg') as Element
  const add = (points: readonly SheetPoint[], sheet = model): void => {
    for (const point of points) measuring.addPoint(point, sheet)
  }

  beforeEach(() => {
    measured = []
    const events = new EventEmitter<SheetEvents>()
    events.on('measured', ({ measurements }) => measured.push(measurements))
    measuring = new SheetMeasuring(page.container, events, ({ value }) => `${Math.round(value)} mm`)
    camera.setSize(800, 600)
    camera.fit({ min: [0, 0], max: [736, 100] }, { isFitted: true })
  })

  it('ends a distance at its second point, in millimetres of the model', () => {
    measuring.start('distance')
    add([
      [10, 10],
      [40, 50],
      [0, 0],
    ])
    expect(measured.at(-1)).toEqual([
      {
        kind: 'distance',
        value: 500,
        ofModel: true,
        points: [
          [10, 10],
          [40, 50],
        ],
      },
    ])
  })

  it('ends an area on request, once it has three points, in either direction', () => {
    measuring.start('area')
    add([
      [0, 0],
      [10, 0],
    ])
    measuring.finishArea(model)
    expect(measured).toEqual([])
    add([
      [10, 5],
      [0, 5],
    ])
    measuring.finishArea(model)
    expect(measured.at(-1)).toMatchObject([{ kind: 'area', value: 5000, ofModel: true }])
    add([
      [0, 5],
      [10, 5],
      [10, 0],
      [0, 0],
    ])
    measuring.finishArea(model)
    expect(measured.at(-1)?.map(({ value }) => value)).toEqual([5000, 5000])
  })

  it('keeps its precision for an area far from the origin', () => {
    measuring.start('area')
    add([
      [4.5e9, 7.2e9],
      [4.5e9 + 3, 7.2e9],
      [4.5e9 + 3, 7.2e9 + 2],
    ])
    measuring.finishArea(model)
    expect(measured.at(-1)?.[0].value).toBe(300)
  })

  it('is of the model in one viewport, and of the paper across two or beside them', () => {
    const matrix = [0.02, 0, 0, 0.02, 0, 0] as const
    const viewports = [testViewport({ matrix }), testViewport({ matrix, clip: [[200, 0, 300, 0, 300, 100, 200, 100]] })]
    const layout = testSheet({ info: { kind: 'layout', viewports } })
    measuring.start('distance')
    add(
      [
        [10, 10],
        [70, 90],
      ],
      layout,
    )
    add(
      [
        [50, 10],
        [250, 10],
      ],
      layout,
    )
    add(
      [
        [150, 10],
        [150, 30],
      ],
      layout,
    )
    expect(measured.at(-1)?.map(({ value, ofModel }) => [rounded(value), ofModel])).toEqual([
      [5000, true],
      [200, false],
      [20, false],
    ])
    expect(scaleAt(layout, [10, 10])).toEqual({ millimetresPerUnit: expect.closeTo(50, 9), ofModel: true, viewport: 0 })
    expect(scaleAt(layout, [150, 10])).toEqual({ millimetresPerUnit: 1, ofModel: false, viewport: -1 })
  })

  it('draws finished ones with their label, and the open one up to the pointer', () => {
    measuring.start('distance')
    add([
      [0, 50],
      [100, 50],
    ])
    measuring.addPoint([200, 50], model)
    measuring.hover([250, 60])
    measuring.draw(camera)
    const lines = [...overlay().querySelectorAll('polyline')].map((line) => line.getAttribute('points'))
    const toText = (points: readonly SheetPoint[]): string =>
      points
        .map((point) => camera.toScreen(point))
        .map(({ x, y }) => `${x},${y}`)
        .join(' ')
    expect(lines).toEqual([
      toText([
        [0, 50],
        [100, 50],
      ]),
      toText([
        [200, 50],
        [250, 60],
      ]),
    ])
    expect([...overlay().querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(['1000 mm'])
    const label = overlay().querySelector('text')
    expect(Number(label?.getAttribute('x'))).toBeCloseTo(camera.toScreen([50, 50]).x, 6)
    expect(overlay().querySelectorAll('circle')).toHaveLength(4)
  })

  it('fills an area as soon as it has three points', () => {
    measuring.start('area')
    add([
      [0, 0],
      [10, 0],
    ])
    measuring.draw(camera)
    expect(overlay().querySelectorAll('polygon')).toHaveLength(0)
    measuring.hover([10, 10])
    measuring.draw(camera)
    expect(overlay().querySelectorAll('polygon')).toHaveLength(1)
  })

  it('discards the open one by another kind, and all by clearing', () => {
    measuring.start('distance')
    add([
      [0, 50],
      [100, 50],
      [200, 50],
    ])
    measuring.start('area')
    measuring.draw(camera)
    expect(overlay().querySelectorAll('circle')).toHaveLength(2)
    measuring.clear()
    measuring.draw(camera)
    expect([overlay().childElementCount, measured.at(-1)]).toEqual([0, []])
    measuring.start(null)
    measuring.addPoint([0, 0], model)
    measuring.draw(camera)
    expect(overlay().childElementCount).toBe(0)
  })
})
