import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dragAlong, type NodePage, openNodePage } from '../../testing/node-page.js'
import { recordCanvas } from '../../testing/recorded-canvas.js'
import { rounded } from '../../testing/rounded.js'
import { ImageMarkup } from './image-markup.js'

let page: NodePage

beforeEach(() => {
  page = openNodePage()
})
afterEach(() => page.close())

const getLayer = (): SVGSVGElement => page.container.querySelector('[data-markup]') as SVGSVGElement

describe('ImageMarkup', () => {
  it('counts in half heights of the image, which fits into its container', () => {
    // 800 × 600 CSS pixels show 1600 × 800 pixels of the image in half size, with 100 pixels free above.
    const markup = new ImageMarkup(page.container, { width: 1600, height: 800 })
    markup.tool = 'rectangle'
    dragAlong(getLayer(), [
      { x: 400, y: 300 },
      { x: 600, y: 500 },
    ])
    const [shape] = markup.shapes
    expect(shape && 'box' in shape ? rounded([...shape.box], 3) : null).toEqual([0, 0, 1, 1])
    markup.dispose()
  })

  it('draws lines that are as wide on the screen in a wide image as in a high one', () => {
    const computeWidth = (width: number, height: number, pixelsPerUnit: number): number => {
      const markup = new ImageMarkup(page.container, { width, height })
      markup.tool = 'line'
      dragAlong(getLayer(), [
        { x: 300, y: 300 },
        { x: 500, y: 300 },
      ])
      const pixels = (markup.shapes[0]?.width ?? 0) * pixelsPerUnit
      markup.dispose()
      return pixels
    }
    expect(computeWidth(1600, 400, 100)).toBeCloseTo(computeWidth(400, 600, 300))
  })

  it('paints the shapes over the same part of a copy of any size', () => {
    const markup = new ImageMarkup(page.container, { width: 1600, height: 800 })
    markup.open([{ id: 's1', kind: 'line', color: '#d92d20', width: 0.01, from: [0, 0], to: [1, 1] }])
    const copy = recordCanvas(800, 400)
    markup.paint(copy.target.context, { width: 800, height: 400 })
    expect(copy.filterByName('translate')[0]?.args).toEqual([400, 200])
    expect(copy.filterByName('scale')[0]?.args).toEqual([200, 200])
    expect(copy.filterByName('stroke')).toHaveLength(1)
    markup.dispose()
    expect(getLayer()).toBeNull()
  })

  it('undoes a stroke, and clears all with nothing left to undo', () => {
    const markup = new ImageMarkup(page.container, { width: 800, height: 600 })
    markup.tool = 'pen'
    dragAlong(getLayer(), [
      { x: 100, y: 100 },
      { x: 200, y: 250 },
    ])
    expect([markup.shapes.length, markup.canUndo]).toEqual([1, true])
    markup.undo()
    expect([markup.shapes.length, markup.canRedo]).toEqual([0, true])
    markup.clear()
    expect([markup.canUndo, markup.canRedo]).toEqual([false, false])
    markup.dispose()
  })
})
