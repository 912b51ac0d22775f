import { runReader, type ReaderRun, type RunOptions } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { file, material, meshObject, node } from './fixtures/chunk-writer.js'
import type { WrittenMesh, WrittenNode } from './fixtures/chunk-writer.js'
import { reader } from './reader.js'

const slab: WrittenMesh = { name: 'Slab', vertices: [0, 0, 0, 2, 0, 0, 0, 3, 0], faces: [0, 1, 2] }
const read = (
  editor: readonly Uint8Array[],
  nodes: readonly WrittenNode[] = [],
  options: RunOptions = {},
): Promise<ReaderRun> => runReader(reader, file(editor, nodes.map(node)), options)

const tree = ({ scene }: ReaderRun) => scene.nodes.map(({ name, class: kind, parent }) => [name, kind, parent])

describe('3DS scene tree', () => {
  it('lists the keyframer nodes, then the meshes without a node', async () => {
    const run = await read(
      [meshObject(slab), meshObject({ ...slab, name: 'Loose' })],
      [
        { number: 0, mesh: '$$$DUMMY', instance: 'House' },
        { number: 1, mesh: 'Slab', parent: 0 },
      ],
    )
    expect(tree(run)).toEqual([
      ['House', 'group', null],
      ['Slab', 'mesh', 0],
      ['Loose', 'mesh', null],
    ])
  })

  it('names nodes by mesh and instance, and groups by the name they have', async () => {
    const run = await read(
      [meshObject(slab)],
      [
        { number: 0, mesh: 'Slab', instance: 'left' },
        { number: 1, mesh: '$$$DUMMY' },
        { number: 2, mesh: '', instance: 'Row' },
        { number: 3, mesh: 'Gone' },
      ],
    )
    expect(tree(run).map(([name, kind]) => [name, kind])).toEqual([
      ['Slab.left', 'mesh'],
      ['group', 'group'],
      ['Row', 'group'],
      ['Gone', 'group'],
    ])
  })

  it('draws one mesh as an instance for each of its nodes', async () => {
    const nodes = [0, 1, 2].map((at) => ({ number: at, mesh: 'Slab', instance: `${at}`, position: [5 * at, 0, 0] }))
    const { scene } = await read([meshObject(slab)], nodes)
    expect(scene.numbers).toMatchObject({ meshes: 1, instances: 3, triangles: 1, placedTriangles: 3 })
    expect(scene.instances.map(({ placement }) => placement[9])).toEqual([0, 5, 10])
  })

  it('multiplies the scales of nested nodes', async () => {
    const { scene } = await read(
      [meshObject(slab)],
      [
        { number: 0, mesh: '$$$DUMMY', scale: [2, 2, 2], position: [10, 0, 0] },
        { number: 1, mesh: 'Slab', parent: 0, scale: [3, 1, 1], position: [1, 0, 0] },
      ],
    )
    expect(scene.bounds).toMatchObject({ min: [12, 0, 0], max: [24, 6, 0] })
  })

  it('hides every node of a hidden mesh', async () => {
    const hidden = { ...slab, isHidden: true }
    const { scene } = await read(
      [meshObject(hidden)],
      [
        { number: 0, mesh: 'Slab' },
        { number: 1, mesh: '$$$DUMMY' },
      ],
    )
    expect(scene.nodes.map((sceneNode) => sceneNode.hidden)).toEqual([true, false])
  })
})

describe('3DS scene materials', () => {
  const meshWithMaterials = (...names: readonly string[]): Uint8Array =>
    meshObject({
      ...slab,
      faces: names.flatMap(() => [0, 1, 2]),
      materials: names.map((name, face) => ({ name, faces: [face] })),
    })

  it('are written once, at their first use', async () => {
    const editor = ['Brick', 'Glass', 'Unworn'].map((name) => material({ name, color: [255, 0, 0] }))
    const { scene, report } = await read([...editor, meshWithMaterials('Glass', 'Brick', 'Glass')])
    expect(scene.materials.map(({ name }) => name)).toEqual(['Glass', 'Brick'])
    expect(scene.numbers).toMatchObject({ meshes: 2, instances: 2 })
    expect(report?.counts['materials']).toBe(3)
  })

  it('are null when the file does not define them', async () => {
    const { scene } = await read([meshWithMaterials('Ghost')])
    expect(scene.instances.map((instance) => instance.material)).toEqual([null])
  })

  it('stay distinct for 8000 names on one mesh', async () => {
    const names = Array.from({ length: 8000 }, (_, at) => `M${at}`)
    const { scene, report } = await read([meshWithMaterials(...names)])
    expect([scene.numbers.meshes, report?.status]).toEqual([8000, 'complete'])
  })
})

describe('3DS non-finite geometry', () => {
  const hugeScale = { scale: [1e38, 1e38, 1e38] }

  it('is skipped for a node with an overflowing scale, and the rest is drawn', async () => {
    const { report, scene } = await read(
      [meshObject(slab), meshObject({ ...slab, name: 'Wall' })],
      [
        { number: 0, mesh: 'Slab', ...hugeScale },
        { number: 1, mesh: 'Wall' },
      ],
    )
    expect(report).toMatchObject({
      status: 'partial',
      skipped: [{ kind: 'object', reason: 'not-a-number', count: 1 }],
    })
    expect(scene).toMatchObject({ unit: { name: 'm' }, bounds: { min: [0, 0, 0], max: [2, 3, 0] } })
  })

  it('is skipped for faces with vertices out of range', async () => {
    const endless = { ...slab, vertices: [...slab.vertices, 3e38, 0, 0, -3e38, 0, 0], faces: [0, 1, 2, 0, 3, 4] }
    const { report, scene } = await read([meshObject(endless)])
    expect(report?.skipped).toEqual([{ kind: 'face', reason: 'not-a-number', count: 1 }])
    expect(scene.bounds).toMatchObject({ max: [2, 3, 0] })
  })

  it('makes a file damaged when nothing else is drawable', async () => {
    const { failure } = await read([meshObject(slab)], [{ number: 0, mesh: 'Slab', ...hugeScale }])
    expect(failure?.code).toBe('damaged')
  })
})

describe('3DS unit', () => {
  it('is metres for a model 9,000 wide and millimetres for one 11,000 wide', async () => {
    const wide = (x: number): Uint8Array => meshObject({ ...slab, vertices: [0, 0, 0, x, 0, 0, 0, 3, 0] })
    const [near, far] = [await read([wide(9000)]), await read([wide(11_000)])]
    expect([near.scene.unit?.name, far.scene.unit?.name]).toEqual(['m', 'mm'])
    expect(far.scene.bounds?.max[0]).toBeCloseTo(11)
  })

  it('is derived from placed meshes, like the origin', async () => {
    const { scene } = await read([meshObject(slab)], [{ number: 0, mesh: 'Slab', position: [5000, 0, 0] }])
    expect(scene.unit?.name).toBe('m')
    expect(scene.origin).toEqual([5001, 2, 0])
  })
})
