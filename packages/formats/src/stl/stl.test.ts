import { readFileSync } from 'node:fs'
import { describeReader, createRecordedContext, RecordedSource, runReader, type ReaderRun } from '@kamar/test-kit'
import type { MeshInput } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { writeArch } from './fixtures/arch.js'
import { reader } from './reader.js'

const arch = Uint8Array.from(readFileSync(new URL('fixtures/arch.stl', import.meta.url)))
const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = (text: string): Promise<ReaderRun> => runReader(reader, encodeText(text))

interface Facet {
  readonly vertices: readonly number[]
  readonly attribute?: number
}
const vertices = [0, 0, 0, 10, 0, 0, 0, 10, 0]

function binaryStl(facets: readonly Facet[], header = '', declared = facets.length): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * facets.length)
  const view = new DataView(bytes.buffer)
  bytes.set(Array.from(header, (character) => character.charCodeAt(0)))
  view.setUint32(80, declared, true)
  facets.forEach((facet, index) => {
    const at = 84 + 50 * index
    facet.vertices.forEach((value, position) => view.setFloat32(at + 12 + 4 * position, value, true))
    view.setUint16(at + 48, facet.attribute ?? 0, true)
  })
  return bytes
}

const facetText = (...values: readonly number[]): string => {
  const vertex = (at: number): string => `vertex ${values.slice(at, at + 3).join(' ')}`
  return `facet normal 0 0 1\nouter loop\n${vertex(0)}\n${vertex(3)}\n${vertex(6)}\nendloop\nendfacet\n`
}
const solidText = (name: string, ...facets: readonly string[]): string =>
  `solid ${name}\n${facets.join('')}endsolid ${name}\n`

async function pushedMesh(bytes: Uint8Array): Promise<MeshInput> {
  const { context } = createRecordedContext()
  const meshes: MeshInput[] = []
  const addMesh = context.scene.addMesh.bind(context.scene)
  context.scene.addMesh = (mesh) => {
    if (!('shapeHash' in mesh)) meshes.push(mesh)
    return addMesh(mesh)
  }
  await reader.read(new RecordedSource('model.stl', bytes), context)
  expect(meshes).toHaveLength(1)
  return meshes[0] ?? { positions: new Float32Array(), indices: new Uint32Array() }
}

const largeMesh = Array.from({ length: 250_000 }, (_, index): Facet => {
  const [x, y] = [index % 500, Math.floor(index / 500)]
  return { vertices: [x, y, 0, x + 1, y, 0, x, y + 1, Math.sin(index)] }
})

describeReader(reader, {
  longFile: () => binaryStl(largeMesh),
  fixtures: [
    {
      name: 'arch.stl',
      truncationIsVisible: true,
      bytes: arch,
      golden: {
        status: 'complete',
        nodes: 1,
        meshes: 1,
        instances: 1,
        triangles: 860,
        placedTriangles: 860,
        materials: 1,
        bounds: [
          [-2.6993, -0.45, 0.012492],
          [2.6993, 0.45, 2.9],
        ],
        unit: 'mm',
        findings: ['unit-assumed'],
        skipped: {},
        digest: 'a028279b86942cfe',
      },
    },
    {
      name: 'two solids.stl',
      bytes: encodeText(
        solidText('steps', facetText(0, 0, 0, 30, 0, 0, 0, 30, 0), facetText(0, 0, 1, 30, 0, 1, 0, 30, 1.5e1)) +
          solidText('', facetText(40, 0, 0, 50, 0, 0, 40, 10, 0)),
      ),
      golden: {
        status: 'complete',
        nodes: 2,
        meshes: 2,
        triangles: 3,
        materials: 0,
        bounds: [
          [0, 0, 0],
          [0.05, 0.03, 0.015],
        ],
        findings: ['unit-assumed'],
        digest: 'f5dde4c12b70f7de',
      },
    },
  ],
  samples: [
    {
      file: 'stl/utah_teapot_ascii.stl',
      golden: {
        status: 'complete',
        nodes: 1,
        triangles: 9438,
        unit: 'mm',
        bounds: [
          [-0.0081639, -0.0053698, 0],
          [0.0094124, 0.0055573, 0.0085715],
        ],
      },
    },
    { file: 'stl/single_triangle_no_normal.stl', golden: { status: 'complete', nodes: 1, triangles: 1, unit: 'm' } },
    { file: 'stl/Spider_binary.stl', golden: { status: 'complete', nodes: 1, triangles: 1368, materials: 0 } },
    { file: 'stl/triangle_with_two_solids.stl', golden: { status: 'complete', nodes: 2, meshes: 2, triangles: 2 } },
    { file: 'stl/Rhino_Logo_Mesh.stl', golden: { status: 'complete', nodes: 1, triangles: 29_900 } },
    { file: 'skp/moticilla_house.stl', golden: { status: 'complete', nodes: 1, triangles: 1371, unit: 'm' } },
    { file: 'skp/ob1357_7_cutro_test.stl', golden: { status: 'complete', nodes: 1, triangles: 608, unit: 'mm' } },
  ],
})

describe('STL arch fixture', () => {
  it('equals the output of its generator', () => {
    expect(writeArch()).toEqual(arch)
  })

  it('has five vertex colors, one of them for the keystone', async () => {
    const { colors } = await pushedMesh(arch)
    const channels = colors ?? new Uint8Array()
    const distinct = new Set(
      Array.from({ length: channels.length / 4 }, (_, at) => channels.slice(4 * at, 4 * at + 4).join()),
    )
    expect(distinct.size).toBe(5)
    expect(distinct).toContain('206,82,58,255')
  })
})

describe('ASCII STL', () => {
  it.each([
    ['line feeds', (text: string) => text],
    ['carriage returns with line feeds', (text: string) => text.replaceAll('\n', '\r\n')],
    ['everything on one line', (text: string) => text.replaceAll('\n', ' ')],
    ['capitals', (text: string) => text.toUpperCase()],
    ['indents and tabs', (text: string) => text.replaceAll('\n', '\n\t  ')],
    ['an unterminated last line', (text: string) => text.trimEnd()],
  ])('is read with %s', async (_, layout) => {
    const text =
      solidText('left', facetText(...vertices)) + solidText('right', facetText(...vertices), facetText(...vertices))
    const { scene, report } = await read(layout(text))
    expect(report?.status).toBe('complete')
    expect(scene.nodes.map(({ name }) => name.toLowerCase())).toEqual(['left', 'right'])
    expect(scene.shapes.map(({ triangleCount }) => triangleCount)).toEqual([1, 2])
  })

  it('is read as UTF-16, and decodes names in other code pages', async () => {
    const text = solidText('Կամար', facetText(...vertices))
    const wide = Uint8Array.from([
      0xff,
      0xfe,
      ...Array.from({ length: text.length }, (_, at) => [text.charCodeAt(at) & 255, text.charCodeAt(at) >> 8]).flat(),
    ])
    expect((await runReader(reader, wide)).scene.nodes[0]?.name).toBe('Կամար')
    const [before, after] = solidText('@', facetText(...vertices)).split('@', 2)
    const cyrillic = Uint8Array.from([
      ...encodeText(before ?? ''),
      0xd1,
      0xf2,
      0xe5,
      0xed,
      0xe0,
      ...encodeText(`${after}solid\n`),
    ])
    expect((await runReader(reader, cyrillic)).scene.nodes[0]?.name).toBe('Стена')
  })

  it('names unnamed solids after the file, with numbers', async () => {
    const text = solidText('', facetText(...vertices)).repeat(2)
    const { scene } = await runReader(reader, encodeText(text), { name: 'folder/bracket.stl' })
    expect(scene.nodes.map(({ name, sourceId }) => [name, sourceId])).toEqual([
      ['bracket', ''],
      ['bracket 2', ''],
    ])
  })

  it('ignores stated normals', async () => {
    const { normals, positions } = await pushedMesh(encodeText(solidText('a', facetText(...vertices))))
    expect(normals).toBeUndefined()
    expect([...positions].map((value) => Number(value.toFixed(6)))).toEqual([0, 0, 0, 0.01, 0, 0, 0, 0.01, 0])
  })

  it('fans polygons of more than three vertices and skips those with fewer', async () => {
    const loop = (vertices: string): string => `facet normal 0 0 1\nouter loop\n${vertices}endloop\nendfacet\n`
    const quad = loop('vertex 0 0 0\nvertex 9 0 0\nvertex 9 9 0\nvertex 0 9 0\n')
    const pair = loop('vertex 0 0 0\nvertex 9 0 0\n')
    const { scene, report } = await read(solidText('a', quad, pair))
    expect(scene.numbers.triangles).toBe(2)
    expect(report).toMatchObject({
      status: 'partial',
      skipped: [{ kind: 'triangle', reason: 'too-few-corners', count: 1 }],
    })
  })

  it('reports a truncated file', async () => {
    const { report, scene } = await read(`solid a\n${facetText(...vertices)}${facetText(...vertices)}`)
    expect(scene.numbers.triangles).toBe(2)
    expect(report).toMatchObject({
      status: 'partial',
      findings: [{ code: 'unit-assumed' }, { code: 'file-ends-early' }],
    })
  })

  it('omits empty solids and fails when none is left', async () => {
    const { scene } = await read(solidText('empty') + solidText('full', facetText(...vertices)))
    expect(scene.nodes.map(({ name }) => name)).toEqual(['full'])
    expect((await read(solidText('empty'))).failure?.code).toBe('nothing-to-show')
  })
})

describe('binary STL', () => {
  it('accepts a header that begins with the word solid', async () => {
    const { scene, report } = await runReader(reader, binaryStl([{ vertices }], 'solid made by a careless program'))
    expect(report?.status).toBe('complete')
    expect(scene.numbers.triangles).toBe(1)
    expect(scene.propertySets[0]?.properties).toEqual([
      { name: 'Encoding', value: 'binary' },
      { name: 'Triangles', value: 1 },
      { name: 'Header', value: 'solid made by a careless program' },
    ])
  })

  it('reads the colors of VisCAM and SolidView', async () => {
    const red = 0x8000 | (31 << 10)
    const green = 0x8000 | (31 << 5)
    const { colors } = await pushedMesh(
      binaryStl([{ vertices }, { vertices, attribute: red }, { vertices, attribute: green }]),
    )
    const firstVertex = (triangle: number): number[] =>
      Array.from(colors?.subarray(12 * triangle, 12 * triangle + 4) ?? [])
    expect([0, 1, 2].map(firstVertex)).toEqual([
      [255, 255, 255, 255],
      [255, 0, 0, 255],
      [0, 255, 0, 255],
    ])
  })

  it('reads the facet and object colors of Materialise Magics', async () => {
    const header = 'COLOR=\u0080\u0040\u0020\u00ff,MATERIAL='
    const { colors } = await pushedMesh(
      binaryStl(
        [
          { vertices, attribute: 0x8000 },
          { vertices, attribute: 31 },
        ],
        header,
      ),
    )
    expect([...(colors ?? [])].slice(0, 4)).toEqual([128, 64, 32, 255])
    expect([...(colors ?? [])].slice(12, 16)).toEqual([255, 0, 0, 255])
  })

  it('makes a uniform color of all facets or of the object a material', async () => {
    const blue = await runReader(
      reader,
      binaryStl([
        { vertices, attribute: 0x801f },
        { vertices, attribute: 0x801f },
      ]),
    )
    expect(blue.scene.materials).toEqual([{ name: 'Colour', color: [0, 0, 1], opacity: 1 }])
    const object = await runReader(reader, binaryStl([{ vertices }, { vertices }], 'COLOR=\u00ff\u0000\u0000\u00ff'))
    expect(object.scene.materials).toEqual([{ name: 'Colour', color: [1, 0, 0], opacity: 1 }])
    const plain = await runReader(reader, binaryStl([{ vertices }]))
    expect(plain.scene.instances[0]?.material).toBeNull()
  })

  it('skips triangles with unusable coordinates and counts them', async () => {
    const facets = [
      { vertices },
      { vertices: [...vertices.slice(0, 8), Number.NaN] },
      { vertices: [...vertices.slice(0, 8), 1e30] },
    ]
    const { scene, report } = await runReader(reader, binaryStl(facets))
    expect(scene.numbers.triangles).toBe(1)
    expect(report).toMatchObject({
      status: 'partial',
      skipped: [{ kind: 'triangle', reason: 'not-a-number', count: 2 }],
    })
    const none = await runReader(reader, binaryStl([facets[1] ?? { vertices }]))
    expect(none.failure?.code).toBe('damaged')
  })

  it('derives the facet count from the file size when it is zero, and reports trailing bytes', async () => {
    const uncounted = await runReader(reader, binaryStl([{ vertices }, { vertices }], '', 0))
    expect(uncounted.scene.numbers.triangles).toBe(2)
    expect(uncounted.report?.findings[1]).toMatchObject({
      code: 'facet-count-wrong',
      details: { stated: 0, present: 2 },
    })
    const longer = await runReader(reader, Uint8Array.from([...binaryStl([{ vertices }]), ...encodeText('appended')]))
    expect(longer.report).toMatchObject({
      status: 'complete',
      findings: [{}, { code: 'bytes-after-end', details: { bytes: 8 } }],
    })
  })
})

describe('STL unit and origin', () => {
  it('default to metres for tiny models and to millimetres otherwise, unless the header states a unit', async () => {
    const scaled = (factor: number): Facet => ({ vertices: vertices.map((value) => value * factor) })
    expect((await runReader(reader, binaryStl([scaled(1)]))).scene.unit?.name).toBe('mm')
    expect((await runReader(reader, binaryStl([scaled(0.1)]))).scene.unit?.name).toBe('m')
    const declared = await runReader(reader, binaryStl([scaled(1)], 'exported, UNITS=in'))
    expect(declared.scene.unit).toEqual({ name: 'in', metres: 0.0254 })
    expect(declared.report?.findings[0]).toMatchObject({
      code: 'unit-from-comment',
      details: { unit: 'in', metres: 0.254 },
    })
  })

  it('keep distant coordinates exact relative to the origin', async () => {
    const far = vertices.map((value, index) => value + (index % 3 === 0 ? 4_000_000 : 0))
    const { scene } = await runReader(reader, binaryStl([{ vertices: far }]))
    expect(scene.origin).toEqual([4000, 0, 0])
    expect(scene.bounds?.max[0]).toBeCloseTo(4000.01, 6)
  })
})

describe('STL solids', () => {
  it('are separate elements in file order', async () => {
    const text = ['wall', 'roof', 'wall'].map((name) => solidText(name, facetText(...vertices))).join('')
    const { scene, report } = await read(text)
    expect(report?.status).toBe('complete')
    expect(scene.nodes.map(({ name }) => name)).toEqual(['wall', 'roof', 'wall'])
    expect(scene.instances.map(({ node }) => node)).toEqual([0, 1, 2])
    expect(new Set(scene.nodes.map(({ parent }) => parent)).size).toBe(1)
  })

  it('end at the next solid without endsolid', async () => {
    const open = `solid a\n${facetText(...vertices)}`
    const { scene } = await read(open + solidText('b', facetText(...vertices)))
    expect(scene.nodes.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(scene.numbers.triangles).toBe(2)
  })

  it('keep their readable facets when a facet is damaged', async () => {
    const damaged = facetText(...vertices).replace('vertex 10 0 0', 'vertex 10 zero 0')
    const { scene, report } = await read(solidText('a', damaged, facetText(...vertices)))
    expect(scene.numbers.triangles).toBe(1)
    expect(report?.status).toBe('partial')
  })

  it('are read in any letter case and with any whitespace', async () => {
    const text = solidText('Arch', facetText(...vertices))
      .toUpperCase()
      .replaceAll('\n', ' \r\n\t')
    expect((await read(text)).scene.numbers.triangles).toBe(1)
  })
})
