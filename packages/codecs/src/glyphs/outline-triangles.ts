import earcut from 'earcut'

/** A closed polygon in its plane, without a repeated first vertex. */
export type Outline = readonly (readonly [x: number, y: number])[]

/** Flat triangles. */
export interface FlatTriangles {
  /** x y per vertex. */
  readonly positions: Float32Array
  readonly indices: Uint32Array
}

/** Maximum number of vertices of all outlines, as ear clipping takes quadratic time; larger ones are omitted. */
const maxVertices = 20_000

/** Computes twice the area, positive for counter-clockwise vertices. */
const computeArea = (outline: Outline): number =>
  outline.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = outline[(at + 1) % outline.length]
    return sum + x * nextY - nextX * y
  }, 0)

function contains(outline: Outline, [x, y]: readonly [number, number]): boolean {
  let inside = false
  for (let at = 0, before = outline.length - 1; at < outline.length; before = at++) {
    const [ax, ay] = outline[at]
    const [bx, by] = outline[before]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

/** Fills outlines by the even-odd rule, in any direction. Returns none without area or with too many vertices. */
export function outlineTriangles(outlines: readonly Outline[]): FlatTriangles {
  const usable = outlines.filter((outline) => outline.length > 2 && computeArea(outline) !== 0)
  const vertexCount = usable.reduce((sum, outline) => sum + outline.length, 0)
  const positions: number[] = []
  const indices: number[] = []
  if (vertexCount > maxVertices) return { positions: new Float32Array(0), indices: new Uint32Array(0) }
  const around = usable.map((outline) => usable.filter((other) => other !== outline && contains(other, outline[0])))
  usable.forEach((outline, number) => {
    if (around[number].length % 2 === 1) return
    const depth = around[number].length + 1
    const holes = usable.filter((_, other) => around[other].length === depth && around[other].includes(outline))
    const rings = [outline, ...holes]
    const flat = rings.flat(2)
    const starts = holes.map((_, hole) => rings.slice(0, hole + 1).reduce((sum, ring) => sum + ring.length, 0))
    const first = positions.length / 2
    for (const index of earcut(flat, starts)) indices.push(first + index)
    for (const value of flat) positions.push(value)
  })
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}
