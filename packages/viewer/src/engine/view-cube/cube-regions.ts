import type { NamedView, Point } from '../types.js'
import { add, scale } from '../math/vector.js'

/** Side of the cube: outward normal, and the directions in which its label reads. */
interface Side {
  readonly name: 'front' | 'back' | 'left' | 'right' | 'top' | 'bottom'
  readonly normal: Point
  readonly textRight: Point
  readonly textUp: Point
}

/** The six sides; front is south. */
export const cubeSides: readonly Side[] = [
  { name: 'front', normal: [0, -1, 0], textRight: [1, 0, 0], textUp: [0, 0, 1] },
  { name: 'back', normal: [0, 1, 0], textRight: [-1, 0, 0], textUp: [0, 0, 1] },
  { name: 'left', normal: [-1, 0, 0], textRight: [0, -1, 0], textUp: [0, 0, 1] },
  { name: 'right', normal: [1, 0, 0], textRight: [0, 1, 0], textUp: [0, 0, 1] },
  { name: 'top', normal: [0, 0, 1], textRight: [1, 0, 0], textUp: [0, 1, 0] },
  { name: 'bottom', normal: [0, 0, -1], textRight: [1, 0, 0], textUp: [0, -1, 0] },
]

/** Square of a side: its plane's normal and its four corners in order. */
export interface CubeQuad {
  readonly normal: Point
  readonly vertices: readonly [Point, Point, Point, Point]
}

/** Clickable region of the cube: a side, an edge (two quads) or a corner (three). */
export interface CubeRegion {
  readonly view: NamedView
  readonly quads: readonly CubeQuad[]
}

/** Half size of a side's own square; the rest of the side belongs to edges and corners. */
const inner = 0.66

/** Order of the names within a view's name. */
const nameOrder = ['top', 'bottom', 'front', 'back', 'left', 'right'] as const

function viewName(direction: Point): NamedView {
  const names = nameOrder.filter((name) => {
    const side = cubeSides.find((candidate) => candidate.name === name)
    return side?.normal.some((value, axis) => value !== 0 && value === direction[axis]) === true
  })
  return names.join('-') as NamedView
}

/** Creates the square at column and row (−1, 0, 1) of a side, three by three. */
function createQuad(side: Side, column: number, row: number): CubeQuad {
  const span = (part: number): readonly [number, number] =>
    part === 0 ? [-inner, inner] : part < 0 ? [-1, -inner] : [inner, 1]
  const [left, right] = span(column)
  const [low, high] = span(row)
  const at = (x: number, y: number): Point => add(side.normal, add(scale(side.textRight, x), scale(side.textUp, y)))
  return { normal: side.normal, vertices: [at(left, low), at(right, low), at(right, high), at(left, high)] }
}

/** Returns the 26 regions: 6 sides, 12 edges, 8 corners. */
export function cubeRegions(): CubeRegion[] {
  const regions = new Map<NamedView, CubeQuad[]>()
  for (const side of cubeSides)
    for (let column = -1; column <= 1; column++)
      for (let row = -1; row <= 1; row++) {
        const towards = add(side.normal, add(scale(side.textRight, column), scale(side.textUp, row)))
        const view = viewName([Math.round(towards[0]), Math.round(towards[1]), Math.round(towards[2])])
        regions.set(view, [...(regions.get(view) ?? []), createQuad(side, column, row)])
      }
  return [...regions].map(([view, quads]) => ({ view, quads }))
}
