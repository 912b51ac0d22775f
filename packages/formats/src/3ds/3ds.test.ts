import { readFileSync } from 'node:fs'
import { campaignSize, describeReader, RecordingScene, runReader, type ReaderRun } from '@kamar/test-kit'
import type { MeshInput } from '@kamar/core'
import { describe, expect, it, vi } from 'vitest'
import { chunkIds } from './chunk-ids.js'
import { chunk, file, floats, material, meshObject, node, text, uint16Bytes } from './fixtures/chunk-writer.js'
import type { WrittenMesh } from './fixtures/chunk-writer.js'
import { writePavilion } from './fixtures/pavilion.js'
import { reader } from './reader.js'

const pavilion = Uint8Array.from(readFileSync(new URL('fixtures/pavilion.3ds', import.meta.url)))
const triangle: WrittenMesh = { name: 'Slab', vertices: [0, 0, 0, 2, 0, 0, 0, 3, 0], faces: [0, 1, 2] }

const read = (bytes: Uint8Array): Promise<ReaderRun> => runReader(reader, bytes)

async function pushedMeshes(bytes: Uint8Array): Promise<MeshInput[]> {
  const addMesh = vi.spyOn(RecordingScene.prototype, 'addMesh')
  await read(bytes)
  const meshes = addMesh.mock.calls.map(([mesh]) => mesh).filter((mesh): mesh is MeshInput => !('shapeHash' in mesh))
  addMesh.mockRestore()
  return meshes
}

/** Creates a wavy surface of many objects: about 2 MB, 5 MB in nightly runs. */
function longFile(): Uint8Array {
  const side = 100
  const objects = Array.from({ length: campaignSize(14, 40) }, (_, number) => {
    const vertices = Array.from({ length: 3 * side * side }, (_unused, at) => {
      const [x, y] = [Math.floor(at / 3) % side, Math.floor(at / 3 / side)]
      return [x + number * side, y, Math.sin(x + y)][at % 3] ?? 0
    })
    const faces = Array.from({ length: (side - 1) * (side - 1) }, (_unused, at) => {
      const first = (at % (side - 1)) + Math.floor(at / (side - 1)) * side
      return [first, first + 1, first + side, first + 1, first + side + 1, first + side]
    }).flat()
    return meshObject({ name: `Wave${number}`, vertices, faces })
  })
  return file(objects)
}

describeReader(reader, {
  streams: false,
  longFile,
  truncationIsVisible: true,
  fixtures: [
    {
      name: 'pavilion.3ds',
      bytes: pavilion,
      golden: {
        status: 'complete',
        nodes: 10,
        meshes: 4,
        instances: 9,
        triangles: 44 + 12 + 12,
        placedTriangles: 6 * 44 + 12 + 12,
        materials: 3,
        bounds: [
          [-3, -2, -0.2],
          [3, 2, 3.4],
        ],
        unit: 'm',
        missingCompanions: ['TUFF.PNG'],
        findings: ['unit-assumed', 'lights-and-cameras'],
      },
    },
  ],
  samples: [
    {
      file: '3ds/cube_hierarchy.3ds',
      golden: {
        status: 'complete',
        placedTriangles: 96,
        bounds: [
          [-1, -1, -1],
          [4, 4, 4],
        ],
        missingCompanions: ['cube.png'],
      },
    },
    {
      file: '3ds/cube_instance_scale_rotation.3ds',
      golden: {
        status: 'complete',
        nodes: 4,
        placedTriangles: 48,
        bounds: [
          [-0.3991, 0, -0.3991],
          [3.3326, 3.5991, 1.5991],
        ],
      },
    },
    {
      // Its mesh is rotated about a pivot that only the keyframer states.
      file: '3ds/RotatingCube.3DS',
      golden: {
        triangles: 12,
        bounds: [
          [-29.3447, -34.1813, -4.0862],
          [37.3219, 29.2585, 49.2083],
        ],
      },
    },
    { file: '3ds/cubes_with_alpha.3DS', golden: { nodes: 5, placedTriangles: 60, materials: 5 } },
    { file: '3ds/fels.3ds', golden: { status: 'complete', triangles: 768 } },
    { file: '3ds/pyramob.3DS', golden: { status: 'complete', triangles: 31_460 } },
  ],
})

describe('3DS reader', () => {
  it('keeps the committed pavilion equal to what its generator writes', () => {
    expect(writePavilion()).toEqual(pavilion)
  })

  it('places one mesh six times and groups the columns by their dummy nodes', async () => {
    const { scene } = await read(pavilion)
    expect(scene.nodes.slice(0, 4).map(({ name, parent, class: kind }) => ({ name, parent, kind }))).toEqual([
      { name: 'Row 1', parent: null, kind: 'group' },
      { name: 'Row 2', parent: null, kind: 'group' },
      { name: 'Column.1', parent: 0, kind: 'mesh' },
      { name: 'Column.2', parent: 0, kind: 'mesh' },
    ])
    const columns = scene.instances.filter(({ node: id }) => scene.nodes[id]?.name.startsWith('Column'))
    expect(new Set(columns.map(({ mesh }) => mesh)).size).toBe(1)
    expect(columns.map(({ placement }) => placement.slice(9, 11))).toEqual(
      [-1.5, 1.5].flatMap((y) => [-2.5, 0, 2.5].map((x) => [expect.closeTo(x - 0.2), expect.closeTo(y - 0.2)])),
    )
  })

  it('hides objects hidden in the editor and keeps the opacity of materials', async () => {
    const { scene } = await read(pavilion)
    expect(scene.nodes.filter(({ hidden }) => hidden).map(({ name }) => name)).toEqual(['Floor'])
    expect(scene.materials.map(({ name, opacity }) => [name, opacity])).toEqual([
      ['Basalt', 1],
      ['Tuff', 1],
      ['Glass', 0.4],
    ])
  })

  it('blends normals within a smoothing group only', async () => {
    const [column] = await pushedMeshes(pavilion)
    const normals = column?.normals ?? new Float32Array()
    const z = Array.from({ length: normals.length / 3 }, (_, vertex) => normals[3 * vertex + 2] ?? 0)
    expect(z.filter((value) => Math.abs(value) < 1e-6)).toHaveLength(24)
    expect(z.every((value) => Math.abs(value) < 1e-6 || Math.abs(Math.abs(value) - 1) < 1e-6)).toBe(true)
  })

  it('blends normals of faces that share one of several smoothing groups', async () => {
    const roofOfTwo: WrittenMesh = {
      name: 'Ridge',
      vertices: [0, 0, 1, 4, 0, 1, 0, -1, 0, 0, 1, 0],
      faces: [0, 2, 1, 0, 1, 3],
      smoothingGroups: [0b011, 0b110],
    }
    const [mesh] = await pushedMeshes(file([meshObject(roofOfTwo)]))
    const top = [...(mesh?.positions ?? [])].findIndex((value, at) => at % 3 === 2 && value === 1) - 2
    expect([...(mesh?.normals ?? [])].slice(top, top + 3)).toEqual([0, 0, 1].map((value) => expect.closeTo(value)))
  })

  it('keeps the vertices of a mesh that was saved with a mirroring matrix', async () => {
    const mirrored = { ...triangle, matrix: [-1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0] }
    const { scene } = await read(file([meshObject(mirrored)], [node({ number: 0, mesh: 'Slab' })]))
    expect(scene.bounds).toMatchObject({ min: [0, 0, 0], max: [2, 3, 0] })
  })

  it('rotates a node about its pivot', async () => {
    const rotatedNode = node({
      number: 0,
      mesh: 'Slab',
      pivot: [2, 0, 0],
      rotation: [-Math.PI / 2, 0, 0, 1],
      position: [2, 0, 0],
    })
    const { scene } = await read(file([meshObject(triangle)], [rotatedNode]))
    const { min, max } = scene.bounds ?? { min: [], max: [] }
    expect([...min, ...max]).toEqual([-1, -2, 0, 2, 0, 0].map((value) => expect.closeTo(value)))
  })

  it('keeps nodes that are their own ancestors, as a tree', async () => {
    const loop = [
      node({ number: 0, mesh: 'Slab', parent: 1 }),
      node({ number: 1, mesh: 'Slab', instance: 'b', parent: 0 }),
    ]
    const { scene, report } = await read(file([meshObject(triangle)], loop))
    expect(report?.status).toBe('complete')
    expect(scene.nodes.map(({ parent }) => parent)).toEqual([null, 0])
  })

  it('keeps the saved vertices of a mesh with a singular matrix', async () => {
    const flat = { ...triangle, matrix: [0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5, 5] }
    const { scene } = await read(file([meshObject(flat)], [node({ number: 0, mesh: 'Slab' })]))
    expect(scene.bounds).toMatchObject({ min: [0, 0, 0], max: [2, 3, 0] })
  })

  it('counts faces with invalid indices or non-finite vertices and shows the others', async () => {
    const faulty = {
      ...triangle,
      vertices: [...triangle.vertices, Number.NaN, 0, 0],
      faces: [0, 1, 2, 0, 1, 9, 0, 1, 3],
    }
    const { report, scene } = await read(file([meshObject(faulty)]))
    expect(report?.status).toBe('partial')
    expect(report?.skipped).toEqual([
      { kind: 'face', reason: 'index-out-of-range', count: 1 },
      { kind: 'face', reason: 'not-a-number', count: 1 },
    ])
    expect(scene.numbers.triangles).toBe(1)
  })

  it('counts a second object of the same name as skipped', async () => {
    const { report } = await read(file([meshObject(triangle), meshObject(triangle)]))
    expect(report?.skipped).toEqual([{ kind: 'object', reason: 'name-repeated', count: 1 }])
  })

  it('reads colours and percentages as floats and clamps them', async () => {
    const glass = chunk(
      chunkIds.material,
      chunk(chunkIds.materialName, text('Glass')),
      chunk(chunkIds.materialDiffuse, chunk(chunkIds.colorFloat, floats(0.25, 7, -1))),
      chunk(chunkIds.materialTransparency, chunk(chunkIds.percentFloat, floats(0.75))),
    )
    const mesh = meshObject({ ...triangle, materials: [{ name: 'Glass', faces: [0, 44] }] })
    const { scene } = await read(file([glass, mesh]))
    expect(scene.materials).toEqual([{ name: 'Glass', color: [0.25, 1, 0], opacity: 0.25 }])
  })

  it('reads the first key after spline parameters', async () => {
    const eased = chunk(
      chunkIds.positionTrack,
      uint16Bytes(0, 0, 0, 0, 0, 1, 0, 0, 0, 0b00011),
      floats(25, 25),
      floats(4, 5, 6),
    )
    const nodeChunk = chunk(
      chunkIds.objectNode,
      chunk(chunkIds.nodeHeader, text('Slab'), uint16Bytes(0, 0, 0xffff)),
      eased,
    )
    const { scene } = await read(file([meshObject(triangle)], [nodeChunk]))
    expect(scene.bounds).toMatchObject({ min: [4, 5, 6], max: [6, 8, 6] })
  })

  it('reports nothing to show for a file with lights only', async () => {
    const lamp = chunk(chunkIds.object, text('Lamp'), chunk(chunkIds.light, floats(0, 0, 2)))
    const { failure } = await read(file([material({ name: 'Unused', color: [1, 2, 3] }), lamp]))
    expect(failure?.code).toBe('nothing-to-show')
  })

  it('stops at a chunk of zero length', async () => {
    const bytes = file([meshObject(triangle), new Uint8Array(32)])
    const { report, scene } = await read(bytes)
    expect(report).toMatchObject({
      status: 'partial',
      findings: [{ code: 'unit-assumed' }, { code: 'file-ends-early' }],
    })
    expect(scene.numbers.triangles).toBe(1)
  })
})
