import { readFileSync } from 'node:fs'
import { describeReader, runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { writeFootbridge } from './fixtures/footbridge.js'
import { reader } from './reader.js'
import { encodeText, read, square } from './testing/read.js'

const fixture = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))

/**
 * Every feature of the format in a few lines: an L with normals, a coloured roof, smoothing, lines, points, a curve.
 */
const sampler = `# Units: cm
mtllib sampler.mtl
o Sampler
g L shape
usemtl Red
v 0 0 0\nv 400 0 0\nv 400 100 0\nv 100 100 0\nv 100 300 0\nv 0 300 0
vn 0 0 1\nvt 0 0
f 1/1/1 2/1/1 3/1/1 \\
  4/1/1 5/1/1 6/1/1
g Roof
usemtl Blue
s 1
v 0 300 0 1 0 0\nv 100 300 0 0 1 0\nv 100 350 -50 0 0 1\nv 0 350 -50
f -4 -3 -2 -1
s off
f -4 -3 -2
l 1 2 3
p 1
cstype bezier
deg 3
curv 0 1 1 2 3 4
end
`

/** Creates a wavy surface in many groups: about 12 MB. */
function longFile(): Uint8Array {
  const side = 60
  const parts: string[] = []
  for (let group = 0; group < 45; group++) {
    parts.push(`g strip ${group}\n`)
    for (let at = 0; at < (side + 1) ** 2; at++) {
      const [x, y] = [at % (side + 1), Math.floor(at / (side + 1))]
      parts.push(`v ${x + group * side}.000000 ${Math.sin(x + y).toFixed(6)} ${y}.000000\n`)
    }
    for (let at = 0; at < side ** 2; at++) {
      const first = (at % side) + Math.floor(at / side) * (side + 1) - (side + 1) ** 2
      parts.push(`f ${first} ${first + side + 1} ${first + side + 2} ${first + 1}\n`)
    }
  }
  return encodeText(parts.join(''))
}

describeReader(reader, {
  longFile,
  fixtures: [
    {
      name: 'footbridge.obj',
      bytes: fixture('footbridge.obj'),
      companions: { 'footbridge.mtl': fixture('footbridge.mtl') },
      golden: {
        status: 'complete',
        nodes: 109,
        meshes: 104,
        instances: 104,
        triangles: 2392,
        placedTriangles: 2392,
        lines: 0,
        materials: 7,
        bounds: [
          [-12.4, -3.6, -4],
          [12.4, 3.6, 2.62],
        ],
        unit: 'm',
        missingCompanions: [],
        findings: ['unit-from-comment', 'up-axis-assumed'],
        digest: '3e7ea04561d1f6b8',
      },
    },
    {
      name: 'sampler.obj',
      bytes: encodeText(sampler),
      companions: { 'sampler.mtl': encodeText('newmtl Red\nKd 1 0 0\nnewmtl Blue\nKd 0 0 1\nmap_Kd sky.png\n') },
      golden: {
        status: 'partial',
        nodes: 3,
        meshes: 2,
        triangles: 7,
        lines: 2,
        materials: 3,
        bounds: [
          [0, 0, 0],
          [4, 0.5, 3.5],
        ],
        unit: 'cm',
        skipped: { curve: 1 },
        missingCompanions: ['sky.png'],
        digest: '50c660d4593ec445',
      },
    },
  ],
  samples: [
    {
      file: 'obj/Rhino_Logo.obj',
      golden: { status: 'complete', nodes: 1, meshes: 1, triangles: 29_900, missingCompanions: ['Rhino_Logo_Q.mtl'] },
    },
    {
      file: 'obj/box_UTF16BE.obj',
      golden: {
        status: 'complete',
        nodes: 1,
        triangles: 12,
        bounds: [
          [-0.5, -0.5, -0.5],
          [0.5, 0.5, 0.5],
        ],
      },
    },
    {
      // One polygon of 66 vertices that bridges to its hole: 64 triangles, and none across the hole.
      file: 'obj/concave_polygon.obj',
      golden: {
        status: 'complete',
        triangles: 64,
        bounds: [
          [-1.146, -3.0905, 1.6575],
          [-1.146, -1.6055, 3.1425],
        ],
      },
    },
    {
      file: 'obj/cube_with_materials.obj',
      companions: ['obj/cube_with_materials.mtl'],
      golden: {
        status: 'complete',
        nodes: 1,
        meshes: 5,
        materials: 5,
        triangles: 12,
        missingCompanions: ['cube_texture.png'],
      },
    },
    {
      file: 'obj/hundred_cubes.obj',
      golden: {
        status: 'complete',
        nodes: 100,
        meshes: 100,
        triangles: 1200,
        missingCompanions: ['hundred_cubes.mtl'],
      },
    },
    {
      file: 'obj/spider.obj',
      companions: ['obj/spider.mtl'],
      golden: {
        status: 'complete',
        nodes: 19,
        meshes: 23,
        materials: 4,
        triangles: 1368,
        bounds: [
          [-92.655235, -86.6912, -42.233826],
          [57.936214, 106.6912, 37.503952],
        ],
        missingCompanions: ['SpiderTex.jpg', 'wal67ar_small.jpg', 'drkwood2.jpg', 'engineflare1.jpg'],
      },
    },
    { file: 'rvt/BBADT_test.obj', golden: { status: 'complete', nodes: 1, triangles: 12, materials: 0 } },
  ],
})

describe('footbridge fixture', () => {
  it('equals the output of its generator', () => {
    const { obj, mtl } = writeFootbridge()
    expect(new TextDecoder().decode(fixture('footbridge.obj'))).toBe(obj)
    expect(new TextDecoder().decode(fixture('footbridge.mtl'))).toBe(mtl)
  })

  it('has translucent glass with its opacity as a property', async () => {
    const { scene } = await runReader(reader, fixture('footbridge.obj'), {
      companions: { 'FOOTBRIDGE.MTL': fixture('footbridge.mtl') },
    })
    expect(scene.materials.find(({ name }) => name === 'Glass')).toEqual({
      name: 'Glass',
      color: [0.6, 0.8, 0.86],
      opacity: 0.35,
    })
    expect(scene.materials.find(({ name }) => name === 'Water')?.opacity).toBeCloseTo(0.55)
    const pane = scene.nodes.findIndex(({ name }) => name === 'Pane 01 north')
    const [set] = scene.assignments.get(pane) ?? []
    expect(scene.propertySets[set ?? -1]).toEqual({
      name: 'Material',
      properties: [
        { name: 'Name', value: 'Glass' },
        { name: 'Colour', value: '#99ccdb' },
        { name: 'Opacity', value: 0.35 },
      ],
    })
  })
})

describe('OBJ text', () => {
  const model = `# comment\\\n${square}f 1 2 3 4\n`
  it.each([
    ['line feeds', model],
    ['carriage returns with line feeds', model.replaceAll('\n', '\r\n')],
    ['carriage returns', model.replaceAll('\n', '\r')],
    ['an unterminated last line', model.trimEnd()],
    ['tabs and blanks', model.replaceAll(' ', ' \t ')],
    ['continued lines', model.replaceAll(' 0', ' \\\n0').replace('f 1', 'f 1 \\\r\n')],
    ['comments after statements', model.replaceAll('\n', ' # here\n')],
    ['decimal commas', model.replaceAll('1 0\n', '1,0 0,0\n')],
  ])('is read with %s', async (_, text) => {
    const { scene, report } = await read(text)
    expect(report?.status).toBe('complete')
    expect(scene.numbers).toMatchObject({ triangles: 2, nodes: 1 })
    expect(scene.bounds).toEqual({ min: [0, 0, 0], max: [1, 0, 1] })
  })

  it.each([
    ['utf-16le', [0xff, 0xfe], (unit: number) => [unit & 255, unit >> 8]],
    ['utf-16be', [0xfe, 0xff], (unit: number) => [unit >> 8, unit & 255]],
  ] as const)('is decoded as %s, including Armenian names', async (_, mark, split) => {
    const text = `o Կամար\n${square}f 1 2 3\n`
    const units = Array.from({ length: text.length }, (__, index) => text.charCodeAt(index))
    const { scene } = await runReader(reader, Uint8Array.from([...mark, ...units.flatMap((unit) => split(unit))]))
    expect(scene.nodes.map(({ name }) => name)).toEqual(['Կամար'])
  })

  it('is decoded from the Cyrillic and Western code pages', async () => {
    const objectNamed = (...name: readonly number[]): Uint8Array =>
      Uint8Array.from([...encodeText('o '), ...name, ...encodeText(`\n${square}f 1 2 3\n`)])
    const cyrillic = await runReader(reader, objectNamed(0xd1, 0xf2, 0xe5, 0xed, 0xe0))
    expect(cyrillic.scene.nodes[0]?.name).toBe('Стена')
    const western = await runReader(reader, objectNamed(0x57, 0xe4, 0x6e, 0x64, 0x65))
    expect(western.scene.nodes[0]?.name).toBe('Wände')
  })

  it('may contain numbers in every notation', async () => {
    const { scene } = await read('v -1.5e1 +.25 1E-1\nv 1. 12345678901234567890e-19 0\nv 0 0 -0\nf 1 2 3\n')
    expect(scene.bounds?.min[0]).toBeCloseTo(-15)
    expect(scene.bounds?.max[0]).toBeCloseTo(1)
    expect(scene.bounds?.max[2]).toBeCloseTo(1.2345678901, 6)
  })
})

describe('OBJ objects and groups', () => {
  it('become nested nodes, and one node when both have the same name', async () => {
    const { scene } = await read(
      `o House\ng Wall\n${square}f 1 2 3\ng Roof\nf 1 2 4\no Shed\ng Shed\nf 1 2 3\ng\nf 2 3 4\n`,
    )
    const tree = scene.nodes.map(({ name, parent, class: kind, sourceId }) => ({ name, parent, kind, sourceId }))
    expect(tree).toEqual([
      { name: 'House', parent: null, kind: 'object', sourceId: 'House' },
      { name: 'Wall', parent: 0, kind: 'group', sourceId: 'House/Wall' },
      { name: 'Roof', parent: 0, kind: 'group', sourceId: 'House/Roof' },
      { name: 'Shed', parent: null, kind: 'object', sourceId: 'Shed' },
    ])
  })

  it('are merged when they are reopened, with one mesh per material', async () => {
    const { scene } = await read(
      `${square}g a\nusemtl red\nf 1 2 3\ng b\nf 1 2 4\ng a\nf 2 3 4\nusemtl blue\nf 1 3 4\nusemtl red\nf 1 2 3\n`,
    )
    expect(scene.nodes.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(scene.shapes.map(({ triangleCount }) => triangleCount)).toEqual([3, 1, 1])
  })

  it('are replaced by one object named after the file when it has none', async () => {
    const { scene } = await runReader(reader, encodeText(`${square}f 1 2 3\n`), { name: 'old barn.obj' })
    expect(scene.nodes).toEqual([{ parent: null, name: 'old barn', class: 'object', sourceId: 'old barn' }])
  })

  it('have names without control or bidirectional characters, shortened with an ellipsis', async () => {
    const { scene } = await read(`o a\u202eb\u0007c<b>\n${square}f 1 2 3\no ${'x'.repeat(5000)}\nf 1 2 3\n`)
    expect(scene.nodes[0]?.name).toBe('a b c<b>')
    expect(scene.nodes[1]?.name).toHaveLength(200)
    expect(scene.nodes[1]?.name.endsWith('…')).toBe(true)
  })

  it('may have the names of JavaScript object properties', async () => {
    const { scene, report } = await read(`o __proto__\n${square}usemtl constructor\nf 1 2 3\nf 1 2 4\nconstructor 1\n`)
    expect(scene.nodes[0]?.name).toBe('__proto__')
    expect(scene.materials[0]?.name).toBe('constructor')
    expect(report?.findings.at(-1)).toEqual({ code: 'unknown-statements', severity: 'warning', details: { count: 1 } })
  })
})

describe('OBJ reader', () => {
  it.each([
    ['# File units = meters\n', 'm', 1],
    ['# This file uses centimeters as units for non-parametric coordinates.\n', 'cm', 0.01],
    ['# Units: mm\n', 'mm', 0.001],
    ['# unit is feet\n', 'ft', 0.3048],
    ['# File units = inches\n', 'in', 0.0254],
  ])('takes the unit from the comment %j', async (comment, name, metres) => {
    const { scene, report } = await read(`${comment}${square}f 1 2 3\n`)
    expect(scene.unit).toEqual({ name, metres })
    expect(scene.bounds?.max[0]).toBeCloseTo(metres)
    expect(report?.findings[0]).toMatchObject({ code: 'unit-from-comment', details: { unit: name } })
  })

  it('assumes metres, and millimetres for models larger than a site', async () => {
    expect((await read(`${square}f 1 2 3\n`)).scene.unit?.name).toBe('m')
    const house = 'v 0 0 0\nv 12000 0 0\nv 0 6000 0\nf 1 2 3\n'
    const { scene, report } = await read(house)
    expect(scene.unit).toEqual({ name: 'mm', metres: 0.001 })
    expect(scene.bounds?.max).toEqual([12, 0, 6])
    expect(report?.findings[0]).toMatchObject({ code: 'unit-assumed', details: { unit: 'mm', metres: 12 } })
  })

  it('converts Y up to Z up and reports it', async () => {
    const { scene, report } = await read('v 1 2 3\nv 2 2 3\nv 1 4 8\nf 1 2 3\n')
    expect(scene.bounds).toEqual({ min: [1, -8, 2], max: [2, -3, 4] })
    expect(report?.findings[1]).toMatchObject({ code: 'up-axis-assumed', details: { axis: 'Y' } })
  })
})
