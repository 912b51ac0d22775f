import { plainShape, TriangleList, type TriangleShape } from './triangle-shape.js'

/** The parts of a teapot that exist. */
export interface TeapotParts {
  readonly body: boolean
  readonly handle: boolean
  readonly spout: boolean
  readonly lid: boolean
}

/** Parameters of a teapot. */
export interface TeapotSize extends TeapotParts {
  /** Radius of the body at its widest point. */
  readonly radius: number
  /** Along each side of a patch. */
  readonly segments: number
  readonly isSmooth: boolean
}

type Point = readonly [x: number, y: number, z: number]
/** Sixteen points in rows of four. */
type Patch = readonly Point[]

/** Bézier handle ratio of a quarter circle, as Newell chose it for the whole pot. */
const bend = 0.56
/** The lid's knob is the one circle with rounded values. */
const [knobRadius, knobSide] = [0.8, 0.45]

/** Returns a row of a quarter about the height, clockwise from the x axis. */
function quarter(radius: number, height: number): readonly Point[] {
  const side = radius === knobRadius ? knobSide : bend * radius
  return [
    [radius, 0, height],
    [radius, -side, height],
    [side, -radius, height],
    [0, -radius, height],
  ]
}
const revolveRows = (rows: readonly (readonly [radius: number, height: number])[]): Patch =>
  rows.flatMap(([radius, height]) => quarter(radius, height))

/** Returns half of a patch across the x axis; the other half is its mirror image. */
const halfRows = (rows: readonly (readonly [Point, Point])[]): Patch =>
  rows.flatMap(([inner, outer]): Point[] => {
    const [[ix, width, iz], [ox, , oz]] = [inner, outer]
    return [
      [ix, 0, iz],
      [ix, -width, iz],
      [ox, -width, oz],
      [ox, 0, oz],
    ]
  })

/** Patches of Newell's teapot, whose body is 2 wide: quarters of body and lid, halves of handle and spout. */
const bodyPatches: readonly Patch[] = [
  revolveRows([
    [1.4, 2.4],
    [1.3375, 2.53125],
    [1.4375, 2.53125],
    [1.5, 2.4],
  ]),
  revolveRows([
    [1.5, 2.4],
    [1.75, 1.875],
    [2, 1.35],
    [2, 0.9],
  ]),
  revolveRows([
    [2, 0.9],
    [2, 0.45],
    [1.5, 0.225],
    [1.5, 0.15],
  ]),
  revolveRows([
    [1.5, 0.15],
    [1.5, 0.075],
    [1.425, 0],
    [0, 0],
  ]),
]
const lidPatches: readonly Patch[] = [
  revolveRows([
    [0, 3.15],
    [0.8, 3.15],
    [0, 2.85],
    [0.2, 2.7],
  ]),
  revolveRows([
    [0.2, 2.7],
    [0.4, 2.55],
    [1.3, 2.55],
    [1.3, 2.4],
  ]),
]
const handlePatches: readonly Patch[] = [
  halfRows([
    [
      [-1.6, 0.3, 2.025],
      [-1.5, 0.3, 2.25],
    ],
    [
      [-2.3, 0.3, 2.025],
      [-2.5, 0.3, 2.25],
    ],
    [
      [-2.7, 0.3, 2.025],
      [-3, 0.3, 2.25],
    ],
    [
      [-2.7, 0.3, 1.8],
      [-3, 0.3, 1.8],
    ],
  ]),
  halfRows([
    [
      [-2.7, 0.3, 1.8],
      [-3, 0.3, 1.8],
    ],
    [
      [-2.7, 0.3, 1.575],
      [-3, 0.3, 1.35],
    ],
    [
      [-2.5, 0.3, 1.125],
      [-2.65, 0.3, 0.9375],
    ],
    [
      [-2, 0.3, 0.9],
      [-1.9, 0.3, 0.6],
    ],
  ]),
]
const spoutPatches: readonly Patch[] = [
  halfRows([
    [
      [1.7, 0.66, 1.425],
      [1.7, 0.66, 0.6],
    ],
    [
      [2.6, 0.66, 1.425],
      [3.1, 0.66, 0.825],
    ],
    [
      [2.3, 0.25, 2.1],
      [2.4, 0.25, 2.025],
    ],
    [
      [2.7, 0.25, 2.4],
      [3.3, 0.25, 2.4],
    ],
  ]),
  halfRows([
    [
      [2.7, 0.25, 2.4],
      [3.3, 0.25, 2.4],
    ],
    [
      [2.8, 0.25, 2.475],
      [3.525, 0.25, 2.49375],
    ],
    [
      [2.9, 0.15, 2.475],
      [3.45, 0.15, 2.5125],
    ],
    [
      [2.8, 0.15, 2.4],
      [3.2, 0.15, 2.4],
    ],
  ]),
]

const rotations = [
  ([x, y, z]: Point): Point => [x, y, z],
  ([x, y, z]: Point): Point => [-y, x, z],
  ([x, y, z]: Point): Point => [-x, -y, z],
  ([x, y, z]: Point): Point => [y, -x, z],
]
/** The program's value instead of -0.784 at one point of the rim: two of its digits are swapped. */
const dentedSide = -0.874
const dented = (patch: Patch): Patch => patch.map((point, at) => (at === 1 ? [dentedSide, point[1], point[2]] : point))
const mirrored = (patch: Patch): Patch =>
  [0, 4, 8, 12].flatMap((row) => patch.slice(row, row + 4).toReversed()).map(([x, y, z]): Point => [x, -y, z])
const allAround = (patch: Patch): readonly Patch[] => rotations.map((rotation) => patch.map(rotation))
const bothHalves = (patch: Patch): readonly Patch[] => [patch, mirrored(patch)]

const weights = (t: number): readonly number[] => {
  const rest = 1 - t
  return [rest ** 3, 3 * t * rest ** 2, 3 * t ** 2 * rest, t ** 3]
}

/** Precision to which corners of neighbouring patches match: far below the visible, far above rounding errors. */
const weldPerUnit = 1e7

/** Corners and triangles of a part; corners at the same position are merged. */
class PartMesh {
  readonly #scale: number
  readonly #positions: number[]
  readonly #list: TriangleList
  readonly #vertices = new Map<string, number>()

  constructor(scale: number, positions: number[], list: TriangleList) {
    this.#scale = scale
    this.#positions = positions
    this.#list = list
  }

  add(patch: Patch, segments: number, group: number): void {
    const grid: number[] = []
    for (let row = 0; row <= segments; row++) {
      const across = weights(row / segments)
      for (let column = 0; column <= segments; column++) {
        grid.push(this.#addVertex(patch, across, weights(column / segments)))
      }
    }
    for (let row = 0; row < segments; row++) {
      for (let column = 0; column < segments; column++) {
        const at = row * (segments + 1) + column
        const [a, b, c, d] = [grid[at], grid[at + 1], grid[at + segments + 2], grid[at + segments + 1]]
        if (a !== b && b !== c) this.#list.add([a, b, c], group)
        if (c !== d && d !== a) this.#list.add([a, c, d], group)
      }
    }
  }

  #addVertex(patch: Patch, across: readonly number[], along: readonly number[]): number {
    const position = [0, 0, 0]
    for (const [index, point] of patch.entries()) {
      const weight = across[index >> 2] * along[index & 3]
      for (const axis of [0, 1, 2] as const) position[axis] += weight * point[axis]
    }
    const key = position.map((value) => Math.round(value * weldPerUnit)).join()
    const cached = this.#vertices.get(key)
    if (cached !== undefined) return cached
    const vertex = this.#positions.length / 3
    this.#vertices.set(key, vertex)
    this.#positions.push(...position.map((value) => value * this.#scale))
    return vertex
  }
}

/** The last quarter of the rim. */
const dentedPatch = 3

/** Creates a teapot on its bottom, its spout along x; the parts are not joined. */
export function teapotShape({ radius, segments, isSmooth, ...parts }: TeapotSize): TriangleShape {
  const positions: number[] = []
  const list = new TriangleList()
  const add = (patches: readonly Patch[]): void => {
    const mesh = new PartMesh(radius / 2, positions, list)
    for (const patch of patches) mesh.add(patch, segments, isSmooth ? 1 : 0)
  }
  if (parts.body) add(bodyPatches.flatMap(allAround).map((patch, at) => (at === dentedPatch ? dented(patch) : patch)))
  if (parts.handle) add(handlePatches.flatMap(bothHalves))
  if (parts.spout) add(spoutPatches.flatMap(bothHalves))
  if (parts.lid) add(lidPatches.flatMap(allAround))
  return plainShape(positions, list)
}
