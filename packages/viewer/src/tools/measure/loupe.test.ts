import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openNodePage, pageSize, type NodePage } from '../../testing/node-page.js'
import { recordCanvas, type RecordedCanvas } from '../../testing/recorded-canvas.js'
import { Loupe } from './loupe.js'
import { snapGlyph } from './snap-glyphs.js'

let page: NodePage
let loupe: Loupe
let canvas: RecordedCanvas
const element = (): HTMLCanvasElement => page.container.querySelector('.kamar-loupe') as HTMLCanvasElement
const position = (): number[] => [element().style.left, element().style.top].map(Number.parseFloat)

beforeEach(() => {
  page = openNodePage()
  loupe = new Loupe(page.container)
  canvas = recordCanvas(256, 256)
  Object.assign(element(), { getContext: () => canvas.target.context })
})
afterEach(() => page.close())

describe('Loupe', () => {
  it('is above the finger, so that the finger covers nothing of it', () => {
    expect(loupe.isShown).toBe(false)
    loupe.show({ x: 300, y: 400 }, null)
    // 128 pixels wide; its centre is 100 pixels above the finger.
    expect([loupe.isShown, position()]).toEqual([true, [236, 236]])
    loupe.hide()
    expect(loupe.isShown).toBe(false)
  })

  it.each([
    ['below the finger near the top', { x: 300, y: 50 }, [236, 86]],
    ['within the page at the left', { x: 3, y: 400 }, [4, 236]],
    ['within the page at the right', { x: pageSize.width, y: 400 }, [pageSize.width - 132, 236]],
  ])('stays %s', (_, point, expected) => {
    loupe.show(point, null)
    expect(position()).toEqual(expected)
  })

  it('magnifies the surroundings of the finger two and a half times, in device pixels', () => {
    const source = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 })
    loupe.take(source)
    loupe.show({ x: 300, y: 400 }, null)
    // Two device pixels each: 128 / 2.5 pixels about the point (600, 800) fill 128 pixels.
    expect(canvas.filterByName('drawImage').map(({ args }) => args.slice(1))).toEqual([
      [600 - 51.2, 800 - 51.2, 102.4, 102.4, 0, 0, 128, 128],
    ])
  })

  it('shows the snap at its magnified distance from the finger', () => {
    loupe.show({ x: 300, y: 400 }, { x: 304, y: 398, kind: 'midpoint' })
    expect(canvas.filterByName('translate').map(({ args }) => args)).toEqual([
      [64, 64],
      [10, -5],
    ])
    const strokes = canvas.filterByName('stroke')
    expect(strokes.at(-1)?.args).toEqual([snapGlyph('midpoint')])
    expect(strokes.at(-1)?.style['strokeStyle']).toBe('#2F6FDE')
  })

  it('is removed with the tool', () => {
    loupe.dispose()
    expect(page.container.querySelector('.kamar-loupe')).toBeNull()
  })
})
