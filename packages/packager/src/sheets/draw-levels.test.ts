import { describe, expect, it } from 'vitest'
import { TestSheet } from '../test-support/test-sheet.js'
import { drawLevels } from './draw-levels.js'

const area = [[0, 0, 1, 0, 1, 1]]
const viewport = { shows: null, matrix: [1, 0, 0, 1, 0, 0], millimetresPerUnit: 1, clip: [], frozenLayers: [] } as const

/** Adds items to a sheet: l(ine), t(ext), f(ill), i(mage), v(iewport); returns the level of each. */
function findLevels(items: string, drawOrders: readonly (number | undefined)[] = []): number[] {
  const sheet = new TestSheet()
  const counts = { l: 0, t: 0, f: 0, i: 0, v: 0 }
  const kinds = { l: 'polylines', t: 'texts', f: 'fills', i: 'images', v: 'viewports' } as const
  const keys = [...items].map((item, number) => {
    const kind = item as keyof typeof counts
    const entity = sheet.addEntity(drawOrders[number])
    if (kind === 'l') sheet.addLine([0, 0, 1, 1], { entity })
    else if (kind === 't') sheet.addText({ entity })
    else if (kind === 'f') sheet.addFill(area, { entity })
    else if (kind === 'i')
      sheet.store.addImage({ entity, layer: 0, picture: 0, origin: [0, 0], xAxis: [1, 0], yAxis: [0, 1] })
    else sheet.store.addViewport({ ...viewport, entity })
    return [kinds[kind], counts[kind]++] as const
  })
  const levels = drawLevels(sheet.store)
  const all = keys.map(([kind, index]) => levels[kind][index])
  expect(levels.count).toBe(Math.max(0, ...all) + 1)
  return all
}

describe('drawLevels', () => {
  it('puts areas of one kind and the lines and texts over them on one level', () => {
    expect(findLevels('ffltlt')).toEqual([0, 0, 0, 0, 0, 0])
    expect(findLevels('ii')).toEqual([0, 0])
    expect(findLevels('ltl')).toEqual([0, 0, 0])
    expect(findLevels('')).toEqual([])
  })

  it('begins a level with an area after lines or texts', () => {
    expect(findLevels('lf')).toEqual([0, 1])
    expect(findLevels('tf')).toEqual([0, 1])
    expect(findLevels('lflff')).toEqual([0, 1, 1, 2, 2])
  })

  it('begins a level with an area of another kind, and with each viewport', () => {
    expect(findLevels('fifi')).toEqual([0, 1, 2, 3])
    expect(findLevels('vv')).toEqual([0, 1])
    expect(findLevels('fvl')).toEqual([0, 1, 1])
    expect(findLevels('lvf')).toEqual([0, 1, 2])
  })

  it('follows the draw order of the entities before the order of the calls', () => {
    expect(findLevels('fl', [5, 1])).toEqual([1, 0])
    expect(findLevels('lf', [5, 1])).toEqual([0, 0])
    // Equal draw orders: the order of the entities.
    expect(findLevels('lf', [7, 7])).toEqual([0, 1])
  })

  it('follows the order of the calls within an entity', () => {
    const sheet = new TestSheet()
    const entity = sheet.addEntity()
    sheet.addLine([0, 0, 1, 1], { entity })
    sheet.addFill(area, { entity })
    sheet.addLine([0, 0, 1, 1], { entity })
    const { polylines, fills, count } = drawLevels(sheet.store)
    expect([[...polylines], [...fills], count]).toEqual([[0, 1], [1], 2])
  })

  it('keeps the content of an entity together although calls for two entities alternate', () => {
    const sheet = new TestSheet()
    const [one, other] = [sheet.addEntity(), sheet.addEntity()]
    sheet.addLine([0, 0, 1, 1], { entity: other })
    sheet.addFill(area, { entity: one })
    sheet.addLine([0, 0, 1, 1], { entity: one })
    sheet.addFill(area, { entity: other })
    // Entity 0: fill, line; entity 1: line, fill.
    const { polylines, fills } = drawLevels(sheet.store)
    expect([[...polylines], [...fills]]).toEqual([
      [0, 0],
      [0, 1],
    ])
  })
})
