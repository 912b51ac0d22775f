import type { Block, Drawing, Entity } from '@kamar/codecs/drawing'
import { describe, expect, it } from 'vitest'
import { JoinedDrawing, findModelSpace } from './joined-drawing.js'
import { createBlock, createDrawing, createEntity } from './testing/records.js'

/** Creates a block that counts how often its entities are read. */
function createCountedBlock(entityCount: number): { readonly block: Block; readonly countReads: () => number } {
  let reads = 0
  const line = createEntity('line')
  const entities = (): Iterable<Entity> => {
    reads++
    return Array.from({ length: entityCount }, () => line)
  }
  return { block: createBlock('PART', [], { entityCount, entities }), countReads: () => reads }
}

const requireModel = (drawing: Drawing): Block => {
  const model = findModelSpace(drawing)
  if (!model) throw new Error('no model space')
  return model
}

describe('JoinedDrawing', () => {
  it('reads the entities of a small block twice at most', () => {
    const { block, countReads } = createCountedBlock(3)
    const joined = new JoinedDrawing(createDrawing({ blocks: [block] }))
    for (let request = 0; request < 5; request++) expect([...joined.entities(block)]).toHaveLength(3)
    expect(countReads()).toBe(2)
  })

  it('reads the entities of a large block each time', () => {
    const { block, countReads } = createCountedBlock(5001)
    const joined = new JoinedDrawing(createDrawing({ blocks: [block] }))
    for (let request = 0; request < 4; request++) expect([...joined.entities(block)]).toHaveLength(5001)
    expect(countReads()).toBe(4)
  })

  it('stores a limited number of entities in all', () => {
    const blocks = Array.from({ length: 21 }, () => createCountedBlock(5000))
    const joined = new JoinedDrawing(createDrawing())
    for (const { block } of blocks) for (let request = 0; request < 3; request++) joined.entities(block)
    expect(blocks.filter(({ countReads }) => countReads() === 2)).toHaveLength(20)
  })

  const reference = createBlock('GRID', [], { isExternal: true })
  const main = createDrawing({ model: [createEntity('insert', { block: reference })], blocks: [reference] })
  const solid = createEntity('modeler', { handle: 0x50 })
  const attached = createDrawing({
    model: [solid],
    bodies: new Map([[0x50, { bytes: Uint8Array.of(7), isDamaged: false }]]),
    findClip: () => ({ outline: [], isInverted: true, insertTransform: [], inverseInsertTransform: [] }),
  })
  const attach = (): JoinedDrawing => {
    const joined = new JoinedDrawing({
      ...main,
      bodies: new Map([[0x50, { bytes: Uint8Array.of(1), isDamaged: false }]]),
    })
    joined.attach(reference, attached, requireModel(attached))
    return joined
  }

  it('has the model space of an attached drawing where a block refers to it', () => {
    const joined = attach()
    expect(joined.countEntities(reference)).toBe(1)
    expect([...joined.entities(reference)]).toMatchObject([{ kind: 'modeler' }])
    expect(joined.drawings).toHaveLength(2)
    expect([...joined.entitiesNamed(new Set(['3DSOLID', 'INSERT']))].map(({ name }) => name)).toEqual([
      'INSERT',
      '3DSOLID',
    ])
  })

  it('distinguishes the bodies of drawings that use the same handles', () => {
    const joined = attach()
    const [entity] = joined.entities(reference)
    expect([...(joined.bodies.get(0x50)?.bytes ?? [])]).toEqual([1])
    expect(entity?.handle).not.toBe(0x50)
    expect([...(joined.bodies.get(entity?.handle ?? 0)?.bytes ?? [])]).toEqual([7])
    const [match] = joined.entitiesNamed(new Set(['3DSOLID']))
    expect(match?.handle).toBe(entity?.handle)
  })

  it('finds clips in the drawing that an insert is in', () => {
    const joined = attach()
    const [own] = joined.entities(requireModel(main))
    const [other] = joined.entities(reference)
    if (!own || !other) throw new Error('no entities')
    expect(joined.findClip(own)).toBeNull()
    expect(joined.findClip(other)?.isInverted).toBe(true)
  })
})
