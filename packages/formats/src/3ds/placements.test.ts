import type { Placement } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import type { TdsMesh, TdsModel, TdsNode } from './model.js'
import { compose, identity, placementOfMesh, placeNodes } from './placements.js'

const closeTo = (values: readonly number[]): unknown[] => values.map((value) => expect.closeTo(value, 9))

function transformPoint(placement: Placement, [x, y, z]: readonly [number, number, number]): number[] {
  return [0, 1, 2].map(
    (row) =>
      (placement[row] ?? 0) * x +
      (placement[3 + row] ?? 0) * y +
      (placement[6 + row] ?? 0) * z +
      (placement[9 + row] ?? 0),
  )
}

const node = (number: number, more: Partial<TdsNode> = {}): TdsNode => ({
  number,
  meshName: 'Mesh',
  instanceName: '',
  parent: null,
  pivot: [0, 0, 0],
  position: [0, 0, 0],
  rotation: [0, 0, 0, 1],
  scale: [1, 1, 1],
  ...more,
})

const mesh = (matrix: readonly number[] | null): TdsMesh => ({
  name: 'Mesh',
  isHidden: false,
  positions: new Float32Array(),
  indices: new Uint16Array(),
  textureCoordinates: null,
  materialFaces: [],
  smoothingGroups: null,
  matrix,
})

const model = (...nodes: TdsNode[]): TdsModel => ({
  materials: new Map(),
  meshes: new Map(),
  nodes,
  lights: 0,
  cameras: 0,
  repeatedMeshes: 0,
})

describe('3DS placement composition', () => {
  it('applies the inner placement first', () => {
    const rotation: Placement = [0, 1, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0]
    const move: Placement = [1, 0, 0, 0, 1, 0, 0, 0, 1, 10, 0, 0]
    expect(transformPoint(compose(rotation, move), [1, 0, 0])).toEqual([0, 11, 0])
    expect(transformPoint(compose(move, rotation), [1, 0, 0])).toEqual([10, 1, 0])
    expect(compose(identity, move)).toEqual(move)
  })
})

describe('3DS node placement', () => {
  it('scales, rotates clockwise about the axis, then translates', () => {
    const [result] = placeNodes(
      model(node(0, { scale: [2, 1, 1], rotation: [Math.PI / 2, 0, 0, 5], position: [0, 0, 7] })),
    )
    expect(transformPoint(result?.world ?? identity, [1, 0, 0])).toEqual(closeTo([0, -2, 7]))
  })

  it('follows parents in any file order', () => {
    const result = placeNodes(
      model(
        node(0, { parent: 2, position: [1, 0, 0] }),
        node(1, { parent: 0, position: [0, 1, 0] }),
        node(2, { position: [0, 0, 5] }),
      ),
    )
    expect(result.map(({ node: { number }, parent }) => [number, parent])).toEqual([
      [2, null],
      [0, 0],
      [1, 1],
    ])
    expect(transformPoint(result[2]?.world ?? identity, [0, 0, 0])).toEqual([1, 1, 5])
  })

  it('puts a node with a missing parent at the root', () => {
    expect(placeNodes(model(node(0, { parent: 77 })))).toMatchObject([{ parent: null }])
  })

  it('places each node of a parent cycle once', () => {
    const result = placeNodes(model(node(0, { parent: 1 }), node(1, { parent: 2 }), node(2, { parent: 0 })))
    expect(result.map(({ node: { number } }) => number).toSorted((a, b) => a - b)).toEqual([0, 1, 2])
    expect(result.filter(({ parent }) => parent === null)).toHaveLength(1)
  })

  it('ignores a rotation without an axis', () => {
    const [result] = placeNodes(model(node(0, { rotation: [2, 0, 0, 0] })))
    expect(transformPoint(result?.world ?? identity, [1, 2, 3])).toEqual([1, 2, 3])
  })
})

describe('3DS mesh placement', () => {
  const quarterAndMove = [0, 1, 0, -1, 0, 0, 0, 0, 1, 4, 5, 6]

  it('undoes the mesh matrix before it applies the node transform', () => {
    const placement = placementOfMesh(identity, node(0), mesh(quarterAndMove))
    expect(transformPoint(placement, [4, 5, 6])).toEqual(closeTo([0, 0, 0]))
    expect(transformPoint(placement, [4, 6, 6])).toEqual(closeTo([1, 0, 0]))
  })

  it('keeps the saved position when the node has the same matrix', () => {
    const [result] = placeNodes(model(node(0, { rotation: [-Math.PI / 2, 0, 0, 1], position: [4, 5, 6] })))
    const placement = placementOfMesh(result?.world ?? identity, node(0), mesh(quarterAndMove))
    expect(transformPoint(placement, [1, 2, 3])).toEqual(closeTo([1, 2, 3]))
  })

  it('subtracts the pivot', () => {
    expect(transformPoint(placementOfMesh(identity, node(0, { pivot: [1, 2, 3] }), mesh(null)), [1, 2, 3])).toEqual([
      0, 0, 0,
    ])
  })

  it('keeps the saved position of a mirrored mesh', () => {
    const mirrored = [-1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
    expect(transformPoint(placementOfMesh(identity, node(0), mesh(mirrored)), [3, 2, 1])).toEqual(closeTo([3, 2, 1]))
  })

  it('keeps the saved position when the mesh matrix is singular', () => {
    const flat = [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    expect(transformPoint(placementOfMesh(identity, node(0), mesh(flat)), [3, 2, 1])).toEqual([3, 2, 1])
  })
})
