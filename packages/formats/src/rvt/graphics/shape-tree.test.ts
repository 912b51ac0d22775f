import { stopwatch } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { is } from '../fixtures/house.js'
import { rereading } from '../fixtures/reading.js'
import type { WrittenRecord } from '../fixtures/record-writer.js'
import { box, createInstance, face, flags, geometry, info, node, plane, polygon } from '../fixtures/shapes.js'
import { readShape, type Shape, type ShapeLosses } from './shape.js'

const read = rereading({
  OffsetTopology: {
    fields: { m_pointsArr: 'vectors', m_facetsArr: 'vectors', m_offset: 'vector' },
  },
  GConditionDir: { fields: { m_negateDirCondition: 'boolean' } },
})
const shaped = (children: readonly WrittenRecord[]): { shape: Shape; losses: ShapeLosses } => {
  const losses = { faces: 0, nodes: 0, curves: 0 }
  return { shape: readShape(read(node('GElement', children)), losses), losses }
}
const triangles = ({ parts, copies }: Shape): number =>
  parts.reduce((sum, { indices }) => sum + indices.length / 3, 0) +
  copies.reduce((sum, { own }) => sum + (own ? triangles(own) : 0), 0)
const cube = (at: number, options = {}) => geometry(box([at, 0, 0], [1, 1, 1], options), options)
const straight = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const
const always = is('GConditionInt', { m_comp: 3, m_param: 3, m_value: 3 })
const selectedCondition = is('GConditionSelected')

describe('Revit shape tree with repeated nodes', () => {
  it('is rejected within ten seconds when every level repeats its child', () => {
    let twice: WrittenRecord = node('GGroup', [cube(0)])
    for (let level = 0; level < 50; level++) twice = node('GGroup', [twice, twice])
    const processorMilliseconds = stopwatch()
    expect(() => shaped([twice])).toThrow('graphics that are named twice')
    expect(processorMilliseconds()).toBeLessThan(10_000)
  })

  it('is rejected when a node contains itself', () => {
    const circle = { ...node('GGroup', []), m_subNodes: [] as WrittenRecord[] }
    circle.m_subNodes.push(circle as unknown as WrittenRecord)
    expect(() => shaped([circle as unknown as WrittenRecord])).toThrow('graphics that are named twice')
  })

  it('is rejected when an instance contains its ancestor', () => {
    const outer = { ...node('GElement', []), m_subNodes: [] as WrittenRecord[] }
    const copy = { ...createInstance(1, straight, [0, 0, 0]), m_oEmbeddedSymbolGRep: outer as unknown as WrittenRecord }
    outer.m_subNodes.push(copy)
    expect(() => readShape(read(outer as unknown as WrittenRecord), { faces: 0, nodes: 0, curves: 0 })).toThrow(
      'named twice',
    )
  })

  it('keeps a repeated face once and counts the repetitions as lost', () => {
    const [only] = box([0, 0, 0], [1, 1, 1])
    const { shape, losses } = shaped([only ? geometry([only, only, only]) : cube(0)])
    expect([triangles(shape), losses.faces]).toEqual([2, 2])
  })

  it('accepts equal but separate nodes', () => {
    expect(triangles(shaped([cube(0), cube(0)]).shape)).toBe(24)
  })
})

describe('material and style inheritance of Revit geometry', () => {
  const listStyles = (children: readonly WrittenRecord[]): (readonly [number, number])[] =>
    shaped(children).shape.parts.map(({ renderStyle: options, style }) => [options, style])

  it('passes the style of a group to its children', () => {
    expect(listStyles([node('GGroup', [cube(0)], { m_GInfo: info({ category: 7 }) })])).toEqual([[-1, 7]])
  })

  it('prefers the style of a node to that of its group', () => {
    expect(listStyles([node('GGroup', [cube(0, { category: 8 })], { m_GInfo: info({ category: 7 }) })])).toEqual([
      [-1, 8],
    ])
  })

  it('prefers the style of a face to that of its node', () => {
    const face9 = box([0, 0, 0], [1, 1, 1], { category: 9, material: 3 })
    expect(listStyles([geometry(face9, { category: 8 })])).toEqual([[3, 9]])
  })

  it('passes the style of an instance to its embedded shape', () => {
    const copy = {
      ...createInstance(1, straight, [0, 0, 0]),
      m_GInfo: info({ category: 7 }),
      m_oEmbeddedSymbolGRep: node('GElement', [cube(0)]),
    }
    const [only] = shaped([copy]).shape.copies
    expect(only?.own?.parts.map(({ style }) => style)).toEqual([7])
  })
})

describe('Revit view filter', () => {
  it.each([
    ['no condition', [], 12],
    ['a true condition', [always], 12],
    ['a true and a false condition', [always, selectedCondition], 0],
    ['an unknown condition', [is('GInfo')], 12],
    ['a matching view axis', [is('GConditionDir', { m_negateDirCondition: false })], 0],
    ['an excluded view axis', [is('GConditionDir', { m_negateDirCondition: true })], 12],
  ])('passes the geometry of a 3D view with %s', (_, conditions, expected) => {
    expect(triangles(shaped([node('GFilter', [cube(0)], { m_oConditions: conditions })]).shape)).toBe(expected)
  })

  it('requires both conditions when it is nested in another filter', () => {
    const filtered = (outer: WrittenRecord, inner: WrittenRecord) =>
      shaped([node('GFilter', [node('GFilter', [cube(0)], { m_oConditions: [inner] })], { m_oConditions: [outer] })])
    expect(triangles(filtered(always, always).shape)).toBe(12)
    expect(triangles(filtered(selectedCondition, always).shape)).toBe(0)
    expect(triangles(filtered(always, selectedCondition).shape)).toBe(0)
  })

  it('does not count the geometry that it hides as lost', () => {
    const unknownGeometry = geometry([
      face(is('OffsetSurf'), [
        polygon([
          [0, 0],
          [1, 0],
          [1, 1],
        ]),
      ]),
    ])
    expect(shaped([node('GFilter', [unknownGeometry], { m_oConditions: [selectedCondition] })]).losses.faces).toBe(0)
  })
})

describe('Revit polygon mesh', () => {
  const mesh = (fields: Readonly<Record<string, unknown>>, className = 'OffsetTopology') =>
    is('GPolyMesh', {
      m_GInfo: info(),
      m_materialID: 4,
      m_pFacetedTopology: is(className, {
        m_pointsArr: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
        m_facetsArr: [
          [0, 1, 2],
          [0, 1, 3],
        ],
        ...fields,
      }),
    })

  it('is translated by its offset', () => {
    const [part] = shaped([mesh({ m_offset: [10, 20, 30] })]).shape.parts
    expect(part?.positions.slice(0, 6)).toEqual([10, 20, 30, 11, 20, 30])
    expect(part?.indices).toEqual([0, 1, 2, 0, 1, 3])
  })

  it('is appended to meshes of the same material and style', () => {
    const { parts } = shaped([mesh({}), mesh({ m_offset: [5, 0, 0] })]).shape
    expect(parts).toHaveLength(1)
    expect(parts[0]?.indices).toEqual([0, 1, 2, 0, 1, 3, 4, 5, 6, 4, 5, 7])
    expect(parts[0]?.positions[12]).toBe(5)
  })

  it.each([
    ['a vertex index beyond the last', { m_facetsArr: [[0, 1, 4]] }],
    ['a negative vertex index', { m_facetsArr: [[0, 1, -1]] }],
    ['a fractional vertex index', { m_facetsArr: [[0, 1, 0.5]] }],
    ['a non-numeric vertex index', { m_facetsArr: [[0, 1, Number.NaN]] }],
    ['an infinite point', { m_pointsArr: [[0, 0, Infinity]], m_facetsArr: [] }],
    ['a non-finite offset', { m_offset: [0, Number.NaN, 0] }],
  ])('is counted as lost with %s, while other geometry is drawn', (_, fields) => {
    const { shape, losses } = shaped([mesh(fields), cube(0)])
    expect(losses).toEqual({ faces: 0, nodes: 1, curves: 0 })
    expect(triangles(shape)).toBe(12)
  })

  it('is empty without points', () => {
    const bare = is('GPolyMesh', { m_GInfo: info(), m_materialID: 4 })
    const { shape, losses } = shaped([bare])
    expect([shape.parts, losses.nodes]).toEqual([[], 0])
  })
})

describe('Revit instance node', () => {
  it('is omitted without a symbol reference', () => {
    expect(shaped([is('GInstance', { m_GInfo: info() })]).shape.copies).toEqual([])
  })

  it('is omitted with the flag for undrawn geometry', () => {
    const hidden = { ...createInstance(5, straight, [0, 0, 0]), m_GInfo: info({ flags: flags.invisible }) }
    expect(shaped([hidden]).shape.copies).toEqual([])
  })

  it('keeps its own transform within an embedded shape', () => {
    const inner = {
      ...createInstance(1, straight, [0, 0, 7]),
      m_oEmbeddedSymbolGRep: node('GElement', [cube(0), createInstance(88, straight, [1, 0, 0])]),
    }
    const outer = { ...createInstance(1, straight, [3, 0, 0]), m_oEmbeddedSymbolGRep: node('GElement', [inner]) }
    const [first] = shaped([outer]).shape.copies
    const [second] = first?.own?.copies ?? []
    const [third] = second?.own?.copies ?? []
    expect([first, second, third].map((copy) => copy?.transform.origin)).toEqual([
      [3, 0, 0],
      [0, 0, 7],
      [1, 0, 0],
    ])
    expect([first, second, third].map((copy) => copy?.symbolId)).toEqual([-1, -1, 88])
  })
})

describe('unreadable Revit face', () => {
  const plain = plane([0, 0, 0], [1, 0, 0], [0, 1, 0])
  const triangle = polygon([
    [0, 0],
    [1, 0],
    [1, 1],
  ])

  it.each([
    ['without a surface', face(null as unknown as WrittenRecord, [triangle])],
    ['on a plane with zero axes', face(plane([Number.NaN, 0, 0], [1, 0, 0], [0, 1, 0]), [triangle])],
    ['whose loop does not close', face(plain, [triangle.slice(0, 2)])],
  ])('is counted as lost: a face %s', (_, broken) => {
    const { shape, losses } = shaped([geometry([broken, ...box([0, 0, 0], [1, 1, 1])])])
    expect([triangles(shape), losses.faces]).toEqual([12, 1])
  })

  it('is not counted as lost when it is not drawn', () => {
    const hidden = face(is('OffsetSurf'), [triangle], { flags: flags.auxiliary })
    expect(shaped([geometry([hidden])]).losses.faces).toBe(0)
  })
})
