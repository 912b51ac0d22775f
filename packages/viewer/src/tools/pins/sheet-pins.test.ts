import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openNodePage, type NodePage } from '../../testing/node-page.js'
import { type SheetPin, SheetPins } from './sheet-pins.js'

let page: NodePage
let pins: SheetPins
let zoomed: (readonly [readonly number[], readonly number[]])[]
const sheet = { number: 0 as number | null, unitsPerPixel: 1, draw: (): void => undefined }

beforeEach(() => {
  page = openNodePage()
  zoomed = []
  Object.assign(sheet, { number: 0, unitsPerPixel: 1 })
  pins = new SheetPins({
    element: page.container,
    get openSheet() {
      return sheet.number
    },
    camera: { toScreen: ([x, y]) => ({ x: x / sheet.unitsPerPixel, y: -y / sheet.unitsPerPixel }) },
    on(_, listener) {
      sheet.draw = () => listener()
      return () => undefined
    },
    showRectangle: (min, max) => void zoomed.push([min, max]),
  })
})
afterEach(() => page.close())

const pin = (id: string, point: readonly [number, number], more: Partial<SheetPin> = {}): SheetPin => ({
  id,
  sheet: 0,
  point,
  text: id,
  label: `#${id}`,
  color: '#a6432b',
  ...more,
})
const buttons = () => [...page.container.querySelectorAll('button')].filter(({ style }) => style.display !== 'none')
const clicked: string[] = []
const click = (id: string): void => void clicked.push(id)

describe('pins of a sheet', () => {
  it('have their tips at their points, on their own sheet only', () => {
    pins.set([pin('1', [100, -50]), pin('2', [300, -50], { sheet: 1 })], click)
    expect(buttons().map((button) => [button.textContent, button.style.transform])).toEqual([
      ['1', 'translate(100.0px, 24.0px)'],
    ])
    sheet.number = 1
    sheet.draw()
    expect(buttons().map((button) => button.textContent)).toEqual(['2'])
  })

  it('are one with their count where they would cover each other, and a click zooms to them', () => {
    const near = [pin('1', [100, -50]), pin('2', [110, -50]), pin('3', [400, -50])]
    pins.set(near, click)
    expect(buttons().map((button) => button.textContent)).toEqual(['2', '3'])
    expect(buttons()[0]?.title).toBe('#1, #2')
    buttons()[0]?.click()
    expect(zoomed).toEqual([
      [
        [100, -50],
        [110, -50],
      ],
    ])
    sheet.unitsPerPixel = 0.1
    sheet.draw()
    expect(buttons().map((button) => button.textContent)).toEqual(expect.arrayContaining(['1', '2', '3']))
  })

  it('open in turn where they share a point', () => {
    const stack = ['1', '2'].map((id) => pin(id, [100, -50]))
    clicked.length = 0
    pins.set(stack, click)
    buttons()[0]?.click()
    expect([clicked, zoomed]).toEqual([['1'], []])
  })

  it('stay on their own while selected', () => {
    pins.set([pin('1', [100, -50], { selected: true }), pin('2', [102, -50])], click)
    expect(buttons().map((button) => button.textContent)).toEqual(['1', '2'])
  })
})
