import { runReader, type ReaderRun, type RunOptions } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { floats, integers, node, property } from './fixtures/fbx-writer.js'
import type { WrittenNode } from './fixtures/fbx-writer.js'
import { layer, material, mesh, model, smallFile, triangle } from './fixtures/small-file.js'
import type { Connected } from './fixtures/small-file.js'
import { reader } from './reader.js'

const read = (
  objects: readonly WrittenNode[],
  connections: readonly Connected[],
  options: RunOptions = {},
): Promise<ReaderRun> => runReader(reader, smallFile(objects, connections), options)

/** Lists the min and max corners of each drawn object, in metres. */
function listBounds({ scene }: ReaderRun): readonly (readonly unknown[])[] {
  const { min, max } = scene.bounds ?? { min: [], max: [] }
  return [min, max].map((point) => point.map((value) => expect.closeTo(value, 6)))
}

/** Reads a triangle under a model with these properties, which may have a parent model. */
const readModel = (own: Parameters<typeof model>[2], parent?: Parameters<typeof model>[2]): Promise<ReaderRun> =>
  read(
    [triangle(10), model(1, 'Child', own), ...(parent ? [model(2, 'Parent', parent, 'Null')] : [])],
    [[10, 1], ...(parent ? ([[1, 2]] as const) : [])],
  )

describe('FBX model', () => {
  it('is placed by its ancestors', async () => {
    const run = await readModel(
      { 'Lcl Translation': [100, 0, 0] },
      { 'Lcl Translation': [0, 0, 300], 'Lcl Scaling': [2, 2, 2] },
    )
    expect(listBounds(run)).toEqual([
      [2, 0, 3],
      [4, 4, 3],
    ])
  })

  it('rotates with its ancestors', async () => {
    const run = await readModel({ 'Lcl Translation': [100, 0, 0] }, { 'Lcl Rotation': [0, 0, 90] })
    expect(listBounds(run)).toEqual([
      [-2, 1, 0],
      [0, 2, 0],
    ])
  })

  it('does not inherit the geometric transform of its parent', async () => {
    const geometric = { GeometricTranslation: [0, 0, 700], GeometricScaling: [5, 5, 5] }
    expect(listBounds(await readModel({}, geometric))).toEqual(listBounds(await readModel({})))
    expect(listBounds(await readModel(geometric))).toEqual([
      [0, 0, 7],
      [5, 10, 7],
    ])
  })

  it('is scaled, rotated, then translated by its geometric transform', async () => {
    const run = await readModel({
      GeometricTranslation: [300, 0, 0],
      GeometricRotation: [0, 0, 90],
      GeometricScaling: [1, 0.5, 1],
    })
    expect(listBounds(run)).toEqual([
      [2, 0, 0],
      [3, 1, 0],
    ])
  })

  it('can be mirrored by a negative scale', async () => {
    expect(listBounds(await readModel({ 'Lcl Scaling': [-1, 1, 1] }))).toEqual([
      [-1, 0, 0],
      [0, 2, 0],
    ])
  })

  it.each([
    ['Visibility', { Visibility: [0] }, true],
    ['Show', { Show: [0] }, true],
    ['no visibility property', {}, false],
    ['a visibility of one', { Visibility: [1], Show: [1] }, false],
  ])('shares its visibility with its children: %s', async (_, properties, hidden) => {
    const { scene } = await readModel({}, properties)
    expect(scene.nodes.map((sceneNode) => [sceneNode.name, sceneNode.hidden === true])).toEqual([
      ['Parent', hidden],
      ['Child', hidden],
    ])
  })

  it('is named by its type when it has no name', async () => {
    const { scene } = await read([triangle(10), model(1, ''), model(2, '', {}, '')], [[10, 1]])
    expect(scene.nodes.map(({ name, class: kind }) => [name, kind])).toEqual([
      ['Mesh', 'Mesh'],
      ['model', 'Model'],
    ])
  })

  it('continues at the root beyond the maximum depth', async () => {
    const models = Array.from({ length: 600 }, (_, at) => model(at + 1, `Level ${at}`, {}, 'Null'))
    const chain = models.slice(1).map((_, at): Connected => [at + 2, at + 1])
    const { scene, report } = await read([...models, triangle(1000)], [...chain, [1000, 1]])
    expect(report?.counts['objects']).toBe(600)
    expect(scene.nodes.filter(({ parent }) => parent === null)).toHaveLength(2)
  })

  it('is skipped when its transform is non-finite, and the others are drawn', async () => {
    const huge = { 'Lcl Scaling': [1e200, 1e200, 1e200] }
    const objects = [triangle(10), model(1, 'Endless', huge), model(2, 'Huge', huge, 'Null'), model(3, 'Wall')]
    const { report, scene } = await read(objects, [
      [10, 1],
      [1, 2],
      [10, 3],
    ])
    expect(report).toMatchObject({
      status: 'partial',
      skipped: [{ kind: 'object', reason: 'not-a-number', count: 1 }],
    })
    expect(scene.instances).toHaveLength(1)
  })

  it('sets an origin in whole metres when far from zero', async () => {
    const { scene } = await readModel({ 'Lcl Translation': [250_000.4 * 100, 0, 0] })
    expect(scene.origin).toEqual([250_000, 0, 0])
  })
})

describe('FBX geometry', () => {
  it('is one mesh under several models, with the material of each', async () => {
    const objects = [
      triangle(10),
      ...[1, 2, 3].map((number) => model(number, `Wall ${number}`)),
      material(20, 'Brick', property('DiffuseColor', 1, 0, 0)),
      material(21, 'Glass', property('DiffuseColor', 0, 0, 1)),
    ]
    const { scene } = await read(objects, [
      [10, 1],
      [10, 2],
      [10, 3],
      [20, 1],
      [21, 2],
    ])
    expect(scene.numbers).toMatchObject({ meshes: 1, instances: 3, materials: 2 })
    expect(scene.instances.map(({ material: materialIndices }) => materialIndices)).toEqual([0, 1, null])
  })

  it('is split by material, with the first for an index out of range', async () => {
    const twoFaces = { vertices: [0, 0, 0, 100, 0, 0, 100, 100, 0, 0, 100, 0], polygons: [0, 1, ~2, 0, 2, ~3] }
    const materialIndices = layer(
      'LayerElementMaterial',
      'ByPolygon',
      'IndexToDirect',
      node('Materials', [integers([1, 7])]),
    )
    const objects = [
      mesh(10, twoFaces, materialIndices),
      model(1, 'Wall'),
      material(20, 'Brick'),
      material(21, 'Glass'),
    ]
    const { scene } = await read(objects, [
      [10, 1],
      [20, 1],
      [21, 1],
    ])
    expect(scene.instances.map(({ material: number }) => scene.materials[number ?? -1]?.name)).toEqual([
      'Glass',
      'Brick',
    ])
  })

  it('has a white material below its vertex colors', async () => {
    const colors = layer('LayerElementColor', 'AllSame', 'Direct', node('Colors', [floats([0, 1, 0, 1])]))
    const objects = [
      triangle(10, colors),
      triangle(11),
      model(1, 'Painted'),
      model(2, 'Plain'),
      material(20, 'Plaster'),
    ]
    const { scene } = await read(objects, [
      [10, 1],
      [11, 2],
      [20, 1],
      [20, 2],
    ])
    expect(scene.materials.map(({ name, color }) => [name, color])).toEqual([
      ['Plaster', [1, 1, 1]],
      ['Plaster', [0.8, 0.8, 0.8]],
    ])
  })

  it('is not drawn without area, and the report stays complete', async () => {
    const line = { vertices: [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0], polygons: [0, 1, 2, ~3] }
    const objects = [mesh(11, line), triangle(10), model(1, 'Wall'), model(2, 'Line')]
    const { scene, report } = await read(objects, [
      [10, 1],
      [11, 2],
    ])
    expect([scene.numbers.meshes, report?.status]).toEqual([1, 'complete'])
  })

  it('is skipped as non-finite where coordinates are out of range', async () => {
    const endless = { vertices: [0, 0, 0, 1e300, 0, 0, 0, 1, 0, 1, 0, 0], polygons: [0, 1, ~2, 0, 3, ~2] }
    const { report, scene } = await read([mesh(10, endless), model(1, 'Wall')], [[10, 1]])
    expect(report?.skipped).toEqual([{ kind: 'face', reason: 'not-a-number', count: 1 }])
    expect(scene.numbers.triangles).toBe(1)
  })

  it('is not drawn without a model', async () => {
    const { failure } = await read([triangle(10), model(1, 'Wall')], [])
    expect(failure?.code).toBe('nothing-to-show')
  })
})

describe('FBX reader', () => {
  const objects = [triangle(10), triangle(11), model(1, 'Left'), model(2, 'Right')]
  const connections: readonly Connected[] = [
    [10, 1],
    [11, 2],
  ]

  it.each([
    ['nodes', 1],
    ['triangles', 1],
  ])('fails beyond the limit on %s', async (limit, limitValue) => {
    const { failure } = await read(objects, connections, { limits: { [limit]: limitValue } })
    expect(failure).toMatchObject({ code: 'limit-exceeded', details: { limit: `${limitValue} ${limit}` } })
  })
})

describe('FBX report', () => {
  it('counts lights, cameras and animation curves', async () => {
    const objects = [
      triangle(10),
      model(1, 'Wall'),
      model(2, 'Lamp', {}, 'Light'),
      model(3, 'View', {}, 'Camera'),
      node('AnimationCurve', [{ id: 30 }, { text: 'AnimCurve::' }, { text: '' }]),
    ]
    const { report } = await read(objects, [[10, 1]])
    expect(report?.findings).toEqual([
      { code: 'lights-and-cameras', severity: 'information', details: { count: 2 } },
      { code: 'animation-left-out', severity: 'information', details: { count: 1 } },
    ])
  })
})
