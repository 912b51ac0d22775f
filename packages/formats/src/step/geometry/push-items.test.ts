import { prepareMesh } from '@kamar/mesh'
import { createRecordedContext } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import type { BrepWorkerPool, SolidResult } from '@kamar/codecs/brep'
import { identityMatrix } from '@kamar/core/math'
import type { ShapeItem } from '../model/shape-items.js'
import { Styles } from '../model/styles.js'
import { Units } from '../model/units.js'
import { rowOf, parseStep } from '../testing/parse-step.js'
import type { PlacedItem } from '../tree.js'
import { pushItems } from './push-items.js'
import { StepSceneWriter } from './step-scene-writer.js'

const rows = `
#1=CARTESIAN_POINT('',(0.,0.,0.));
#2=CARTESIAN_POINT('',(10.,0.,0.));
#3=CARTESIAN_POINT('',(0.,10.,0.));
#4=PLANE('',$);
#5=ADVANCED_FACE('',(),#4,.T.);
#6=ADVANCED_FACE('',(),#4,.T.);
#7=CLOSED_SHELL('',(#5,#6));
#10=MANIFOLD_SOLID_BREP('',#7);
#11=MANIFOLD_SOLID_BREP('',#99);
#20=COORDINATES_LIST('',3,((0.,0.,0.),(10.,0.,0.),(0.,10.,0.)));
#21=TRIANGULATED_FACE('',#20,3,(),$,(),((1,2,3)));
#22=TRIANGULATED_FACE('',#20,3,(),$,(),());
#30=GEOMETRIC_CURVE_SET('',(#31));
#31=POLYLINE('',(#1,#2));
#32=GEOMETRIC_SET('',(#1));
#33=GEOMETRIC_SET('',(#34));
#34=OFFSET_CURVE_3D('',#31,1.,.F.,#1);
#35=GEOMETRIC_SET('',(#31,#34));
#40=BLOCK('',$,1.,1.,1.);
#50=COLOUR_RGB('',0.,0.,1.);
#51=STYLED_ITEM('',(#50),#21);
`
const file = parseStep(rows)
const kinds: Readonly<Record<number, ShapeItem['kind']>> = {
  10: 'solid',
  11: 'solid',
  21: 'tessellated',
  22: 'tessellated',
  40: 'not-read',
}
const mesh = prepareMesh({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) })
const meshed: SolidResult = {
  kind: 'meshed',
  meshes: [mesh, null],
  origin: [1, 0, 0],
  meshedFaces: 2,
  triangles: 1,
  areFacesKnown: true,
}

/**
 * Writes items of these statement numbers, each under a separate node; the worker pool returns the same result for
 * every solid.
 */
async function push(
  ids: readonly number[],
  {
    result = meshed,
    instanceCount = 1,
    twin = null,
  }: { result?: SolidResult; instanceCount?: number; twin?: number | null } = {},
) {
  const { context, scene } = createRecordedContext()
  const pool = { mesh: () => Promise.resolve(result) } as unknown as BrepWorkerPool
  const createItem = (id: number): ShapeItem => ({
    row: rowOf(file, id),
    kind: kinds[id] ?? 'curves',
    representation: -1,
    context: -1,
    matrix: identityMatrix,
    mappedBy: [],
  })
  const items = ids.map((id): PlacedItem => {
    const node = scene.addNode({ parent: null, name: `${id}`, class: 'part', sourceId: '' })
    const instances = Array.from({ length: instanceCount }, () => ({ node, matrix: identityMatrix, style: null }))
    return {
      item: createItem(id),
      name: `${id}`,
      inherited: null,
      twin: twin === null ? null : createItem(twin),
      instances,
    }
  })
  const fractions: number[] = []
  const pushed = await pushItems({
    ...{
      file,
      styles: new Styles(file),
      units: new Units(file),
      context,
      pool,
      items,
      writer: new StepSceneWriter(context),
    },
    progress: (fraction) => void fractions.push(fraction),
  })
  const failures = Object.fromEntries([...pushed.failures].map(([row, reason]) => [file.index.getId(row), reason]))
  return { pushed, scene, failures, fractions }
}

describe('STEP items in the scene', () => {
  it('include solids at the kernel’s origin, once per use', async () => {
    const { pushed, scene } = await push([10], { instanceCount: 3 })
    expect(pushed.counts).toEqual({ solids: 1, faces: 2, meshes: 0, curves: 0, points: 0 })
    expect(scene.numbers).toMatchObject({ meshes: 1, instances: 3 })
    expect(scene.instances[0]?.placement.slice(9)).toEqual([1, 0, 0])
  })

  it('include tessellated bodies with their own style, and curves in a visible color', async () => {
    const { pushed, scene } = await push([21, 30])
    expect(pushed.counts).toEqual({ solids: 0, faces: 0, meshes: 1, curves: 1, points: 0 })
    expect(scene.materials.map(({ name }) => name)).toEqual(['#0000ff', 'Curves'])
    expect(scene.numbers).toMatchObject({ triangles: 1, lines: 1 })
  })

  it('report progress after each item', async () => {
    const { fractions, scene } = await push([10, 21, 30, 40])
    expect(fractions).toEqual([0.25, 0.5, 0.75, 1])
    expect(scene.settleCount).toBe(4)
  })
})

describe('skipped STEP items', () => {
  it.each([
    ['the kernel failed', 10, 'took-too-long', { kind: 'failed', reason: 'took-too-long' } as const],
    ['faces are missing', 10, 'part-missing', { ...meshed, meshedFaces: 1 }],
    ['a solid has no faces', 11, 'empty-shape', meshed],
    ['a body has no triangles', 22, 'empty-shape', meshed],
    ['curves are unsupported', 33, 'lines-not-read', meshed],
    ['some curves are unsupported', 35, 'part-missing', meshed],
    ['the entity type is unsupported', 40, 'not-read', meshed],
  ])('have a reason when %s', async (_, id, reason, result) => {
    expect((await push([id], { result })).failures).toEqual({ [id]: reason })
  })

  it('exclude a solid that is replaced by its stored mesh after a kernel failure', async () => {
    const result = { kind: 'failed', reason: 'not-tessellated' } as const
    const { pushed, scene, failures } = await push([10], { result, twin: 21, instanceCount: 2 })
    expect([failures, pushed.storedMeshes]).toEqual([{}, 1])
    expect(scene.numbers).toMatchObject({ meshes: 1, instances: 2, triangles: 1 })
    expect(scene.materials.map(({ name }) => name)).toEqual(['#0000ff'])
  })

  it.each([
    ['it contains no triangles', 10, 22, { kind: 'failed', reason: 'not-tessellated' } as const, 'not-tessellated'],
    ['the exact solid is partially read', 10, 21, { ...meshed, meshedFaces: 1 }, 'part-missing'],
    ['the file is cancelled', 10, 21, { kind: 'failed', reason: 'cancelled' } as const, 'cancelled'],
  ])('include a solid whose stored mesh is not used because %s', async (_, id, twin, result, reason) => {
    const { pushed, failures } = await push([id], { result, twin })
    expect([failures, pushed.storedMeshes]).toEqual([{ [id]: reason }, 0])
  })

  it('exclude a set that contains points only', async () => {
    expect((await push([32])).failures).toEqual({})
  })

  it('include the number of missing faces', async () => {
    const { pushed } = await push([10, 10], { result: { ...meshed, meshedFaces: 1 } })
    expect([pushed.missingFaces, pushed.uncoloured]).toEqual([2, 0])
  })
})
