import { BlockRecord, type Entity, Face3D, Insert, Layer, LayerFlags, Line, XYZ } from '@node-projects/acad-ts'
import { describe, expect, it } from 'vitest'
import type { OpenDrawing } from '../acad-patches/open-drawing.js'
import { collectBodies, isThick, type PlacedBody } from './collect.js'

/** A drawing under construction: its model space, blocks by name. */
class Draft {
  readonly #model = new BlockRecord('*Model_Space')

  block(name: string, ...entities: Entity[]): BlockRecord {
    const blockRecord = new BlockRecord(name)
    for (const entity of entities) blockRecord.entities.add(entity)
    return blockRecord
  }

  layer(name: string, change: Partial<Layer>): Layer {
    return Object.assign(new Layer(name), change)
  }

  bodies(...entities: Entity[]): PlacedBody[] {
    for (const entity of entities) this.#model.entities.add(entity)
    const open = { document: { modelSpace: this.#model }, bodies: new Map<number, Uint8Array>() }
    return collectBodies(open as unknown as OpenDrawing)
  }
}

function createInsert(block: BlockRecord, x = 0, change: Partial<Insert> = {}): Insert {
  const insert = new Insert(block)
  insert.insertPoint = new XYZ(x, 0, 0)
  return Object.assign(insert, change)
}

const roundPosition = ({ matrix }: PlacedBody): number[] =>
  [...matrix.subarray(9)].map((value) => Number(value.toFixed(6)) + 0)

describe('collectBodies', () => {
  it('collects bodies of the model space in place', () => {
    const face = new Face3D()
    const [body, ...others] = new Draft().bodies(face, new Line())
    expect(others).toHaveLength(0)
    expect([body?.entity === face, body?.top === face, body?.insert]).toEqual([true, true, null])
    expect(roundPosition(body!)).toEqual([0, 0, 0])
  })

  it('records the outermost and the innermost insert of a body', () => {
    const draft = new Draft()
    const face = new Face3D()
    const inner = createInsert(draft.block('LEG', face), 5)
    const outer = createInsert(draft.block('TABLE', inner), 100)
    const [body] = draft.bodies(outer)
    expect([body?.entity === face, body?.top === outer, body?.insert === inner]).toEqual([true, true, true])
    expect(roundPosition(body!)).toEqual([105, 0, 0])
  })

  it('repeats bodies for each row and column of an insert', () => {
    const draft = new Draft()
    const grid = { rowCount: 2, columnCount: 3, rowSpacing: 10, columnSpacing: 4 }
    const positions = draft.bodies(createInsert(draft.block('POST', new Face3D()), 1, grid)).map(roundPosition)
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
    ['frozen', { layerFlags: LayerFlags.Frozen }],
  ])('omits bodies and inserts on a layer that is %s', (_name, change) => {
    const draft = new Draft()
    const layer = draft.layer('Hidden', change)
    const face = Object.assign(new Face3D(), { layer })
    const insert = createInsert(draft.block('POST', new Face3D()), 1, { layer })
    expect(draft.bodies(face, insert)).toHaveLength(0)
  })

  it('omits invisible bodies', () => {
    expect(new Draft().bodies(Object.assign(new Face3D(), { isInvisible: true }))).toEqual([])
  })

  it('ends at a block that contains itself', () => {
    const draft = new Draft()
    const block = draft.block('LOOP', new Face3D())
    block.entities.add(createInsert(block, 1))
    const bodies = draft.bodies(createInsert(block))
    expect(bodies.length).toBeGreaterThan(1)
    expect(bodies.length).toBeLessThan(100)
  })

  it('does not visit each copy of blocks without visible bodies', () => {
    const draft = new Draft()
    const layer = draft.layer('Hidden', { layerFlags: LayerFlags.Frozen })
    let block = draft.block('B0', Object.assign(new Face3D(), { layer }))
    for (let depth = 1; depth < 30; depth++)
      block = draft.block(`B${depth}`, createInsert(block), createInsert(block, 1))
    expect(draft.bodies(createInsert(block))).toHaveLength(0)
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
    expect(isThick(Object.assign(new Line(), { thickness }))).toBe(expected)
  })

  it('ignores the thickness of a face', () => {
    expect(isThick(Object.assign(new Face3D(), { thickness: 5 }))).toBe(false)
  })
})
