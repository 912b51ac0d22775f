import { describe, expect, it } from 'vitest'
import { listForms } from '../container/form.js'
import { pavilionShapes } from '../fixtures/pavilion-shapes.js'
import { writeShape, type ShapeCoding, type WrittenShape } from '../fixtures/shape-writer.js'
import { findFault, isBox } from './agreement.js'
import type { Fragment } from './fragments.js'
import { countPrimitives, toSegments, toTriangles } from './rows.js'
import { ShapeReader, type Shape } from './shape.js'

const versionOf: Readonly<Record<ShapeCoding, number>> = { plain: 103, 8: 114, 16: 448 }
const codings = ['plain', 8, 16] as const
const read = (shape: WrittenShape, coding: ShapeCoding, version = versionOf[coding]): Shape | null =>
  new ShapeReader(listForms(version)).read(writeShape(shape, coding))
const [slab, , roof, axis, survey] = pavilionShapes as [
  WrittenShape,
  WrittenShape,
  WrittenShape,
  WrittenShape,
  WrittenShape,
]

describe.each(codings)('NWD shape, coded as %s', (coding) => {
  it('reads vertex positions', () => {
    for (const shape of pavilionShapes) {
      expect(read(shape, coding)?.positions).toEqual(Float32Array.from(shape.points.flat()))
    }
  })

  it('reads vertex indices in their order', () => {
    expect([...(read(roof, coding)?.indices ?? [])]).toEqual(roof.indices)
    expect(read(slab, coding)?.indices).toBeNull()
  })

  it('reads vertex normals within the precision of the coding', () => {
    expect(read(slab, coding)?.normals).toEqual(Float32Array.from(slab.normals?.flat() ?? []))
    const normals = read(roof, coding)?.normals ?? new Float32Array()
    const off = (roof.normals?.flat() ?? []).map((value, at) => Math.abs(value - normals[at]))
    expect(Math.max(...off)).toBeLessThan(coding === 8 ? 0.005 : 0.0001)
    expect(read(axis, coding)?.normals).toBeNull()
  })

  it('parses records of file versions between the known ones', () => {
    expect(read(roof, coding, coding === 'plain' ? 108 : 300)).toEqual(read(roof, coding))
  })

  it('rejects a record with a missing or surplus byte', () => {
    const record = writeShape(roof, coding)
    const reader = new ShapeReader(listForms(versionOf[coding]))
    expect(reader.read(record)).not.toBeNull()
    expect(reader.read(record.subarray(0, record.length - 8))).toBeNull()
    expect(reader.read(Uint8Array.from([...record, ...new Uint8Array(8)]))).toBeNull()
    expect(reader.read(record.with(record.length - 1, 1))).toBeNull()
  })

  it('rejects strips that do not use all vertices or index beyond them', () => {
    expect(read({ ...slab, lengths: [4, 4, 4, 4, 4, 5] }, coding)).toBeNull()
    const beyond = Array.from({ length: roof.indices?.length ?? 0 }, (_, at) => at)
    expect(read({ ...roof, indices: beyond }, coding)).toBeNull()
  })
})

it('NWD ShapeReader tells 8-bit normals from 16-bit normals in any order of records', () => {
  const reader = new ShapeReader(listForms(448))
  const wide = writeShape(roof, 16)
  const narrow = writeShape(roof, 8)
  const first = [reader.read(narrow), reader.read(wide), reader.read(narrow)].map((shape) => shape?.normals)
  expect(first[0]).toEqual(first[2])
  expect(first[1]).toEqual(new ShapeReader(listForms(448)).read(wide)?.normals)
})

it('NWD ShapeReader rejects a record of another class', () => {
  const record = writeShape(slab, 16)
  new DataView(record.buffer).setUint32(4, 243, true)
  expect(new ShapeReader(listForms(448)).read(record)).toBeNull()
  expect(new ShapeReader(listForms(448)).read(new Uint8Array())).toBeNull()
})

describe('NWD shape primitives', () => {
  it('are outward-facing triangles for triangle strips', () => {
    const shape = read(slab, 16)
    if (!shape) throw new Error('no shape')
    const indices = toTriangles(shape)
    expect(countPrimitives(shape)).toBe(12)
    const at = (index: number) => [0, 1, 2].map((side) => shape.positions[indices[index] * 3 + side])
    let volume = 0
    for (let index = 0; index < indices.length; index += 3) {
      const [a, b, c] = [at(index), at(index + 1), at(index + 2)]
      volume +=
        (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6
    }
    expect(volume).toBeCloseTo(4 * 3 * 0.2, 5)
  })

  it('are segments for line strips and single vertices for points', () => {
    const [lines, points] = [read(axis, 16), read(survey, 16)]
    if (!lines || !points) throw new Error('no shape')
    expect([...toSegments(lines)]).toEqual([0, 1, 1, 2, 3, 4])
    expect([countPrimitives(lines), countPrimitives(points)]).toEqual([3, 3])
  })
})

describe('NWD fragment check', () => {
  const shape = read(slab, 16)
  if (!shape) throw new Error('no shape')
  const link = { shape: 1, box: Float32Array.of(0, 0, 0, 4, 3, 0.2), origin: [0, 0, 0] } as const
  const fragment = {
    kind: 'triangles',
    count: 12,
    path: 1,
    sourceMaterial: null,
    matrix: new Float64Array(12),
    link,
  } as Fragment

  it('accepts a fragment that matches its shape', () => {
    expect(findFault(shape, fragment)).toBeNull()
  })

  it.each([
    ['kind', { ...fragment, kind: 'lines' }],
    ['count', { ...fragment, count: 11 }],
    ['box', { ...fragment, link: { ...link, box: link.box.with(5, 0.21) } }],
  ] as const)('rejects a fragment whose stated %s differs from the shape', (_, other) => {
    expect(findFault(shape, other)).toBe('not-as-stated')
  })

  it('compares boxes within float32 precision far from zero', () => {
    const positions = Float32Array.of(1e6, 0, 0, 1e6 + 8, 1, 1)
    expect(isBox(positions, Float32Array.of(1e6, 0, 0, 1e6 + 8, 1, 1))).toBe(true)
    expect(isBox(positions, Float32Array.of(1e6 - 64, 0, 0, 1e6 + 8, 1, 1))).toBe(false)
  })
})
