import { describe, expect, it } from 'vitest'
import { formatPart, readText, type PartKit } from './testing/part-kit.js'

type Point = readonly [number, number, number]

const vertices: readonly Point[] = [
  [0, 0, 0],
  [10, 0, 0],
  [0, 10, 0],
  [0, 0, 10],
]
/** Vertices of each side of a tetrahedron and its normal. */
const sides: readonly (readonly [readonly number[], Point])[] = [
  [
    [0, 2, 1],
    [0, 0, -1],
  ],
  [
    [0, 1, 3],
    [0, -1, 0],
  ],
  [
    [0, 3, 2],
    [-1, 0, 0],
  ],
  [
    [1, 2, 3],
    [1, 1, 1],
  ],
]

/** Builds a faceted solid whose faces are bounded by points alone. */
function tetrahedron({ shapes, writer }: PartKit, faceOf: (bound: string, plane: string) => string): string {
  const points = vertices.map((vertex) => shapes.point(vertex))
  const faces = sides.map(([loop, normal]) => {
    const poly = writer.add(`POLY_LOOP('',(${loop.map((vertex) => points[vertex]).join(',')}))`)
    const bound = writer.add(`FACE_OUTER_BOUND('',${poly},.T.)`)
    const reference: Point = normal[0] === 0 ? [1, 0, 0] : [0, 1, -1]
    const plane = writer.add(`PLANE('',${shapes.frame(vertices[loop[0] ?? 0] ?? [0, 0, 0], normal, reference)})`)
    return writer.add(faceOf(bound, plane))
  })
  return writer.add(`FACETED_BREP('tetrahedron',${writer.add(`CLOSED_SHELL('',(${faces.join(',')}))`)})`)
}

const withSurface = (bound: string, plane: string): string => `FACE_SURFACE('',(${bound}),${plane},.T.)`
const withoutSurface = (bound: string): string => `FACE('',(${bound}))`

describe('STEP faceted B-rep', () => {
  it.each([
    ['from planar faces', withSurface],
    ['from points only', withoutSurface],
  ])('is read when its faces are built %s', async (_, faceOf) => {
    const run = await readText(formatPart((kit) => [tetrahedron(kit, faceOf)], 'FACETED_BREP_SHAPE_REPRESENTATION'))
    expect(run.report?.status).toBe('complete')
    expect(run.scene.numbers).toMatchObject({ nodes: 1, meshes: 1, triangles: 4 })
    expect(run.scene.bounds?.max.map((value) => Math.round(value * 1e5) / 100)).toEqual([10, 10, 10])
  })

  it('keeps the colours of its faces', async () => {
    const run = await readText(
      formatPart((kit) => {
        const solid = tetrahedron(kit, withoutSurface)
        const face = /FACE\('',\(#\d+\)\)/
        expect(kit.writer.file('x', 'x')).toMatch(face)
        kit.products.color([solid], [0, 0, 1])
        kit.products.color([`#${Number(solid.slice(1)) - 2}`], [1, 0, 0])
        return [solid]
      }),
    )
    expect(run.scene.materials.map(({ name }) => name).toSorted()).toEqual(['#0000ff', '#ff0000'])
    expect(run.scene.numbers).toMatchObject({ meshes: 2, triangles: 4 })
  })

  it('may have holes and reversed loops', async () => {
    const text = formatPart(({ shapes, writer }) => {
      const loop = (points: readonly Point[]): string =>
        writer.add(`POLY_LOOP('',(${points.map((point) => shapes.point(point)).join(',')}))`)
      const square = (from: number, to: number): Point[] => [
        [from, from, 0],
        [to, from, 0],
        [to, to, 0],
        [from, to, 0],
      ]
      const outer = writer.add(`FACE_OUTER_BOUND('',${loop(square(0, 10))},.T.)`)
      const inner = writer.add(`FACE_BOUND('',${loop(square(2, 8))},.F.)`)
      const face = writer.add(`FACE('',(${inner},${outer}))`)
      return [writer.add(`OPEN_SHELL('plate',(${face}))`)]
    })
    const run = await readText(text)
    expect(run.report?.status).toBe('complete')
    expect(run.scene.shapes[0]?.triangleCount).toBe(8)
  })

  it('omits polygons without area, and is skipped as an empty shape when none is left', async () => {
    const text = formatPart(({ shapes, writer }) => {
      const point = shapes.point([1, 1, 1])
      const bound = writer.add(`FACE_OUTER_BOUND('',${writer.add(`POLY_LOOP('',(${point},${point},${point}))`)},.T.)`)
      const shell = writer.add(`CLOSED_SHELL('',(${writer.add(`FACE('',(${bound}))`)}))`)
      return [shapes.box('b', [1, 1, 1]).solid, writer.add(`FACETED_BREP('flat',${shell})`)]
    })
    const { report } = await readText(text)
    expect(report?.skipped).toMatchObject([{ kind: 'FACETED_BREP', reason: 'empty-shape', count: 1 }])
  })
})
