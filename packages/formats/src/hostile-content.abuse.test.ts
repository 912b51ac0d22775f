import { runReader, type ReaderRun } from '@kamar/test-kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { file as tdsFile, meshObject } from './3ds/fixtures/chunk-writer.js'
import { writeDxf } from './dwg/testing/write-dxf.js'
import { mesh, model, smallFile } from './fbx/fixtures/small-file.js'
import { loadReader, warmReaders } from './index.js'
import { createWarmUpScene } from './kit/testing/warm-up-scene.js'
import { boxProduct, projectRows } from './ifc/testing/model-text.js'
import { writeIges } from './iges/fixtures/iges-writer.js'
import { encodeText, stepFile } from '@kamar/codecs/part21/testing'
import { DraftComponent } from './skp/testing/draft.js'
import { pavilion as skpModel } from './skp/testing/pavilion.js'
import { writeZipContainerModel } from './skp/testing/write-zip-container.js'
import { formatFile, formatPart } from './step/testing/part-kit.js'

// Hostile content of any format: non-finite numbers and names that try injection.

const maxMilliseconds = 10_000

beforeAll(() => warmReaders(createWarmUpScene))

async function read(format: string, bytes: Uint8Array): Promise<ReaderRun> {
  const run = await runReader(await loadReader(format), bytes)
  expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
  return run
}

type Numbers = readonly [number, number, number]
const triangle = ([x, y, z]: Numbers): number[] => [x, y, z, x + 1, y, z, x, y + 2, z]
const obj = (text: string): Uint8Array => new TextEncoder().encode(text)

/**
 * A valid triangle and one with a vertex at `value`, in the unit of the format; null where the format cannot express
 * it.
 */
const withTriangles: Readonly<Record<string, (value: Numbers) => Uint8Array>> = {
  obj: (value) => {
    const vertices = [...triangle([0, 0, 0]), ...triangle(value)]
    const rows = Array.from({ length: 6 }, (_, at) => `v ${vertices.slice(3 * at, 3 * at + 3).join(' ')}`)
    return obj(`o Two\n${rows.join('\n')}\n${'vn 0 0 1\n'.repeat(50)}f 1 2 3\nf 4 5 6\n`)
  },
  stl: (value) => {
    const bytes = new Uint8Array(84 + 100)
    const view = new DataView(bytes.buffer)
    view.setUint32(80, 2, true)
    for (const [facet, at] of [[0, 0, 0] as const, value].entries())
      triangle(at).forEach((number, index) => view.setFloat32(84 + 50 * facet + 12 + 4 * index, number, true))
    return bytes
  },
  '3ds': (value) =>
    tdsFile([
      meshObject({ name: 'Sound', vertices: triangle([0, 0, 0]), faces: [0, 1, 2] }),
      meshObject({ name: 'Other', vertices: triangle(value), faces: [0, 1, 2] }),
    ]),
  fbx: (value) =>
    smallFile(
      [
        model(1, 'Sound'),
        mesh(2, { vertices: triangle([0, 0, 0]), polygons: [0, 1, ~2] }),
        model(3, 'Other'),
        mesh(4, { vertices: triangle(value), polygons: [0, 1, ~2] }),
      ],
      [
        [1, 0],
        [2, 1],
        [3, 0],
        [4, 3],
      ],
    ),
}

describe('extreme coordinates', () => {
  const extremeValues = [Number.NaN, Number.POSITIVE_INFINITY, 1e308, -1e308, 1e-320]
  it.each(Object.keys(withTriangles).flatMap((format) => extremeValues.map((value) => [format, value] as const)))(
    'E15 the %s reader keeps the valid triangle beside one at coordinate %d',
    async (format, value) => {
      const { failure, report, scene } = await read(format, withTriangles[format]?.([value, 0, 0]) ?? obj(''))
      expect(failure).toBeNull()
      expect(scene.numbers.triangles).toBeGreaterThanOrEqual(1)
      // Omitted triangles are counted.
      expect(scene.numbers.triangles === 2 || report?.status === 'partial').toBe(true)
      expect([...(scene.bounds?.min ?? []), ...(scene.bounds?.max ?? [])].every(Number.isFinite)).toBe(true)
    },
  )

  it.each(['obj', '3ds', 'fbx'])(
    'E15 the %s reader keeps both triangles of a model 10,000 km from the origin',
    async (format) => {
      const far: Numbers = [1e7, 1e7, 0]
      const at = (position: Numbers): Uint8Array => withTriangles[format]?.(position) ?? obj('')
      const fileAtOrigin = at([0, 0, 0])
      expect(fileAtOrigin.length).toBeGreaterThan(0)
      const { report, scene } = await read(format, at(far))
      expect(report).not.toBeNull()
      expect(scene.numbers.triangles).toBe(2)
    },
  )

  it('E15 the ifc reader keeps the size of a box 10,000 km from the origin', async () => {
    const rows = `${projectRows()}\n${boxProduct({ id: 20, name: 'Far', at: [1e7, 1e7, 0] })}`
    const { failure, scene } = await read('ifc', encodeText(stepFile({ rows, schema: 'IFC4' })))
    expect(failure).toBeNull()
    const { max, min } = scene.bounds ?? { max: [0, 0, 0], min: [0, 0, 0] }
    for (const axis of [0, 1, 2] as const) expect(max[axis] - min[axis]).toBeCloseTo(1, 4)
  })

  it('E15 the step reader keeps the size of a box 10,000 km from the origin', async () => {
    const text = formatPart(({ shapes }) => [shapes.box('far', [1000, 1000, 1000]).solid])
    const far = text.replaceAll(/CARTESIAN_POINT\('([^']*)',\(([^,)]*),/g, (_, name: string, x: string) => {
      return `CARTESIAN_POINT('${name}',(${(Number(x) + 1e10).toFixed(1)},`
    })
    expect(far).not.toBe(text)
    const { failure, scene } = await read('step', encodeText(far))
    expect(failure).toBeNull()
    const { max, min } = scene.bounds ?? { max: [0, 0, 0], min: [0, 0, 0] }
    for (const axis of [0, 1, 2] as const) expect(max[axis] - min[axis]).toBeCloseTo(1, 3)
  })
})

/** Creates a model with an object of the given name. */
const withName: Readonly<Record<string, (name: string) => Uint8Array>> = {
  obj: (name) => obj(`${'vn 0 0 1\n'.repeat(50)}o ${name}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl ${name}\nf 1 2 3\n`),
  stl: (name) =>
    obj(
      `solid ${name}\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 9 0 0\nvertex 0 9 0\nendloop\nendfacet\nendsolid\n`,
    ),
  '3ds': (name) => tdsFile([meshObject({ name, vertices: triangle([0, 0, 0]), faces: [0, 1, 2] })]),
  fbx: (name) =>
    smallFile(
      [model(1, name), mesh(2, { vertices: triangle([0, 0, 0]), polygons: [0, 1, ~2] })],
      [
        [1, 0],
        [2, 1],
      ],
    ),
  ifc: (name) =>
    encodeText(
      stepFile({
        rows: `${projectRows()}\n${boxProduct({ id: 20, name: name.replaceAll("'", "''") })}`,
        schema: 'IFC4',
      }),
    ),
  step: (name) =>
    encodeText(
      formatFile(({ context, products, shapes }) => {
        const items = [shapes.box('box', [1, 1, 1]).solid]
        products.part(name.replaceAll("'", "''"), { type: 'ADVANCED_BREP_SHAPE_REPRESENTATION', items, context })
      }),
    ),
  iges: (name) =>
    writeIges([
      { type: 406, form: 3, level: 7, values: [2, 0, `${Buffer.byteLength(name.slice(0, 40))}H${name.slice(0, 40)}`] },
      { type: 110, level: 7, values: [0, 0, 0, 4, 0, 0] },
    ]),
  dwg: (name) => writeDxf(`0 LINE\n5 30\n8 ${name}\n10 0\n20 0\n11 1\n21 1`),
  skp: (name) => {
    const root = new DraftComponent().box([1, 1, 1])
    root.addInstance({
      kind: 'component',
      definition: 'Post',
      placement: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
      name,
    })
    return writeZipContainerModel({ ...skpModel(), root })
  },
}

const names: readonly (readonly [what: string, name: string])[] = [
  ['turns what follows round', 'wall\u202Egnp.exe\u2066'],
  ['holds control characters', 'wall\u0007\u001B[31m\u0085'],
  ['is of a million letters', 'w'.repeat(1_000_000)],
  ['looks like a web page', '<img src=x onerror=alert(1)><script>alert(1)</script>'],
  ['is Armenian and Russian', 'Պատ Стена'],
]

/** Expected result for each name. */
const expectedNames: Readonly<Record<string, RegExp>> = {
  'looks like a web page': /<img src=x/,
  'is Armenian and Russian': /Պատ|Стена/,
}

describe('hostile names', () => {
  it.each(
    Object.keys(withName).flatMap((format) => names.map(([description, name]) => [format, description, name] as const)),
  )('E16 the %s reader converts a name that %s to displayable text', async (format, description, name) => {
    const { failure, scene } = await read(format, withName[format]?.(name) ?? obj(''))
    expect(failure).toBeNull()
    const displayedNames = [
      ...scene.nodes.map((node) => node.name),
      ...scene.materials.map((material) => material.name ?? ''),
      ...scene.sheets.flatMap(({ layers }) => layers.map((layer) => layer.name)),
    ]
    for (const text of displayedNames) {
      expect(text).not.toMatch(/[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069]/u)
      // Two hundred characters, each of which may be a surrogate pair.
      expect(text.length).toBeLessThanOrEqual(400)
    }
    // The writer of IGES fixtures counts characters where columns are bytes.
    const expectedName = format === 'iges' ? undefined : expectedNames[description]
    expect(displayedNames.join(' ')).toMatch(expectedName ?? /./)
  })

  it.each([
    ['Стена', 'windows-1251', Uint8Array.of(0xd1, 0xf2, 0xe5, 0xed, 0xe0)],
    ['Mauer Süd', 'windows-1252', Uint8Array.from(Buffer.from('Mauer Süd', 'latin1'))],
    ['Պատ', 'utf-8', Uint8Array.from(Buffer.from('Պատ', 'utf8'))],
  ])('E16 the obj reader decodes the name %s from %s', async (name, _, bytes) => {
    const text = Buffer.concat([obj('o '), bytes, obj('\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n')])
    expect((await read('obj', Uint8Array.from(text))).scene.nodes.map((node) => node.name)).toContain(name)
  })
})
