import { describe, expect, it } from 'vitest'
import { openDwg } from './open-dwg.js'
import { createEntities, createLine } from './testing/entities.js'
import { countExactEnds } from './testing/exact-ends.js'
import { releases, writeDrawing, fixedHandles } from './testing/write-drawing.js'

const entityCount = 70

describe.each(releases)('openDwg with a drawing of release %i', (release) => {
  const file = writeDrawing(release, createEntities(entityCount), { doorEntities: [createLine([0, 0], [1, 2])] })

  it('reads the entities of the model space in their order', () => {
    const drawing = openDwg(file)
    const model = drawing.blocks.find(({ name }) => name === '*Model_Space')
    const entities = [...(model?.entities() ?? [])]
    expect(entities.map(({ handle }) => handle)).toEqual(
      Array.from({ length: entityCount }, (_, index) => fixedHandles.firstEntity + index),
    )
    expect(entities.slice(0, 7).map(({ kind }) => kind)).toEqual([
      'line',
      'line',
      'circle',
      'arc',
      'text',
      'polyline',
      'insert',
    ])
    expect(drawing).toMatchObject({ unread: [], isTruncated: false, encoding: 'windows-1252' })
  })

  it('reads coordinates, texts, layers and blocks', () => {
    const drawing = openDwg(file)
    const model = drawing.blocks.find(({ name }) => name === '*Model_Space')
    const [, line, circle, arc, text, polyline, insert] = [...(model?.entities() ?? [])]
    const layer = { name: 'Walls', color: { kind: 'index', index: 3 }, isOn: true, isFrozen: false }
    expect(line).toMatchObject({ start: [10, 0, 0], end: [15, 0, 0], normal: [0, 0, 1], layer })
    expect(circle).toMatchObject({ center: [20, 0, 0], radius: 2.25, color: { kind: 'byLayer' } })
    expect(arc).toMatchObject({ center: [30, 0, 0], radius: 3.5, startAngle: 0, endAngle: 1.5 })
    expect(text).toMatchObject({ value: 'Room 4', insertPoint: [40, 0], height: 2.5, style: { name: 'Notes' } })
    expect(polyline).toMatchObject({ isClosed: true, vertices: [{ x: 50 }, { x: 54 }, { x: 54, y: 3 }, { x: 50 }] })
    expect(insert).toMatchObject({ insertPoint: [60, 0, 0], scale: [1, 1, 1], block: { name: 'Door' } })
    const door = drawing.blocks.find(({ name }) => name === 'Door')
    expect([...(door?.entities() ?? [])]).toMatchObject([{ kind: 'line', end: [1, 2, 0] }])
  })

  it('ends each object on its last bit', () => {
    for (const [, { count, exactCount }] of countExactEnds(file).kinds) expect(exactCount).toBe(count)
  })
})
