import { describe, expect, it } from 'vitest'
import { cross, dot, type Vector } from '@kamar/core/math'
import { newClipBudget } from '@kamar/mesh'
import { newComponent, type Component, type Edge, type Face, type Guide, type Material, type Vertex } from '../model.js'
import { componentShapes, type Shape } from './component-shapes.js'
import { guideShapes } from './guide-shapes.js'
import { invert, createUvMap, planeAxes } from './face-plane.js'
import { triangulateFace } from './face-shape.js'
import { Panel } from './panel.js'
import { isMirroring, mirroredMatrix, mirroredShape } from './mirrored-shape.js'

const rounded = (values: readonly number[]): number[] => values.map((value) => Math.round(value * 1e9) / 1e9 + 0)

const plain = { material: null, layer: null, isHidden: false }
const texture = { name: 'tile', bytes: new Uint8Array(), widthInches: 20, heightInches: 10 }
const tiles: Material = { name: 'Tiles', color: [1, 1, 1], opacity: 1, texture }
const channels: Readonly<Record<string, Material['color']>> = { red: [1, 0, 0], blue: [0, 0, 1] }
const paint = (name: string): Material => ({ name, color: channels[name] ?? [0, 0, 0], opacity: 1, texture: null })

/** Builds a face around vertices, each an end of two edges. */
function faceAround(points: readonly Vector[], options: Partial<Face> = {}): Face {
  const vertices = points.map((position): Vertex => ({ position }))
  const uses = vertices.map((start, at) => {
    const edge: Edge = { ...plain, start, end: vertices[(at + 1) % vertices.length], isSoft: false }
    return { edge, isForward: true }
  })
  return {
    ...{ ...plain, plane: [0, 0, 1, 0], loops: [uses], back: null, frontTexture: null, backTexture: null },
    ...options,
  }
}

const square: readonly Vector[] = [
  [0, 0, 0],
  [10, 0, 0],
  [10, 10, 0],
  [0, 10, 0],
]

function createComponent(...faces: readonly Face[]): Component {
  const component = newComponent([])
  component.faces.push(...faces)
  for (const { loops } of faces) component.edges.push(...loops.flat().map(({ edge }) => edge))
  return component
}

const createShapes = (component: Component, painted: Material | null = null) =>
  componentShapes(component, painted, {
    budget: newClipBudget(),
    scale: { diagonalInches: 10, lengthFormat: null },
  })

describe('SketchUp face plane', () => {
  it.each([
    [
      [0, 0, 1],
      [1, 0, 0],
      [0, 1, 0],
    ],
    [
      [0, 0, -1],
      [-1, 0, 0],
      [0, 1, 0],
    ],
    [
      [0, -1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ],
    [
      [2, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  ] as const)('derives its X and Y axes from the normal %s', (normal, x, y) => {
    const axes = planeAxes(normal)
    expect(axes?.map(rounded)).toEqual([x, y])
  })

  it('has no axes and no texture mapping for a zero normal', () => {
    expect(planeAxes([0, 0, 0])).toBeNull()
    expect(createUvMap([0, 0, 0], texture, null)).toBeNull()
  })

  it('maps texture coordinates by the texture size in inches', () => {
    expect(createUvMap([0, 0, 1], texture, null)?.([40, 5, 7])).toEqual([2, 0.5])
  })

  it('applies a texture matrix that scales, moves, distorts or projects the texture', () => {
    const faceTexture = (matrix: readonly number[], direction: Vector | null = null) => ({ matrix, direction })
    const map = (matrix: readonly number[], direction: Vector | null = null) =>
      createUvMap([0, 0, 1], texture, faceTexture(matrix, direction))
    expect(rounded(map([2, 0, 0, 0, 2, 0, 0, 0, 1])?.([40, 20, 0]) ?? [])).toEqual([1, 1])
    expect(rounded(map([1, 0, 0, 0, 1, 0, 20, 10, 1])?.([40, 20, 0]) ?? [])).toEqual([1, 1])
    // Four pins: the texture widens upwards.
    const [u, v] = map([1, 0, 0, 0, 1, 0.05, 0, 0, 1])?.([10, 5, 0]) ?? []
    expect(u).toBeCloseTo(10 / (1 - 0.25) / 20)
    expect(v).toBeCloseTo(5 / (1 - 0.25) / 10)
    expect(rounded(map([1, 0, 0, 0, 1, 0, 0, 0, 1], [0, -1, 0])?.([20, 99, 10]) ?? [])).toEqual([1, 1])
    expect(map([0, 0, 0, 0, 0, 0, 0, 0, 0])).toBeNull()
  })

  it('inverts a texture matrix', () => {
    const matrix = [2, 1, 0, -1, 3, 0.5, 4, 5, 1]
    const inverse = invert(matrix) ?? []
    const product = [0, 1, 2].flatMap((row) =>
      [0, 1, 2].map((column) => [0, 1, 2].reduce((sum, k) => sum + matrix[3 * row + k] * inverse[3 * k + column], 0)),
    )
    expect(rounded(product)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1])
  })
})

describe('SketchUp face', () => {
  it('is triangulated counter-clockwise as seen from its front', () => {
    expect(triangulateFace(faceAround(square), newClipBudget())).toMatchObject({ triangles: [0, 1, 2, 0, 2, 3] })
    const below = triangulateFace(faceAround(square, { plane: [0, 0, -1, 0] }), newClipBudget())
    expect(below).toMatchObject({ triangles: [3, 2, 0, 2, 1, 0] })
  })

  it.each([
    ['without a loop', faceAround(square, { loops: [] }), 'too-few-corners'],
    ['of two vertices', faceAround(square.slice(0, 2)), 'too-few-corners'],
    ['non-planar', faceAround([[0, 0, 1], ...square.slice(1)]), 'not-as-stated'],
    ['without a plane', faceAround(square, { plane: [NaN, 0, 1, 0] }), 'not-a-number'],
    ['without a finite position', faceAround([[Infinity, 0, 0], ...square.slice(1)]), 'not-a-number'],
    ['with collinear vertices', faceAround(square.map(([x]) => [x, 0, 0] as const)), 'no-area'],
  ])('is rejected (%s) with the fault %s', (_, face, fault) => {
    expect(triangulateFace(face, newClipBudget())).toBe(fault)
  })

  it('is triangulated when its vertices are coplanar, whatever plane distance the file states', () => {
    const raised = square.map(([x, y]): Vector => [x, y, 17])
    expect(triangulateFace(faceAround(raised, { plane: [0, 0, 1, 17] }), newClipBudget())).toMatchObject({
      triangles: [0, 1, 2, 0, 2, 3],
    })
  })

  it('is rejected when a hole lies outside the plane of the outer loop', () => {
    const hole = faceAround([
      [2, 2, 1],
      [4, 2, 1],
      [4, 4, 1],
    ])
    const face = faceAround(square)
    expect(triangulateFace({ ...face, loops: [...face.loops, ...hole.loops] }, newClipBudget())).toBe('not-as-stated')
  })

  it('is rejected when the edges of a loop are not connected', () => {
    const face = faceAround(square)
    const [first, ...others] = face.loops[0]
    const broken = { ...face, loops: [[{ ...first, isForward: false }, ...others]] }
    expect(triangulateFace(broken, newClipBudget())).toBe('loop-not-ended')
  })
})

describe('SketchUp component shapes', () => {
  it('are one mesh per material, sidedness and visibility', () => {
    const [red, blue] = [paint('red'), paint('blue')]
    const closed = { name: 'closed', isVisible: false }
    const component = createComponent(
      faceAround(square, { material: red }),
      faceAround(square, { material: red, back: blue }),
      faceAround(square, { back: blue }),
      faceAround(square, { isHidden: true }),
      faceAround(square, { layer: closed }),
      faceAround(square),
    )
    const summarize = (shape: Shape) =>
      shape.kind === 'mesh'
        ? [shape.material?.name, shape.isHidden, shape.isSingleSided, shape.mesh.indices.length / 6]
        : shape.kind
    expect(createShapes(component).shapes.map(summarize)).toEqual([
      ['red', false, false, 1],
      ['red', false, true, 1],
      ['blue', false, true, 2],
      [undefined, false, true, 1],
      [undefined, true, false, 2],
      [undefined, false, false, 1],
    ])
    // Painted blue, the third face looks the same from both sides.
    expect(createShapes(component, blue).shapes.map(summarize)).toEqual([
      ['red', false, false, 1],
      ['red', false, true, 1],
      ['blue', false, true, 1],
      ['blue', false, false, 2],
      ['blue', true, false, 2],
    ])
  })

  it('share one double-sided mesh when front and back materials differ only in name', () => {
    const face = faceAround(square, { material: paint('red'), back: { ...paint('red'), name: 'red 2' } })
    expect(createShapes(createComponent(face)).shapes).toMatchObject([{ isSingleSided: false }])
    const clear = faceAround(square, { material: paint('red'), back: { ...paint('red'), opacity: 0.5 } })
    expect(createShapes(createComponent(clear)).shapes).toHaveLength(2)
  })

  it('have a back mesh with reversed triangles, the back texture and no edges', () => {
    const front = paint('red')
    const faceTexture = { matrix: [2, 0, 0, 0, 2, 0, 0, 0, 1], direction: null }
    const face = faceAround(square, { material: front, back: tiles, backTexture: faceTexture })
    const [frontShape, backShape] = createShapes(createComponent(face)).shapes
    if (frontShape.kind !== 'mesh' || backShape.kind !== 'mesh') throw new Error('two meshes')
    expect([...frontShape.mesh.indices]).toEqual([0, 1, 2, 0, 2, 3])
    expect(frontShape.mesh.edges).toHaveLength(8)
    expect(backShape.mesh.edges ?? []).toHaveLength(0)
    const { indices, positions, textureCoordinates } = backShape.mesh
    const points = Array.from(indices, (vertex) => rounded([...positions.subarray(3 * vertex, 3 * vertex + 2)]))
    const [a, b, c] = points
    expect((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).toBeLessThan(0)
    expect(Math.max(...(textureCoordinates ?? []))).toBe(1)
    expect(rounded([...(textureCoordinates ?? [])]).filter((value) => value === 0.25).length).toBeGreaterThan(0)
  })

  it('keep positions and front sides under a mirroring transform', () => {
    const face = faceAround(square, { material: paint('red'), back: paint('blue') })
    const [shape] = createShapes(createComponent(face)).shapes
    if (shape.kind !== 'mesh') throw new Error('a mesh')
    const matrix = Float64Array.of(-1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0)
    expect([isMirroring(matrix), isMirroring(mirroredMatrix(matrix))]).toEqual([true, false])
    const placedBy = ({ mesh, origin }: typeof shape, by: Float64Array, rotations: readonly number[]) =>
      Array.from(mesh.indices, (_, at) => mesh.indices[at - (at % 3) + rotations[at % 3]]).map((vertex) => {
        const [x, y] = [0, 1].map((axis) => mesh.positions[3 * vertex + axis] + origin[axis])
        return rounded([by[0] * x + by[9], by[4] * y])
      })
    expect(placedBy(mirroredShape(shape), mirroredMatrix(matrix), [0, 2, 1])).toEqual(
      placedBy(shape, matrix, [0, 1, 2]),
    )
  })

  it('contain only edges that are neither soft nor hidden, in metres', () => {
    const face = faceAround(square)
    const [first, second, ...others] = face.loops[0]
    const soft = { ...first, edge: { ...first.edge, isSoft: true } }
    const hidden = { ...second, edge: { ...second.edge, isHidden: true } }
    const [shape] = createShapes(createComponent({ ...face, loops: [[soft, hidden, ...others]] })).shapes
    expect(shape.kind === 'mesh' && [...(shape.mesh.edges ?? [])]).toEqual([2, 3, 3, 0])
    expect(shape.kind === 'mesh' && rounded([...shape.mesh.positions]).slice(0, 6)).toEqual([0, 0, 0, 0.254, 0, 0])
  })

  it('have texture coordinates reduced by whole repeats of the texture', () => {
    const far = square.map(([x, y, z]): Vector => [x + 2000, y - 500, z])
    const [shape] = createShapes(createComponent(faceAround(far, { material: tiles }))).shapes
    const coordinates = shape.kind === 'mesh' ? [...(shape.mesh.textureCoordinates ?? [])] : []
    expect(rounded(coordinates)).toEqual([0, 1, 0.5, 1, 0.5, 0, 0, 0])
  })

  it('include edges without a face as lines and count edges with non-finite vertices', () => {
    const component = createComponent(faceAround(square))
    const end = (x: number): Vertex => ({ position: [x, 0, 0] })
    component.edges.push({ ...plain, start: end(0), end: end(5), isSoft: false })
    component.edges.push({ ...plain, start: end(0), end: end(6), isSoft: false, isHidden: true })
    component.edges.push({ ...plain, start: end(0), end: end(Infinity), isSoft: false })
    const { lostEdges, shapes } = createShapes(component)
    expect(shapes.map(({ isHidden, kind }) => [kind, isHidden])).toEqual([
      ['mesh', false],
      ['lines', false],
      ['lines', true],
    ])
    expect(lostEdges).toBe(1)
  })

  it('clip infinite guides to the extent of the component, or to one foot on either side when it is empty', () => {
    const guide = (from: number, to: number): Guide => ({
      ...{ layer: null, isHidden: false, position: [5, 5, 0], isPoint: false },
      line: { direction: [0, 1, 0], from, to },
    })
    const listEnds = (component: Component, ...guides: readonly Guide[]) => {
      component.guides.push(...guides)
      const shapes = guideShapes(component)
      return shapes.flatMap(({ lines }) => lines.map(([[, start], [, end]]) => [start, end]))
    }
    const ends = listEnds(createComponent(faceAround(square)), guide(-1e30, 1e30), guide(-1e30, 2), guide(20, 30))
    expect(ends).toEqual([
      [0, 10],
      [0, 7],
      [25, 35],
    ])
    expect(listEnds(newComponent([]), guide(-1e30, 1e30))).toEqual([[-7, 17]])
  })

  it('count rejected faces by fault', () => {
    const { faults, shapes } = createShapes(
      createComponent(faceAround(square.slice(0, 2)), faceAround(square.slice(0, 2))),
    )
    expect([...faults]).toEqual([['too-few-corners', 2]])
    expect(shapes).toEqual([])
  })
})

describe('SketchUp text panel', () => {
  const style = { element: { name: 'L', class: 'text' }, material: null, isHidden: false } as const
  const sides: readonly Vector[] = [
    [0, -1, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ]

  it.each(sides.map((normal) => [normal]))(
    'has glyph triangles that face the normal %j, also in the mirrored mesh',
    (normal) => {
      const panel = new Panel([5, 5, 5], [1, 0, 0], normal)
      const [{ mesh, mirrorMesh = mesh }] = panel.mesh(panel.text('L', { height: 4 }, [0, 0]), [], style)
      for (const { indices, positions } of [mesh, mirrorMesh]) {
        const toPoint = (at: number): Vector => [positions[3 * at], positions[3 * at + 1], positions[3 * at + 2]]
        for (let at = 0; at < indices.length; at += 3) {
          const [a, b, c] = [...indices.subarray(at, at + 3)].map(toPoint)
          const way = (to: Vector): Vector => [to[0] - a[0], to[1] - a[1], to[2] - a[2]]
          expect(Math.sign(dot(cross(way(b), way(c)), normal))).toBe(1)
        }
      }
    },
  )

  it('lays out text from left to right and reverses it in the mirrored mesh', () => {
    // The stem of the glyph is at the position of its top.
    const stem = (normal: Vector, pick: 'mesh' | 'mirrorMesh') => {
      const panel = new Panel([0, 0, 0], [1, 0, 0], normal)
      const [shape] = panel.mesh(panel.text('L', { height: 4 }, [0, 0]), [], style)
      const positions = [...(shape[pick]?.positions ?? [])]
      const tops = positions.filter((_, at) => at % 3 === 0 && positions[at + 2] > 0.1)
      const all = positions.filter((_, at) => at % 3 === 0)
      const midpoint = (Math.min(...all) + Math.max(...all)) / 2
      return Math.max(...tops) < midpoint ? 'left' : 'right'
    }
    expect([stem([0, -1, 0], 'mesh'), stem([0, 1, 0], 'mesh')]).toEqual(['left', 'right'])
    expect([stem([0, -1, 0], 'mirrorMesh'), stem([0, 1, 0], 'mirrorMesh')]).toEqual(['right', 'left'])
  })
})
