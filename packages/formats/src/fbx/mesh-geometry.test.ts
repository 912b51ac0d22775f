import { describe, expect, it } from 'vitest'
import type { FbxNode, FbxValue } from './fbx-node.js'
import { findLayer, layerElements, materialOfPolygon } from './layers.js'
import { cutLines } from './line-geometry.js'
import { cutMesh, type CutMesh, type MeshPart, type UvTransform } from './mesh-geometry.js'
import { cutPolygons } from './polygons.js'
import { textureTransform, untransformed } from '../kit/texture-transform.js'

const leaf = (name: string, ...values: readonly FbxValue[]): FbxNode => ({ name, values, children: [] })
const branch = (name: string, ...children: readonly FbxNode[]): FbxNode => ({ name, values: [0], children })
const array = (values: readonly number[]): Float64Array => Float64Array.from(values)

/** Two triangles that share an edge, in the plane z = 5. */
const square = [0, 0, 5, 2, 0, 5, 2, 2, 5, 0, 2, 5]
const twoTriangles = [0, 1, ~2, 0, 2, ~3]

const geometry = (...more: readonly FbxNode[]): FbxNode =>
  branch('Geometry', leaf('Vertices', array(square)), leaf('PolygonVertexIndex', array(twoTriangles)), ...more)

const layer = (element: string, mapping: string, reference: string, ...more: readonly FbxNode[]): FbxNode =>
  branch(element, leaf('MappingInformationType', mapping), leaf('ReferenceInformationType', reference), ...more)

const polygonVertex = { index: 4, vertex: 2, polygon: 1 }

describe('FBX layer element', () => {
  it.each([
    ['ByPolygonVertex', 4],
    ['ByVertice', 2],
    ['ByVertex', 2],
    ['ByPolygon', 1],
    ['AllSame', 0],
  ])('resolves mapping %s to row %s', (mapping, row) => {
    const node = branch('Geometry', layer('LayerElementNormal', mapping, 'Direct', leaf('Normals', array([0, 0, 1]))))
    expect(findLayer(node, layerElements.normals)?.row(polygonVertex)).toBe(row)
  })

  it('resolves rows through its index array', () => {
    const normals = [leaf('Normals', array([0, 0, 1])), leaf('NormalsIndex', array([9, 8, 7, 6, 5, 4]))]
    const node = branch('Geometry', layer('LayerElementNormal', 'ByPolygonVertex', 'IndexToDirect', ...normals))
    expect(findLayer(node, layerElements.normals)?.row(polygonVertex)).toBe(5)
    expect(findLayer(node, layerElements.normals)?.row({ ...polygonVertex, index: 99 })).toBe(-1)
  })

  it('is null with an unsupported mapping', () => {
    const node = branch('Geometry', layer('LayerElementNormal', 'ByEdge', 'Direct', leaf('Normals', array([0, 0, 1]))))
    expect(findLayer(node, layerElements.normals)).toBeNull()
    expect(findLayer(node, layerElements.colors)).toBeNull()
  })

  it('assigns materials by polygon, to all polygons, or the first by default', () => {
    const materials = (mapping: string): FbxNode =>
      branch('Geometry', layer('LayerElementMaterial', mapping, 'IndexToDirect', leaf('Materials', array([3, 1]))))
    expect([0, 1].map(materialOfPolygon(materials('ByPolygon')))).toEqual([3, 1])
    expect([0, 1].map(materialOfPolygon(materials('AllSame')))).toEqual([3, 3])
    expect(materialOfPolygon(branch('Geometry'))(5)).toBe(0)
  })
})

const firstPart = ({ parts }: CutMesh): MeshPart | undefined => [...parts][0]

describe('FBX mesh', () => {
  it('has positions in metres relative to its origin', () => {
    const { parts: created, origin, triangles } = cutMesh(geometry(), 0.01)
    const parts = [...created]
    expect(triangles).toBe(2)
    expect(origin).toEqual([0, 0, 0.05])
    expect(parts).toHaveLength(1)
    expect(Math.max(...(parts[0]?.mesh.positions ?? []))).toBeCloseTo(0.02)
    expect(parts[0]?.mesh.indices).toEqual(Uint32Array.of(0, 1, 2, 0, 2, 3))
  })

  it('is split by material', () => {
    const materials = layer('LayerElementMaterial', 'ByPolygon', 'IndexToDirect', leaf('Materials', array([1, 0])))
    const parts = [...cutMesh(geometry(materials), 1).parts]
    expect(parts.map(({ material, mesh }) => [material, mesh.indices.length])).toEqual([
      [0, 3],
      [1, 3],
    ])
  })

  it('shares vertices with equal normals and splits the others', () => {
    const flat = Array.from({ length: 6 }, () => [0, 0, 1]).flat()
    const bent = flat.with(4, 1)
    const normals = (values: readonly number[]): FbxNode =>
      layer('LayerElementNormal', 'ByPolygonVertex', 'Direct', leaf('Normals', array(values)))
    const countVertices = (values: readonly number[]): number =>
      (firstPart(cutMesh(geometry(normals(values)), 1))?.mesh.positions.length ?? 0) / 3
    expect(countVertices(flat)).toBe(4)
    expect(countVertices(bent.with(10, 1))).toBe(5)
  })

  it('has no normals when the stated ones have zero length', () => {
    const normals = layer('LayerElementNormal', 'AllSame', 'Direct', leaf('Normals', array([0, 0, 0])))
    expect(firstPart(cutMesh(geometry(normals), 1))?.mesh.normals).toBeUndefined()
  })

  it('has clamped vertex colors, and none when all are white', () => {
    const colors = (...values: readonly number[]): FbxNode =>
      layer('LayerElementColor', 'AllSame', 'Direct', leaf('Colors', array(values)))
    expect(firstPart(cutMesh(geometry(colors(0.5, 2, -1, 1)), 1))?.mesh.colors?.slice(0, 4)).toEqual(
      Uint8Array.of(128, 255, 0, 255),
    )
    expect(firstPart(cutMesh(geometry(colors(1, 1, 1, 1)), 1))?.mesh.colors).toBeUndefined()
  })
})

describe('FBX polygon', () => {
  it('is cut into triangles when concave', () => {
    const hook = [0, 0, 0, 4, 0, 0, 4, 1, 0, 1, 1, 0, 1, 4, 0, 0, 4, 0]
    const { polygonVertices, polygons, skipped } = cutPolygons([0, 1, 2, 3, 4, ~5], hook)
    expect(polygonVertices).toHaveLength(12)
    expect([...polygons.toArray()]).toEqual([0, 0, 0, 0])
    expect(skipped.size).toBe(0)
    const area = Array.from({ length: 4 }, (_, triangle) => {
      const [a = 0, b = 0, c = 0] = polygonVertices.toArray(3 * triangle, 3 * triangle + 3)
      const at = (point: number, axis: number): number => hook[3 * point + axis] ?? 0
      return ((at(b, 0) - at(a, 0)) * (at(c, 1) - at(a, 1)) - (at(b, 1) - at(a, 1)) * (at(c, 0) - at(a, 0))) / 2
    })
    expect(area.every((value) => value > 0)).toBe(true)
    expect(area.reduce((sum, value) => sum + value)).toBeCloseTo(7)
  })

  it('is dropped without a count when it has no area, and counted by reason when invalid', () => {
    const line = [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0]
    const { polygonVertices, skipped } = cutPolygons([0, 1, 2, ~3, 0, ~1, 0, 1, ~12], line)
    expect(polygonVertices).toHaveLength(0)
    expect(Object.fromEntries(skipped)).toEqual({ 'too-few-corners': 1, 'index-out-of-range': 1 })
  })
})

describe('FBX polyline', () => {
  it('is stored as point pairs near its origin', () => {
    const node = branch(
      'Geometry',
      leaf('Points', array([10, 0, 0, 30, 0, 0, 30, 50, 0])),
      leaf('PointsIndex', array([0, 1, ~2])),
    )
    const cut = cutLines(node, 0.1)
    expect(cut?.origin).toEqual([1, 0, 0])
    expect(cut?.lines.indices).toEqual(Uint32Array.of(0, 1, 2, 3))
    expect([...(cut?.lines.positions ?? [])]).toEqual([0, 0, 0, 2, 0, 0, 2, 0, 0, 2, 5, 0])
  })

  it('starts again after a last point and omits invalid points', () => {
    const points = array([0, 0, 0, 1, 0, 0, 2, 0, 0, Number.NaN, 0, 0])
    const node = branch('Geometry', leaf('Points', points), leaf('PointsIndex', array([0, ~1, 2, 3, 0, ~9])))
    expect(cutLines(node, 1)?.lines.indices).toHaveLength(2)
    expect(cutLines(branch('Geometry'), 1)).toBeNull()
  })
})

const createUvTransforms = (changes: Partial<UvTransform> = {}, material = 0): Map<number, UvTransform> =>
  new Map([[material, { transform: untransformed, uvSet: '', ...changes }]])

describe('FBX texture coordinates', () => {
  const textures = layer(
    'LayerElementUV',
    'ByPolygonVertex',
    'IndexToDirect',
    leaf('UV', array([0, 0, 1, 0, 1, 1, 0, 0.75])),
    leaf('UVIndex', Int32Array.of(0, 1, 2, 0, 2, 3)),
  )

  it('are kept under a textured material, with v flipped', () => {
    const [part] = cutMesh(geometry(textures), 1, { textured: createUvTransforms() }).parts
    expect([...(part?.mesh.textureCoordinates ?? [])]).toEqual([0, 1, 1, 1, 1, 0, 0, 0.25])
    expect(part?.mesh.positions).toHaveLength(12)
  })

  it('are scaled and shifted by the texture transform', () => {
    const transform = textureTransform({ scale: [2, 4], offset: [10, 0] }) ?? untransformed
    const [part] = cutMesh(geometry(textures), 1, { textured: createUvTransforms({ transform }) }).parts
    expect([...(part?.mesh.textureCoordinates ?? [])]).toEqual([10, 1, 12, 1, 12, -3, 10, -2])
  })

  it('come from the UV set that the texture names, or from the first', () => {
    const set = (name: string, u: number) =>
      layer('LayerElementUV', 'AllSame', 'Direct', leaf('Name', name), leaf('UV', array([u, 0])))
    const uOf = (uvSet: string) =>
      firstPart(cutMesh(geometry(set('one', 0.1), set('two', 0.2)), 1, { textured: createUvTransforms({ uvSet }) }))
        ?.mesh.textureCoordinates?.[0]
    expect([uOf('two'), uOf('one'), uOf(''), uOf('none')]).toEqual(
      [0.2, 0.1, 0.1, 0.1].map((value) => expect.closeTo(value, 5)),
    )
  })

  it('split a vertex with different coordinates on two faces', () => {
    const seam = layer(
      'LayerElementUV',
      'ByPolygonVertex',
      'Direct',
      leaf('UV', array([0, 0, 1, 0, 1, 1, 0.5, 0, 0.5, 0.5, 0, 0.75])),
    )
    const [part] = cutMesh(geometry(seam), 1, { textured: createUvTransforms() }).parts
    expect(part?.mesh.positions).toHaveLength(18)
  })

  it('are omitted under other materials and when the file has none', () => {
    expect(firstPart(cutMesh(geometry(textures), 1, { textured: createUvTransforms({}, 1) }))?.mesh).not.toHaveProperty(
      'textureCoordinates',
    )
    expect(firstPart(cutMesh(geometry(), 1, { textured: createUvTransforms() }))?.mesh).not.toHaveProperty(
      'textureCoordinates',
    )
  })
})
