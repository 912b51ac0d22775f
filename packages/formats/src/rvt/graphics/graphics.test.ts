import { describe, expect, it } from 'vitest'
import { parseSchema } from '../container/class-schema.js'
import { MalformedRecordError } from '@kamar/codecs/records'
import { readRecord } from '../container/read-record.js'
import type { RecordObject, Vector3 } from '../container/record-object.js'
import { classes } from '../fixtures/classes.js'
import { writeRecord, type WrittenRecord } from '../fixtures/record-writer.js'
import { SchemaWriter } from '../fixtures/schema-writer.js'
import {
  box,
  createInstance,
  cylinder,
  face,
  flags,
  geometry,
  info,
  node,
  plane,
  polygon,
  type FaceParts,
} from '../fixtures/shapes.js'
import { readCurve } from './curves.js'
import { meshFace, type FaceMesh } from './face-mesh.js'
import { readShape, type Shape } from './shape.js'
import { readSurface } from './surfaces.js'

const schemaWriter = new SchemaWriter(classes)
const schema = parseSchema(schemaWriter.bytes)
const is = (className: string, fields: Readonly<Record<string, unknown>> = {}): WrittenRecord =>
  ({ is: className, ...fields }) as unknown as WrittenRecord
const read = (object: WrittenRecord): RecordObject => readRecord(writeRecord(object, schemaWriter), schema)

function computeArea({ points, triangles }: FaceMesh): number {
  let area = 0
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((vertex) => points[triangles[at + vertex]])
    const [u, v] = [b, c].map((point) => point.map((value, axis) => value - a[axis]))
    area += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2
  }
  return area
}

/** Meshes the face as part of a geometry, because edges belong to the geometry of their face. */
const meshed = (parts: FaceParts): FaceMesh | null => {
  const [only] = read(geometry([parts])).targets('m_pFaces')
  return meshFace(only)
}
const areaOfFace = (parts: FaceParts): number => computeArea(meshed(parts) ?? { points: [], triangles: [] })
const axes = { m_xVec: [1, 0, 0], m_yVec: [0, 1, 0], m_zVec: [0, 0, 1] }
const line = (from: Vector3, direction: Vector3, ends: readonly [number, number]): WrittenRecord =>
  is('GLine', { m_GInfo: info(), m_endParams: ends, m_origin: from, m_dirVec: direction })
const arc = (center: Vector3, radius: number, ends: readonly [number, number]): WrittenRecord =>
  is('GArc', {
    m_GInfo: info(),
    m_endParams: ends,
    m_center: center,
    m_radius: radius,
    m_xVec: [1, 0, 0],
    m_yVec: [0, 0, 1],
  })
const square: readonly (readonly [number, number])[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
]
const ground = plane([0, 0, 0], [1, 0, 0], [0, 1, 0])

describe('Revit planar face', () => {
  it('has the area that its loop encloses', () => {
    expect(areaOfFace(face(ground, [polygon(square)]))).toBeCloseTo(16, 12)
  })

  it('supports holes and islands in them', () => {
    const ring = (from: number, to: number) =>
      polygon([
        [from, from],
        [to, from],
        [to, to],
        [from, to],
      ])
    const mesh = meshed(face(ground, [ring(1, 3), polygon(square), ring(1.5, 2.5)]))
    expect(computeArea(mesh ?? { points: [], triangles: [] })).toBeCloseTo(16 - 4 + 1, 12)
  })

  it('accepts edges of either direction', () => {
    const edges = polygon(square).map((edge, index) => (index % 2 === 1 ? edge.toReversed() : edge))
    expect(areaOfFace(face(ground, [edges]))).toBeCloseTo(16, 12)
  })

  it('tolerates a gap of 0.0004 feet between edges and rejects 0.001 feet', () => {
    const gap = (width: number) =>
      face(ground, [
        [
          [
            [0, 0],
            [4, 0],
          ],
          [
            [4 + width, 0],
            [4, 4],
          ],
          [
            [4, 4],
            [0, 0],
          ],
        ],
      ])
    expect(areaOfFace(gap(0.0004))).toBeCloseTo(8, 2)
    expect(() => meshed(gap(0.001))).toThrow('a loop that does not close')
  })

  it('yields no mesh without a loop', () => {
    expect(meshed(face(ground, []))).toBeNull()
  })

  it('is rejected without area', () => {
    const flat = polygon([
      [0, 0],
      [4, 0],
      [2, 0],
    ])
    expect(() => meshed(face(ground, [flat]))).toThrow(MalformedRecordError)
  })

  it('is rejected with NaN parameters', () => {
    const broken = polygon([
      [0, 0],
      [Number.NaN, 0],
      [2, 2],
    ])
    expect(() => meshed(face(ground, [broken]))).toThrow('no numbers')
  })
})

describe('Revit curved face', () => {
  it('has the area of its prism when it lies on a cylinder', () => {
    const sides = cylinder([1, 2, 3], 2, 5).map((part) => areaOfFace(part))
    const chord = 2 * 2 * Math.sin(Math.PI / 16)
    expect(sides[0]).toBeCloseTo(8 * chord * 5, 9)
    expect(sides[1]).toBeCloseTo(sides[0], 9)
  })

  it('narrows to a point at the apex of a cone', () => {
    const cone = is('ConeSurf', { ...axes, m_center: [0, 0, 0], m_halfAngle: Math.PI / 4 })
    const rim = Array.from({ length: 33 }, (_, index) => [(index * Math.PI) / 32, 2] as const)
    const edges = [
      rim,
      [
        [Math.PI, 2],
        [Math.PI, 0],
      ],
      [
        [0, 0],
        [0, 2],
      ],
    ] as const
    const radius = 2 * Math.sin(Math.PI / 4)
    const area = areaOfFace(face(cone, [edges]))
    expect(Math.abs(area / ((Math.PI * radius * 2) / 2) - 1)).toBeLessThan(0.003)
  })

  it('has the area of a spherical part when it lies on a revolved arc', () => {
    const sphere = is('SurfRev', {
      ...axes,
      m_center: [0, 0, 0],
      m_pProfileCurve: arc([0, 0, 0], 3, [-Math.PI / 2, Math.PI / 2]),
    })
    const side = (u: number, from: number, to: number) =>
      Array.from({ length: 13 }, (_, index) => [u, from + ((to - from) * index) / 12] as const)
    const edges = [side(0, -Math.PI / 2, Math.PI / 2), side(Math.PI, Math.PI / 2, -Math.PI / 2)]
    const area = areaOfFace(face(sphere, [edges]))
    expect(Math.abs(area / (2 * Math.PI * 9) - 1)).toBeLessThan(0.02)
  })

  it('keeps its boundary points and adds only interior points', () => {
    const twisted = is('RuledSurf', {
      m_pProfileCurve1: line([0, 0, 0], [4, 0, 0], [0, 1]),
      m_pProfileCurve2: line([0, 4, 4], [4, 0, -4], [0, 1]),
    })
    const unit = polygon([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ])
    const { points, triangles } = meshed(face(twisted, [unit])) ?? { points: [], triangles: [] }
    const vertices = points.filter(([x, y]) => (x === 0 || x === 4) && (y === 0 || y === 4))
    expect(vertices).toHaveLength(4)
    expect(points.some(([x, y]) => (x === 0 || x === 4) && y > 0 && y < 4)).toBe(false)
    expect(triangles.length / 3).toBeGreaterThan(50)
  })
})

describe('Revit surface', () => {
  it('interpolates between a curve and a point when it is ruled', () => {
    const surface = readSurface(
      read(is('RuledSurf', { m_pProfileCurve1: arc([0, 0, 0], 1, [0, Math.PI]), m_Point2: [0, 5, 0] })),
    )
    expect(surface.at(0, 0)).toEqual([1, 0, 0])
    expect(surface.at(0.3, 1)).toEqual([0, 5, 0])
  })

  it('passes through the nodes of Hermite patches, along u first, with their tangents', () => {
    const nodes = [0, 1].flatMap((v) =>
      [0, 1, 3].map((u) =>
        is('SplineSrfNode', {
          m_iPoint: [u, v, u * v],
          m_iTangent: [
            [1, 0, v],
            [0, 1, u],
          ],
          m_iMixedDer: [0, 0, 1],
        }),
      ),
    )
    const surface = readSurface(
      read(is('HermiteSurf', { m_NodeArray: nodes, m_uParams: [0, 1, 3], m_vParams: [0, 1] })),
    )
    for (const [u, v] of [
      [0, 0],
      [3, 1],
      [2, 0.25],
      [0.5, 0.75],
    ] as const) {
      const [x, y, z] = surface.at(u, v)
      expect([x, y]).toEqual([expect.closeTo(u, 12), expect.closeTo(v, 12)])
      expect(z).toBeCloseTo(u * v, 12)
    }
  })

  it.each([
    ['of an unknown type', is('OffsetSurf')],
    ['without its profile', is('SurfRev', { ...axes })],
    ['with a grid of another size', is('HermiteSurf', { m_uParams: [0, 1], m_vParams: [0, 1] })],
    ['between curves of an unknown type', is('RuledSurf', { m_pProfileCurve1: is('GCurve', { m_GInfo: info() }) })],
  ])('is rejected: a surface %s', (_, surface) => {
    expect(() => readSurface(read(surface)).at(0, 0)).toThrow(MalformedRecordError)
  })

  it('uses lines and arcs as profiles', () => {
    const straight = readCurve(read(line([1, 1, 1], [0, 0, 1], [0, 2])))
    expect([straight.from, straight.to, straight.at(2)]).toEqual([0, 2, [1, 1, 3]])
    const [x, y, z] = readCurve(read(arc([0, 0, 0], 2, [0, 1]))).at(Math.PI / 2)
    expect([x, y, z]).toEqual([expect.closeTo(0, 12), 0, expect.closeTo(2, 12)])
  })
})

describe('shape of a Revit element', () => {
  const losses = () => ({ faces: 0, nodes: 0, curves: 0 })
  const shaped = (children: readonly WrittenRecord[], to = losses()): Shape =>
    readShape(read(node('GElement', children)), to)
  const one = geometry(box([0, 0, 0], [1, 1, 1]))
  const countTriangles = ({ parts }: Shape): number => parts.reduce((sum, { indices }) => sum + indices.length / 3, 0)

  it('has one part for each material and style', () => {
    const { parts } = shaped([
      geometry(box([0, 0, 0], [1, 1, 1], { material: 5 })),
      geometry(box([2, 0, 0], [1, 1, 1], { category: 8 })),
      geometry(box([4, 0, 0], [1, 1, 1], { material: 5 })),
    ])
    expect(parts.map(({ renderStyle, style, indices }) => [renderStyle, style, indices.length / 3])).toEqual([
      [5, -1, 24],
      [-1, 8, 12],
    ])
  })

  it.each([
    ['of fine detail only', 'GConditionInt', { m_comp: 3, m_param: 3, m_value: 3 }, 12],
    ['of coarse detail only', 'GConditionInt', { m_comp: 3, m_param: 3, m_value: 1 }, 0],
    ['of every detail level except coarse', 'GConditionInt', { m_comp: 0, m_param: 3, m_value: 1 }, 12],
    ['of every detail level except fine', 'GConditionInt', { m_comp: 0, m_param: 3, m_value: 3 }, 0],
    ['with another comparison operator', 'GConditionInt', { m_comp: 5, m_param: 3, m_value: 1 }, 12],
    ['with another parameter', 'GConditionInt', { m_comp: 3, m_param: 1, m_value: 1 }, 12],
    ['cut in plan views', 'GConditionCut', { m_negateDirCondition: false }, 0],
    ['not cut in plan views', 'GConditionCut', { m_negateDirCondition: true }, 12],
    ['of the selected state', 'GConditionSelected', {}, 0],
  ])('follows the rules of a 3D view for geometry %s', (_, condition, fields, triangles) => {
    expect(countTriangles(shaped([node('GFilter', [one], { m_oConditions: [is(condition, fields)] })]))).toBe(triangles)
  })

  it('omits auxiliary and undrawn geometry', () => {
    for (const bits of [flags.auxiliary, flags.invisible]) {
      expect(countTriangles(shaped([geometry(box([0, 0, 0], [1, 1, 1]), { flags: bits })]))).toBe(0)
      expect(countTriangles(shaped([geometry(box([0, 0, 0], [1, 1, 1], { flags: bits }))]))).toBe(0)
      expect(countTriangles(shaped([node('GGroup', [one], { m_GInfo: info({ flags: bits }) })]))).toBe(0)
    }
  })

  it('counts unreadable faces and curves', () => {
    const lost = losses()
    const unsupportedFace = face(is('OffsetSurf'), [polygon(square)])
    expect(
      countTriangles(
        shaped([geometry([unsupportedFace, ...box([0, 0, 0], [1, 1, 1])]), line([0, 0, 0], [1, 0, 0], [0, 1])], lost),
      ),
    ).toBe(12)
    expect(lost).toEqual({ faces: 1, nodes: 0, curves: 1 })
  })

  it('places instances by the columns of their matrix', () => {
    const rows = [
      [0, -1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ] as const
    const { copies } = shaped([createInstance(77, rows, [1, 2, 3])])
    expect(copies).toEqual([
      { symbolId: 77, own: null, transform: { x: [0, 1, 0], y: [-1, 0, 0], z: [0, 0, 1], origin: [1, 2, 3] } },
    ])
  })

  it('uses the embedded shape of an instance', () => {
    const copy = {
      ...createInstance(
        77,
        [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
        [0, 0, 0],
      ),
      m_oEmbeddedSymbolGRep: node('GElement', [one]),
    }
    const [{ symbolId, own }] = shaped([copy]).copies
    expect(symbolId).toBe(-1)
    expect(own && countTriangles(own)).toBe(12)
    const empty = { ...copy, m_oEmbeddedSymbolGRep: node('GElement', []) }
    expect(shaped([empty]).copies).toEqual([])
  })

  it('includes polygon meshes and counts those with invalid indices', () => {
    const mesh = (facet: Vector3): WrittenRecord =>
      is('GPolyMesh', {
        m_GInfo: info(),
        m_materialID: 9,
        m_pFacetedTopology: is('DoubleFacetedTopology', {
          m_pointsArr: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
          ],
          m_facetsArr: [facet],
        }),
      })
    const lost = losses()
    const { parts } = shaped([mesh([0, 1, 2]), mesh([0, 1, 3]), mesh([0, 1.5, 2])], lost)
    expect(parts).toEqual([{ renderStyle: 9, style: -1, positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] }])
    expect(lost.nodes).toBe(2)
  })

  it('is rejected when groups nest too deeply', () => {
    let deep: WrittenRecord = node('GGroup', [])
    for (let depth = 0; depth < 100; depth++) deep = node('GGroup', [deep])
    expect(() => shaped([deep])).toThrow('nested too deeply')
  })

  it('is rejected when an instance has a NaN transform', () => {
    expect(() =>
      shaped([
        createInstance(
          77,
          [
            [Number.NaN, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
          [0, 0, 0],
        ),
      ]),
    ).toThrow(MalformedRecordError)
  })
})
