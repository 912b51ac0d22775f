import type { Block, Entity, Insert } from '@kamar/codecs/drawing'
import { createRecordedContext } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { JoinedDrawing } from '../joined-drawing.js'
import { createBlock, createDrawing, createEntity, createLayer } from '../testing/records.js'
import { collectBodies, isThick, type PlacedBody } from './collect.js'

const { context } = createRecordedContext()

const collect = (...model: readonly Entity[]): Promise<readonly PlacedBody[]> =>
  collectBodies(new JoinedDrawing(createDrawing({ model })), context)

const createInsert = (block: Block, x = 0, more: Partial<Insert> = {}): Insert =>
  createEntity('insert', { block, insertPoint: [x, 0, 0], ...more })

const roundPosition = ({ matrix }: PlacedBody): number[] =>
  [...matrix.subarray(9)].map((value) => Number(value.toFixed(6)) + 0)

describe('collectBodies', () => {
  it('collects bodies of the model space in place', async () => {
    const face = createEntity('face')
    const [body, ...others] = await collect(face, createEntity('line'))
    expect(others).toHaveLength(0)
    expect([body?.entity === face, body?.top === face, body?.insert]).toEqual([true, true, null])
    expect(roundPosition(body!)).toEqual([0, 0, 0])
  })

  it('yields to the event loop, where it can be cancelled', async () => {
    const source = new JoinedDrawing(createDrawing({ model: Array.from({ length: 1300 }, () => createEntity('line')) }))
    const recorded = createRecordedContext()
    await collectBodies(source, recorded.context)
    expect(recorded.scene.settleCount).toBe(2)
    const cancelled = createRecordedContext({ signal: AbortSignal.abort() })
    await expect(collectBodies(source, cancelled.context)).rejects.toThrow('cancelled')
    expect(cancelled.scene.settleCount).toBe(1)
  })

  it('records the outermost and the innermost insert of a body', async () => {
    const face = createEntity('face')
    const inner = createInsert(createBlock('LEG', [face]), 5)
    const outer = createInsert(createBlock('TABLE', [inner]), 100)
    const [body] = await collect(outer)
    expect([body?.entity === face, body?.top === outer, body?.insert === inner]).toEqual([true, true, true])
    expect(roundPosition(body!)).toEqual([105, 0, 0])
  })

  it('repeats bodies for each row and column of an insert', async () => {
    const grid = { rowCount: 2, columnCount: 3, rowSpacing: 10, columnSpacing: 4 }
    const positions = (await collect(createInsert(createBlock('POST', [createEntity('face')]), 1, grid))).map(
      roundPosition,
    )
    expect(positions).toEqual([
      [1, 0, 0],
      [5, 0, 0],
      [9, 0, 0],
      [1, 10, 0],
      [5, 10, 0],
      [9, 10, 0],
    ])
  })

  it.each([
    ['off', { isOn: false }],
    ['frozen', { isFrozen: true }],
  ])('omits bodies and inserts on a layer that is %s', async (_name, change) => {
    const layer = createLayer('Hidden', change)
    const face = createEntity('face', { layer })
    const insert = createInsert(createBlock('POST', [createEntity('face')]), 1, { layer })
    expect(await collect(face, insert)).toHaveLength(0)
  })

  it('omits invisible bodies', async () => {
    expect(await collect(createEntity('face', { isInvisible: true }))).toEqual([])
  })

  it('ends at a block that contains itself', async () => {
    const entities: Entity[] = [createEntity('face')]
    const block = createBlock('LOOP', entities)
    entities.push(createInsert(block, 1))
    const bodies = await collect(createInsert(block))
    expect(bodies.length).toBeGreaterThan(1)
    expect(bodies.length).toBeLessThan(100)
  })

  it('does not visit each copy of blocks without visible bodies', async () => {
    const layer = createLayer('Hidden', { isFrozen: true })
    let block = createBlock('B0', [createEntity('face', { layer })])
    for (let depth = 1; depth < 30; depth++)
      block = createBlock(`B${depth}`, [createInsert(block), createInsert(block, 1)])
    expect(await collect(createInsert(block))).toHaveLength(0)
  })
})

describe('isThick', () => {
  it.each([
    [0, false],
    [1e-12, false],
    [0.1, true],
    [-3, true],
    [Number.NaN, false],
  ])('returns for a thickness of %d: %s', (thickness, expected) => {
    expect(isThick(Object.assign(createEntity('line'), { thickness }))).toBe(expected)
  })
})
