import { describe, expect, it } from 'vitest'
import { exampleExtensions, registerExamples } from './catalogue.js'
import { barsOfGroups, hueColor } from './histogram/bars.js'
import { readIssues } from './issue-pins/pinned-issues.js'
import { countBy, summarise } from './summary/summarise.js'

const element = (properties: readonly { name: string; value: number | string; unit?: string }[]) => ({
  element: 1,
  name: '',
  sets: [{ name: 'Quantities', properties }],
})

describe('quantity summary', () => {
  it('adds up each unit separately', () => {
    const sums = summarise([
      element([
        { name: 'NetVolume', value: 2, unit: 'm³' },
        { name: 'Length', value: 5, unit: 'm' },
      ]),
      element([{ name: 'Volume', value: 0.5, unit: 'm³' }]),
      element([
        { name: 'Volume', value: 3, unit: 'ft³' },
        { name: 'Area', value: 'unknown' },
      ]),
    ])
    expect(sums).toEqual([
      { name: 'volume', unit: 'm³', sum: 2.5, elements: 2 },
      { name: 'length', unit: 'm', sum: 5, elements: 1 },
      { name: 'volume', unit: 'ft³', sum: 3, elements: 1 },
    ])
  })
  it('counts values in descending order of frequency', () => {
    expect(countBy(['IfcDoor', 'IfcWall', 'IfcWall'])).toEqual([
      ['IfcWall', 2],
      ['IfcDoor', 1],
    ])
  })
})

describe('property histogram', () => {
  it('has a bar for each value, relative to the longest', () => {
    const bars = barsOfGroups(
      [
        { text: 'C30', elements: Uint32Array.of(1, 2, 3, 4) },
        { text: '', elements: Uint32Array.of(5) },
      ],
      '(none)',
    )
    expect(bars.map(({ label, share }) => [label, share])).toEqual([
      ['C30', 1],
      ['(none)', 0.25],
    ])
    expect(bars[0]?.rgb).not.toEqual(bars[1]?.rgb)
  })
  it('uses colours of all hues', () => {
    const [red, green, blue] = [hueColor(0), hueColor(120), hueColor(240)]
    expect(red[0]).toBeGreaterThan(red[1] + 100)
    expect(green[1]).toBeGreaterThan(green[0] + 100)
    expect(blue[2]).toBeGreaterThan(blue[0] + 100)
  })
})

describe('issue pins', () => {
  it('are restored only from a valid saved state', () => {
    const issue = { at: [1, 2, 3], element: 7, text: 'Crack' }
    expect(readIssues([issue, { at: [1, 2], text: 'x' }, null, { at: [1, 2, 3], element: 'x', text: 'Free' }])).toEqual(
      [issue, { at: [1, 2, 3], element: null, text: 'Free' }],
    )
    for (const state of [undefined, 'pins', { at: [0, 0, 0] }]) expect(readIssues(state)).toEqual([])
  })
})

describe('example catalogue', () => {
  it('names every example in four languages and loads each', async () => {
    registerExamples()
    const { theExtensionManager } = await import('@kamar/viewer')
    for (const { id, messages } of exampleExtensions) {
      expect(Object.keys(messages)).toEqual(['en', 'hy', 'ru', 'es'])
      for (const text of Object.values(messages)) expect(Object.keys(text)).toEqual(['name', 'description'])
      expect(await theExtensionManager.fetchClass(id)).toBeTypeOf('function')
    }
    for (const { id } of exampleExtensions) theExtensionManager.unregisterExtension(id)
  })
})
