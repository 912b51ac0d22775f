import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openNodeViewer, type NodeViewer } from '../../testing/node-viewer.js'
import { rounded } from '../../testing/rounded.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import { evenBounds, readLegend, type ColorLegend } from './color-legend.js'
import type { ColorsExtension } from './colors-extension.js'
import { categoryColor, rampColor } from './palette.js'

let building: TestBuilding
let model: TestPackage
let node: NodeViewer
let colors: ColorsExtension

beforeAll(async () => {
  model = await writeTestPackage((scene) => {
    building = buildBuilding(scene)
  })
})
beforeEach(async () => {
  node = await openNodeViewer(model)
  colors = (await node.viewer.loadExtension('kamar.colors')) as ColorsExtension
})
afterEach(() => node.close())

const material = { set: 'Common', property: 'Material' } as const
const load = { set: 'Common', property: 'Load' } as const

/** Red, green and blue of an element in the viewer; null for its own colour. */
const getColor = (element: number): readonly number[] | null =>
  node.viewer.colors.all().find(({ elements }) => elements.includes(element))?.color.rgb ?? null
const getEntry = (text: string) => colors.legend?.entries.find((entry) => entry.text === text)

describe('colours by the values of a property', () => {
  it('are one colour per value, with the number of its elements', async () => {
    expect(await colors.colorBy(material, { kind: 'categories' })).toBe(true)
    const counts = Object.fromEntries(colors.legend?.entries.map(({ text, elements }) => [text, elements]) ?? [])
    // Both walls below and two columns are of concrete.
    expect(counts).toEqual({ Concrete: 4, Steel: 2, Brick: 1 })
    const rgb = (text: string) => getEntry(text)?.rgb
    const [first, second, third, fourth] = building.columns
    expect([first, second, third, fourth].map(getColor)).toEqual(['Concrete', 'Concrete', 'Steel', 'Steel'].map(rgb))
    expect(getColor(building.upperWall)).toEqual(rgb('Brick'))
    expect(getColor(building.slab)).toBeNull()
    expect(new Set(['Concrete', 'Steel', 'Brick'].map((text) => rgb(text)?.join(' '))).size).toBe(3)
  })

  it('are none for a property that no element has', async () => {
    expect(await colors.colorBy({ set: 'Common', property: 'Colour' }, { kind: 'categories' })).toBe(false)
    expect(await colors.colorBy(material, { kind: 'ranges' })).toBe(false)
    expect([colors.legend, node.viewer.colors.size]).toEqual([null, 0])
  })

  it('keep an element its own colour while its value is disabled', async () => {
    await colors.colorBy(material, { kind: 'categories' })
    const at = colors.legend?.entries.findIndex(({ text }) => text === 'Steel') ?? -1
    colors.setEntry(at, { enabled: false })
    expect(getColor(building.columns[3])).toBeNull()
    colors.setEntry(at, { enabled: true, rgb: [1, 2, 3] })
    expect(getColor(building.columns[3])).toEqual([1, 2, 3])
  })

  it('ghost everything else in grey on request', async () => {
    await colors.colorBy(material, { kind: 'categories' })
    colors.setOthersGrey(true)
    expect(getColor(building.slab)).toEqual([176, 180, 186])
    expect(getColor(building.upperWall)).toEqual(getEntry('Brick')?.rgb)
    colors.setOthersGrey(false)
    expect(getColor(building.slab)).toBeNull()
  })
})

describe('colours by ranges of numbers', () => {
  it('are of equal width from the least to the greatest number', async () => {
    // Loads: 1, 2, 3, 4 of columns and 5 of two walls.
    expect(await colors.colorBy(load, { kind: 'ranges', ranges: 4 })).toBe(true)
    expect(colors.legend?.entries.map(({ range, elements }) => [range?.low, range?.high, elements])).toEqual([
      [1, 2, 1],
      [2, 3, 1],
      [3, 4, 1],
      [4, 5, 3],
    ])
    expect(getColor(building.columns[0])).toEqual(rampColor(0))
    expect(getColor(building.wall)).toEqual(rampColor(1))
  })

  it('are five by default, and one for a single number', async () => {
    await colors.colorBy(load, { kind: 'ranges' })
    expect(colors.legend?.entries).toHaveLength(5)
  })

  it('have custom bounds, and keep their colours if the number of ranges stays', async () => {
    await colors.colorBy(load, { kind: 'ranges', ranges: 2 })
    colors.setEntry(0, { rgb: [9, 9, 9] })
    await colors.setBounds(load, [0, 4, 10])
    expect(colors.legend?.entries.map(({ rgb, elements }) => [rgb, elements])).toEqual([
      [[9, 9, 9], 3],
      [rampColor(1), 3],
    ])
    await colors.setBounds(load, [0, 2, 4, 10])
    expect(colors.legend?.entries.map(({ rgb }) => rgb)).toEqual([0, 0.5, 1].map(rampColor))
  })
})

describe('undo of colours', () => {
  it('reverts and repeats every change', async () => {
    const legends: (ColorLegend | null)[] = [colors.legend]
    await colors.colorBy(material, { kind: 'categories' })
    legends.push(colors.legend)
    colors.setEntry(0, { rgb: [5, 6, 7] })
    legends.push(colors.legend)
    await colors.colorBy(load, { kind: 'ranges' })
    legends.push(colors.legend)
    colors.clear()
    legends.push(null)
    for (const legend of legends.slice(0, -1).toReversed()) {
      node.viewer.history.undo()
      expect(colors.legend).toEqual(legend)
    }
    expect(node.viewer.colors.size).toBe(0)
    for (const legend of legends.slice(1)) {
      node.viewer.history.redo()
      expect(colors.legend).toEqual(legend)
    }
  })
})

describe('saved colours', () => {
  it.each([
    ['categories', material],
    ['ranges', load],
  ] as const)('are restored as they were: %s', async (kind, field) => {
    await colors.colorBy(field, { kind })
    colors.setEntry(0, { rgb: [5, 6, 7], enabled: false })
    colors.setOthersGrey(true)
    const state = JSON.parse(JSON.stringify(colors.getState())) as unknown
    const painted = node.viewer.colors.all()
    colors.clear()
    expect(colors.getState()).toBeUndefined()
    colors.restoreState(state)
    await expect.poll(() => colors.getState()).toEqual(state)
    expect(node.viewer.colors.all()).toEqual(painted)
  })

  it('are removed by a view without a legend, or with a damaged one', async () => {
    for (const state of [undefined, { field: material }, 7]) {
      await colors.colorBy(material, { kind: 'categories' })
      colors.restoreState(state)
      expect([colors.legend, node.viewer.colors.size]).toEqual([null, 0])
    }
  })

  it('end with all colours of the viewer, and with the model', async () => {
    const legends: boolean[] = []
    colors.on('changed', ({ legend }) => legends.push(legend !== null))
    await colors.colorBy(material, { kind: 'categories' })
    node.viewer.colors.reset()
    expect(colors.legend).toBeNull()
    await colors.colorBy(material, { kind: 'categories' })
    node.viewer.unload()
    expect([colors.legend, legends]).toEqual([null, [true, false, true, false]])
  })

  it('ignore an answer that arrives after a newer request', async () => {
    const first = colors.colorBy(material, { kind: 'categories' })
    const second = colors.colorBy(load, { kind: 'ranges' })
    expect([await first, await second]).toEqual([false, true])
    expect(colors.legend?.field).toEqual(load)
  })
})

describe('a stored legend', () => {
  const entry = { text: 'Steel', range: null, rgb: [1, 2, 3], enabled: true, elements: 4 }
  const legend = { field: material, kind: 'categories', entries: [entry], othersGrey: true, others: 2 }

  it('is read without its counts, which belong to another model', () => {
    expect(readLegend(legend)).toEqual({ ...legend, entries: [{ ...entry, elements: 0 }], others: 0 })
  })

  it('has at most 500 entries', () => {
    expect(readLegend({ ...legend, entries: Array.from({ length: 600 }, () => entry) })?.entries).toHaveLength(500)
  })

  it.each([
    ['no field', { ...legend, field: null }],
    ['a field without a property', { ...legend, field: { set: 'Common' } }],
    ['an unknown kind', { ...legend, kind: 'rainbow' }],
    ['entries that are no list', { ...legend, entries: {} }],
    ['a text that is a number', { ...legend, entries: [{ ...entry, text: 4 }] }],
    ['a colour of two parts', { ...legend, entries: [{ ...entry, rgb: [1, 2] }] }],
    ['a colour out of range', { ...legend, entries: [{ ...entry, rgb: [1, 2, 256] }] }],
    ['ranges without bounds', { ...legend, kind: 'ranges' }],
    ['categories with bounds', { ...legend, entries: [{ ...entry, range: { low: 1, high: 2 } }] }],
    ['infinite bounds', { ...legend, kind: 'ranges', entries: [{ ...entry, range: { low: 1, high: Infinity } }] }],
  ])('is refused with %s', (_, value) => {
    expect(readLegend(value)).toBeNull()
  })
})

describe('bounds and palette', () => {
  it('divide a range evenly and end exactly at its end', () => {
    expect(evenBounds(0, 10, 4)).toEqual([0, 2.5, 5, 7.5, 10])
    expect(evenBounds(0.1, 0.7, 3).at(-1)).toBe(0.7)
    expect(rounded(evenBounds(-3, 3, 3))).toEqual([-3, -1, 1, 3])
  })

  it('has twelve colours of categories, then lighter ones', () => {
    const all = Array.from({ length: 36 }, (_, index) => categoryColor(index))
    expect(new Set(all.map((rgb) => rgb.join(' '))).size).toBe(36)
    for (let index = 0; index < 12; index++) {
      // A step of 30 % towards white.
      expect(all[index + 12]).toEqual(all[index].map((value) => Math.round(value + (255 - value) * 0.3)))
      expect(all[index + 24]).toEqual(all[index].map((value) => Math.round(value + (255 - value) * 0.6)))
    }
    expect(categoryColor(48)).toEqual(all[24])
  })

  it('has a ramp that grows brighter, without jumps and held at its ends', () => {
    const brightness = (share: number): number => {
      const [red, green, blue] = rampColor(share)
      return 0.299 * red + 0.587 * green + 0.114 * blue
    }
    for (let step = 1; step <= 100; step++) {
      const by = brightness(step / 100) - brightness((step - 1) / 100)
      expect(by).toBeGreaterThan(0)
      expect(by).toBeLessThan(5)
    }
    expect([rampColor(-1), rampColor(2)]).toEqual([rampColor(0), rampColor(1)])
    expect(rampColor(0.125)).toEqual([59, 82, 140])
  })
})
