import { describe, expect, it } from 'vitest'
import { openDwg } from './open-dwg.js'
import { createCircle, createEntities, createLine } from './testing/entities.js'
import { fixedHandles, releases, writeDrawing } from './testing/write-drawing.js'

const plain = releases.filter((release) => release !== 2007)

describe.each(plain)('a drawing of release %i without its block headers', (release) => {
  // Headers are written behind the entities: a cut takes them away, and the maps.
  const file = writeDrawing(release, createEntities(1000), {
    doorEntities: [createLine([0, 0], [1, 2]), createCircle([5, 5], 2)],
  })
  const drawing = openDwg(file.slice(0, Math.floor(file.length * 0.85)))

  it('has a model space with the entities that state to belong to it', () => {
    const model = drawing.blocks.find(({ name }) => name === '*Model_Space')
    const entities = [...(model?.entities() ?? [])]
    expect(drawing.isTruncated).toBe(true)
    expect(entities.length).toBeGreaterThan(700)
    expect(entities[0]).toMatchObject({ kind: 'line', handle: fixedHandles.firstEntity, layer: { name: 'Walls' } })
  })

  it('keeps blocks that are there, for the inserts of them', () => {
    const door = drawing.blocks.find(({ name }) => name === 'Door')
    expect([...(door?.entities() ?? [])].map(({ kind }) => kind)).toEqual(['line', 'circle'])
    const model = drawing.blocks.find(({ name }) => name === '*Model_Space')
    const insert = [...(model?.entities() ?? [])].find(({ kind }) => kind === 'insert')
    expect(insert).toMatchObject({ block: { name: 'Door' } })
  })
})
