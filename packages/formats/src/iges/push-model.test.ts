import { createRecordedContext } from '@kamar/test-kit'
import { prepareMesh } from '@kamar/mesh'
import { describe, expect, it } from 'vitest'
import { parseEntities } from './fixtures/iges-document.js'
import type { FixtureEntity } from './fixtures/iges-writer.js'
import type { KernelMesh, KernelNode, KernelResult } from './kernel-job.js'
import { pushModel } from './push-model.js'
import { SceneWriter } from '../kit/scene-writer.js'
import { readWireframe } from './wireframe.js'

const triangle = prepareMesh({
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  indices: Uint32Array.of(0, 1, 2),
})

const mesh = (name: string, changes: Partial<KernelMesh> = {}): KernelMesh => ({
  ...{ name, color: null, mesh: triangle, origin: [0, 0, 0], faces: 2 },
  ...changes,
})
const node = (name: string, meshes: readonly number[], ...children: readonly KernelNode[]): KernelNode => ({
  name,
  meshes,
  children,
})
const read = (root: KernelNode, ...meshes: readonly KernelMesh[]): KernelResult => ({ kind: 'read', root, meshes })

/** Creates the scene of these entities and this kernel result. */
async function createScene(kernel: KernelResult | null, entities: readonly FixtureEntity[] = [], limits = {}) {
  const abort = new AbortController()
  const { context, scene } = createRecordedContext({ limits, signal: abort.signal })
  const file = parseEntities(...entities)
  const writer = new SceneWriter(context)
  const wireframe = readWireframe(file)
  const pushed = await pushModel({ file, kernel, wireframe, writer, context, fileName: 'site/Bracket.v2.igs' })
  const tree = scene.nodes.map(({ name, class: kind, parent }) => [name, kind, parent])
  return { scene, tree, pushed, writer }
}

describe('IGES model tree', () => {
  it('has a root named after the file', async () => {
    const { tree } = await createScene(read(node('', [0]), mesh('Plate')))
    expect(tree).toEqual([
      ['Bracket.v2', 'model', null],
      ['Plate', 'surface', 0],
    ])
  })

  it('keeps named group nodes, and moves up the children of unnamed ones', async () => {
    const root = node('', [], node('Pump', [0], node('', [], node('Rotor', [1]))), node('Lid', [2]))
    const { tree } = await createScene(read(root, mesh('Housing'), mesh(''), mesh('')))
    expect(tree.slice(1)).toEqual([
      ['Pump', 'group', 0],
      ['Housing', 'surface', 1],
      ['Rotor', 'surface', 1],
      ['Lid', 'surface', 0],
    ])
  })

  it('numbers surfaces without a name', async () => {
    const { tree } = await createScene(read(node('', [0, 1]), mesh(''), mesh('')))
    expect(tree.slice(1).map(([name]) => name)).toEqual(['Surface 1', 'Surface 2'])
  })

  it('omits empty meshes and mesh indices out of range', async () => {
    const { pushed, scene } = await createScene(read(node('', [0, 1, 7]), mesh('Gone', { mesh: null }), mesh('Plate')))
    expect(pushed).toMatchObject({ shapes: 1, faces: 2 })
    expect(scene.instances).toHaveLength(1)
  })

  it('contains only the root when the kernel failed', async () => {
    const { tree } = await createScene({ kind: 'failed', reason: 'took-too-long' })
    expect(tree).toEqual([['Bracket.v2', 'model', null]])
  })

  it('shares materials of one colour, and has none where the file states none', async () => {
    const red = { color: [1, 0, 0] } as const
    const { scene } = await createScene(read(node('', [0, 1, 2]), mesh('a', red), mesh('b'), mesh('c', red)))
    expect(scene.materials).toMatchObject([{ name: '#ff0000', color: [1, 0, 0], opacity: 1 }])
    expect(scene.instances.map(({ material }) => material)).toEqual([0, null, 0])
  })

  it('sets the scene origin near a model that lies far away', async () => {
    const far = mesh('Far', { origin: [5000, -2000, 10] })
    const { scene, writer } = await createScene(read(node('', [0]), far))
    expect(scene.origin).toEqual(writer.origin)
    expect(Math.hypot(writer.origin[0] - 5000, writer.origin[1] + 2000)).toBeLessThan(5)
    expect(scene.instances[0]?.placement.slice(9)).toEqual([5000, -2000, 10])
  })

  it('throws limit-exceeded beyond the node and triangle limits', async () => {
    const kernel = read(node('', [0, 1]), mesh('a'), mesh('b'))
    await expect(createScene(kernel, [], { nodes: 2 })).rejects.toMatchObject({ failure: { code: 'limit-exceeded' } })
    await expect(createScene(kernel, [], { triangles: 1 })).rejects.toMatchObject({
      failure: { code: 'limit-exceeded' },
    })
  })
})

describe('IGES curve nodes', () => {
  const line = (level: number, color: number, x: number): FixtureEntity => ({
    type: 110,
    level,
    color,
    values: [x, 0, 0, x + 10, 0, 0],
  })

  it('are grouped by level below the root, in metres', async () => {
    const entities = [
      line(1, 2, 0),
      line(2, 2, 10),
      line(1, 3, 20),
      { type: 406, form: 3, level: 2, values: [2, 2, '4HAxes'] },
    ]
    const { tree, scene, pushed } = await createScene(null, entities)
    expect(tree.slice(1)).toEqual([
      ['Level 1', 'level', 0],
      ['Axes', 'level', 0],
    ])
    expect(pushed.lines).toBe(3)
    expect(scene.instances.map(({ node: id }) => id)).toEqual([1, 2, 1])
    // The file is in inches.
    expect(scene.bounds?.max[0]).toBeCloseTo(30 * 0.0254)
  })

  it('keep their length far from zero', async () => {
    const { scene } = await createScene(null, [line(0, 0, 4e8)])
    const { min, max } = scene.bounds ?? { min: [0], max: [0] }
    expect((max[0] ?? 0) - (min[0] ?? 0)).toBeCloseTo(10 * 0.0254, 6)
  })
})
