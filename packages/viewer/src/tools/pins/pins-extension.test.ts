import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Point } from '../../engine/types.js'
import { lookAt, openNodeViewer, type NodeViewer } from '../../testing/node-viewer.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import type { Pin, PinsExtension } from './pins-extension.js'

let building: TestBuilding
let model: TestPackage
let node: NodeViewer
let pins: PinsExtension

beforeAll(async () => {
  model = await writeTestPackage((scene) => {
    building = buildBuilding(scene)
  })
})
beforeEach(async () => {
  node = await openNodeViewer(model)
  pins = (await node.viewer.loadExtension('kamar.pins')) as PinsExtension
  lookAt(node.viewer, [6, -20, 1], [6, 0, 1], 10)
})
afterEach(() => {
  vi.useRealTimers()
  return node.close()
})

const createPin = (id: string, point: Point, change: Partial<Pin> = {}): Pin => ({
  id,
  anchor: { element: building.wall, point },
  text: id,
  label: `Issue ${id}`,
  color: '#aa3300',
  ...change,
})
const getButtons = (): HTMLButtonElement[] => [
  ...node.viewer.element.querySelectorAll<HTMLButtonElement>('[data-pins] button'),
]

describe('pins', () => {
  it('have their tip at their point, whatever its distance', () => {
    pins.setPins([createPin('1', [6, 0, 1]), createPin('2', [8, 4, 2])])
    // 60 pixels are a metre; a pin is 26 pixels high and its tip at the lower left.
    expect(getButtons().map(({ style }) => style.transform)).toEqual([
      'translate(400.0px, 274.0px)',
      'translate(520.0px, 214.0px)',
    ])
    lookAt(node.viewer, [8, -20, 1], [8, 0, 1], 20)
    node.viewer.replacement.events.emit('cameraChanged', { view: node.viewer.camera.view })
    expect(getButtons()[0].style.transform).toBe('translate(340.0px, 274.0px)')
  })

  it('are buttons with an accessible name that report clicks', () => {
    const ids: string[] = []
    pins.on('pinClicked', ({ id }) => ids.push(id))
    pins.setPins([createPin('1', [6, 0, 1]), createPin('2', [8, 4, 2], { selected: true, text: 'B' })])
    const [first, second] = getButtons()
    expect([second.textContent, second.getAttribute('aria-label'), second.title]).toEqual(['B', 'Issue 2', 'Issue 2'])
    expect([first, second].map((button) => button.getAttribute('aria-pressed'))).toEqual(['false', 'true'])
    expect(Number(second.style.zIndex)).toBeGreaterThan(Number(first.style.zIndex))
    second.click()
    expect(ids).toEqual(['2'])
  })

  it('keep their button while they change, so that it keeps the focus', () => {
    pins.setPins([createPin('1', [6, 0, 1]), createPin('2', [8, 4, 2])])
    const [first, second] = getButtons()
    pins.setPins([createPin('2', [6, 0, 1], { label: 'Closed' })])
    expect(getButtons()).toEqual([second])
    expect(second.title).toBe('Closed')
    expect(first.isConnected).toBe(false)
  })

  it('are hidden behind the camera in perspective', () => {
    lookAt(node.viewer, [6, 20, 1], [6, 40, 1])
    pins.setPins([createPin('1', [6, 0, 1])])
    expect(getButtons()[0].style.display).toBe('none')
    lookAt(node.viewer, [6, -20, 1], [6, 0, 1])
    pins.setPins(pins.pins)
    expect(getButtons()[0].style.display).toBe('')
  })

  it('fade behind the model once the camera rests, and not on their own surface', () => {
    vi.useFakeTimers()
    // Behind the wall, on its south side, in front of it, and beside the model.
    pins.setPins([
      createPin('behind', [4, 7, 1]),
      createPin('on', [4, 3.9, 1]),
      createPin('before', [4, 1, 1]),
      createPin('beside', [3, 7, 5]),
    ])
    const isCovered = (): boolean[] => getButtons().map(({ dataset }) => dataset['covered'] === 'true')
    vi.advanceTimersByTime(110)
    expect(isCovered()).toEqual([false, false, false, false])
    vi.advanceTimersByTime(20)
    expect(isCovered()).toEqual([true, false, false, false])
    expect(getButtons().map(({ style }) => style.opacity)).toEqual(['0.35', '', '', ''])
    node.viewer.visibility.hide([building.wall])
    vi.advanceTimersByTime(130)
    expect(isCovered()).toEqual([false, false, false, false])
  })

  it('move with their model, unless they belong to no element', () => {
    pins.setPins([
      createPin('1', [6, 0, 1]),
      createPin('2', [6, 0, 1], { anchor: { element: null, point: [6, 0, 1] } }),
      createPin('3', [6, 0, 1], { anchor: { element: building.upperWall, point: [6, 0, 1] } }),
    ])
    const move = {
      matrix: [1, 0, 0, 2, 0, 1, 0, 0, 0, 0, 1, 0],
      contains: (element: number) => element === building.wall,
    }
    node.viewer.replacement.events.emit('elementsMoved', { move })
    node.viewer.replacement.events.emit('elementsMoved', { move: null })
    expect(pins.pins.map(({ anchor }) => anchor.point)).toEqual([
      [8, 0, 1],
      [6, 0, 1],
      [6, 0, 1],
    ])
    expect(getButtons()[0].style.transform).toBe('translate(520.0px, 274.0px)')
  })

  it('go with the model and with the extension', () => {
    pins.setPins([createPin('1', [6, 0, 1])])
    node.viewer.unload()
    expect([pins.pins, getButtons()]).toEqual([[], []])
    node.viewer.unloadExtension('kamar.pins')
    expect(node.viewer.element.querySelector('[data-pins]')).toBeNull()
  })
})
