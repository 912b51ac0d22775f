import { createRecordedContext } from '@kamar/test-kit'
import { describe, expect, it, vi } from 'vitest'
import { BrepWorkerPool, type SolidResult } from '@kamar/codecs/brep'
import { identityMatrix } from '@kamar/core/math'
import type { Geometry, RhinoArchive, RhinoKernel } from './archive/kernel-types.js'
import { objectTypes } from './archive/object-types.js'
import { MaterialCache } from './material-cache.js'
import { pushObjects, type PushedObjects } from './push-objects.js'
import { RhinoSceneWriter } from './rhino-scene-writer.js'
import { model, object } from './testing/model.js'
import type { ObjectInstance } from './tree.js'

const handle = { delete: () => undefined }
const meshType = { value: 0 }
const trianglePositions = Float32Array.of(0, 0, 0, 1000, 0, 0, 0, 1000, 0)

/** Creates a one-triangle mesh in the shape of the library's API. */
const mesh = (index: readonly number[] = [0, 1, 2]) => ({
  ...handle,
  toThreejsBuffers: () => ({ position: trianglePositions, index: Uint32Array.from(index) }),
  vertices: () => ({ ...handle, count: 3 }),
  vertexColors: () => ({ ...handle, count: 0, get: () => ({ r: 0, g: 0, b: 0, a: 0 }) }),
})

/** Creates a Brep whose faces have a cached mesh or none; its splines cannot be read. */
function brep(...meshes: readonly (ReturnType<typeof mesh> | null)[]) {
  const faces = meshes.map((own) => ({
    ...handle,
    orientationIsReversed: false,
    loops: { ...handle, count: 0, get: () => null },
    underlyingSurface: () => null,
    getMesh: () => own,
  }))
  const none = () => ({ ...handle, count: 0, get: () => null })
  return {
    isSolid: false,
    faces: () => ({ ...handle, count: faces.length, get: (index: number) => faces[index] }),
    edges: none,
    vertices: none,
  }
}

const line = (x: number) => ({
  domain: [0, 1],
  spanCount: 1,
  degree: 1,
  isPolyline: () => false,
  pointAt: (parameter: number) => [x * parameter, 0, 0],
})

const encoded = (data: string) => ({ data, version: 10_000, archive3dm: 60, opennurbs: 0 })

/** Creates a text in the xz plane. */
const annotation = ({ type = 9, plainText = 'H', points }: { type?: number; plainText?: string; points?: object }) => ({
  annotationType: { value: type },
  dimensionStyleId: '',
  plane: { origin: [0, 0, 0], xAxis: [1, 0, 0], yAxis: [0, 0, 1] },
  plainText,
  textRotationRadians: 0,
  points,
  toJSON: () => encoded(''),
})

/** An object of the file: its type and shape; null where the library has none, an error where it throws. */
type ObjectDraft = readonly [type: number, shape: object | Error | null, places?: number]

interface Run {
  readonly pushed: PushedObjects
  readonly scene: ReturnType<typeof createRecordedContext>['scene']
  readonly failures: readonly string[]
  readonly fractions: readonly number[]
}

/** Pushes the objects in order, each with the given number of instances. */
async function push(
  drafts: readonly ObjectDraft[],
  options: { readonly limits?: object; readonly signal?: AbortSignal } = {},
): Promise<Run> {
  const { context, scene } = createRecordedContext(options)
  scene.setUnit({ name: 'mm', metres: 0.001 })
  const objects = drafts.map(([type], row) => object({ row, type }))
  const createInstances = (count: number): ObjectInstance[] =>
    Array.from({ length: count }, () => ({
      node: scene.addNode({ parent: null, name: 'object', class: 'object', sourceId: '' }),
      matrix: identityMatrix,
      parents: [],
    }))
  const instances = new Map(objects.map((item, row) => [item, createInstances(drafts[row]?.[2] ?? 1)]))
  const createGeometry = (row: number): Geometry | null => {
    const [type, shape] = drafts[row] ?? [0, null]
    if (shape instanceof Error) throw shape
    return shape && ({ ...handle, objectType: { value: type }, ...shape } as unknown as Geometry)
  }
  const get = (row: number) => ({ ...handle, geometry: () => createGeometry(row) })
  const fractions: number[] = []
  const pushed = await pushObjects({
    rhino: { MeshType: { Any: meshType }, Brep: { tryConvertBrep: () => null } } as unknown as RhinoKernel,
    archive: {
      objects: () => ({ ...handle, count: drafts.length, get }),
      dimstyles: () => ({ count: 0, get: () => null, findId: () => null }),
    } as unknown as RhinoArchive,
    context,
    pool: new BrepWorkerPool(context.signal),
    writer: new RhinoSceneWriter(context, 0.001),
    materialCache: new MaterialCache(model({ objects }), context),
    metres: 0.001,
    patterns: [],
    instances,
    progress: (fraction) => fractions.push(fraction),
  })
  return { pushed, scene, failures: objects.map((item) => pushed.failures.get(item) ?? 'shown'), fractions }
}

/** V8 throws this error on a trap in a WebAssembly kernel. */
const trap = Object.assign(new Error('unreachable'), { name: 'RuntimeError' })

describe('3DM object writer', () => {
  it('writes objects in order and reports progress', async () => {
    const { scene, fractions } = await push([
      [objectTypes.mesh, mesh()],
      [objectTypes.curve, line(500)],
      [objectTypes.mesh, mesh()],
    ])
    expect(scene.instances.map(({ node }) => node)).toEqual([0, 1, 2])
    expect(fractions).toEqual([1 / 3, 2 / 3, 1])
  })

  it('writes one mesh for all instances of an object', async () => {
    const { scene } = await push([[objectTypes.mesh, mesh(), 3]])
    expect(scene.numbers).toMatchObject({ meshes: 1, instances: 3 })
    expect(scene.bounds?.max).toEqual([1, 1, 0])
  })

  it('writes points, texts, dimensions and leaders in their colors', async () => {
    const cloud = {
      containsColors: true,
      getPoints: () => [
        [0, 0, 0],
        [Number.NaN, 0, 0],
        [500, 0, 0],
      ],
      getColors: () => [1, 2, 3].map((r) => ({ r, g: 0, b: 0, a: 255 })),
    }
    const field = (X: number, Y: number) => ({ X, Y: 0, Z: Y })
    const points = {
      ...{ defpt1: field(0, 0), defpt2: field(50, 0), arrowpt1: field(0, 10), arrowpt2: field(50, 10) },
      ...{ dimline: field(25, 10), textpt: field(25, 10) },
    }
    const { scene, pushed, failures } = await push([
      [objectTypes.point, { location: [1000, 0, 0] }],
      [objectTypes.textDot, { point: [2000, 0, 0] }],
      [objectTypes.pointCloud, cloud],
      [objectTypes.annotation, annotation({})],
      [objectTypes.annotation, annotation({ type: 1, plainText: '<>', points })],
      [objectTypes.annotation, annotation({ type: 10, plainText: '', points: [field(0, 0), field(5, 5)] })],
    ])
    expect(failures).toEqual(Array.from({ length: 6 }, () => 'shown'))
    expect(pushed.counts).toMatchObject({ points: 4, annotations: 3 })
    expect(scene.numbers).toMatchObject({ points: 4, meshes: 3 })
    expect(scene.instances.map(({ node }) => node)).toEqual([0, 1, 2, 3, 4, 4, 5, 5])
    expect(scene.bounds?.max[0]).toBe(2)
    expect(scene.bounds?.max[2]).toBeGreaterThan(0.01)
    expect(scene.materials.map(({ color }) => color)).toContainEqual([1, 1, 1])
  })

  it.each([
    ['a non-finite point', objectTypes.point, { location: [0, Number.NaN, 0] }, 'empty-shape'],
    ['an empty point cloud', objectTypes.pointCloud, { containsColors: false, getPoints: () => null }, 'empty-shape'],
    ['an empty text', objectTypes.annotation, annotation({ plainText: ' ' }), 'empty-shape'],
    ['an annotation of an unknown type', objectTypes.annotation, annotation({ type: 77 }), 'not-read'],
    ['a dimension without points', objectTypes.annotation, annotation({ type: 1, points: {} }), 'not-read'],
    ['a corrupt hatch', objectTypes.hatch, { toJSON: () => encoded('AAAA') }, 'not-read'],
    ['a light', objectTypes.light, {}, 'not-drawn'],
    ['an object of an unknown type', 0x4000_0001, {}, 'not-read'],
    ['an object that the library cannot return', objectTypes.mesh, null, 'damaged'],
    ['an object that traps the library', objectTypes.mesh, trap, 'damaged'],
    ['a mesh without faces', objectTypes.mesh, mesh([]), 'empty-shape'],
    ['a mesh of degenerate faces', objectTypes.mesh, mesh([1, 1, 1]), 'empty-shape'],
    ['a non-finite curve', objectTypes.curve, line(Number.NaN), 'empty-shape'],
    ['an infinitely long curve', objectTypes.curve, line(1e300), 'empty-shape'],
    [
      'an extrusion that yields no Brep',
      objectTypes.extrusion,
      { getMesh: () => null, toBrep: () => null },
      'not-translated',
    ],
    ['a surface that yields no Brep', objectTypes.surface, {}, 'not-translated'],
    ['a Brep without faces', objectTypes.brep, brep(), 'empty-shape'],
    ['a Brep of unreadable faces', objectTypes.brep, brep(null, null), 'empty-shape'],
  ] as const)('omits %s', async (_, type, shape, reason) => {
    const { failures, scene } = await push([
      [type, shape],
      [objectTypes.mesh, mesh()],
    ])
    expect(failures).toEqual([reason, 'shown'])
    expect(scene.instances).toHaveLength(1)
  })

  it('stops when the read is cancelled', async () => {
    await expect(push([[objectTypes.mesh, mesh()]], { signal: AbortSignal.abort() })).rejects.toThrow(/cancelled/)
  })

  it('stops beyond the triangle limit', async () => {
    const drafts: readonly ObjectDraft[] = [
      [objectTypes.mesh, mesh([0, 1, 2])],
      [objectTypes.mesh, mesh()],
    ]
    await expect(push(drafts, { limits: { triangles: 1 } })).rejects.toThrow(/limit-exceeded/)
  })
})

describe('stored Rhino meshes', () => {
  it('replace the tessellation of a Brep with a mesh on every face', async () => {
    const { pushed, scene } = await push([[objectTypes.brep, brep(mesh(), mesh())]])
    expect(pushed).toMatchObject({ cachedMeshes: 1, missingFaces: 0, counts: { breps: 1, faces: 2, meshes: 0 } })
    expect(scene.numbers.meshes).toBe(1)
  })

  it('replace the tessellation of an extrusion', async () => {
    const { pushed } = await push([[objectTypes.extrusion, { getMesh: () => mesh() }]])
    expect(pushed).toMatchObject({ cachedMeshes: 1, counts: { breps: 1 } })
  })
})

describe('Brep tessellation', () => {
  /** A Brep with one flat face; the worker pool tessellates it. */
  const solid = {
    ...brep(null),
    faces: () => ({ ...handle, count: 1, get: () => planarFace }),
    edges: () => ({ ...handle, count: 3, get: (index: number) => createEdge(index) }),
    vertices: () => ({
      ...handle,
      count: 3,
      get: (index: number) => ({ ...handle, location: vertexLocations[index] }),
    }),
  }
  const vertexLocations = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ] as const
  const createEdge = (index: number) => ({
    ...handle,
    toNurbsCurve: () => ({
      ...{ ...handle, order: 2, isRational: false, knots: () => ({ ...handle, toList: () => [0, 1] }) },
      points: () => ({ ...handle, count: 2, get: (end: number) => [...vertexLocations[(index + end) % 3], 1] }),
    }),
  })
  const trims = [0, 1, 2].map((edgeIndex) => ({
    ...{ ...handle, edgeIndex, isReversed: false },
    ...{ startVertexIndex: edgeIndex, endVertexIndex: (edgeIndex + 1) % 3 },
  }))
  const planarFace = {
    ...{ ...handle, orientationIsReversed: false, getMesh: () => null },
    loops: {
      ...{ ...handle, count: 1 },
      get: () => ({
        ...{ ...handle, loopType: { value: 1 } },
        trims: { ...handle, count: 3, get: (index: number) => trims[index] },
      }),
    },
    underlyingSurface: () => ({
      ...handle,
      toNurbsSurface: () => ({
        ...{ ...handle, orderU: 2, orderV: 2, isRational: false },
        points: () => ({ ...handle, countU: 2, countV: 2, get: (u: number, v: number) => [u, v, 0, 1] }),
        knotsU: () => ({ ...handle, toList: () => [0, 1] }),
        knotsV: () => ({ ...handle, toList: () => [0, 1] }),
      }),
    }),
  }

  async function pushAnswered(result: SolidResult): Promise<Run> {
    const pool = vi.spyOn(BrepWorkerPool.prototype, 'mesh').mockResolvedValue(result)
    try {
      return await push([[objectTypes.brep, solid]])
    } finally {
      pool.mockRestore()
    }
  }

  it('reports the reason of its failure', async () => {
    const { failures, pushed } = await pushAnswered({ kind: 'failed', reason: 'took-too-long' })
    expect(failures).toEqual(['took-too-long'])
    expect(pushed.counts).toMatchObject({ breps: 0, faces: 0 })
  })

  it('reports missing faces', async () => {
    const { failures, pushed } = await pushAnswered({
      ...{ kind: 'meshed', meshes: [null], origin: [0, 0, 0], meshedFaces: 0 },
    } as unknown as SolidResult)
    expect(failures).toEqual(['part-missing'])
    expect(pushed).toMatchObject({ missingFaces: 1, counts: { breps: 1, faces: 0 } })
  })
})
