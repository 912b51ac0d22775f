import type { Vector } from '@kamar/core/math'
import { plainShape, TriangleList, type TriangleShape } from './triangle-shape.js'

/** A parallelogram divided into rows and columns; its sides run counter-clockwise as seen from outside. */
interface Side {
  readonly origin: Vector
  readonly along: Vector
  readonly up: Vector
  readonly columns: number
  readonly rows: number
}

function addSide(positions: number[], list: TriangleList, side: Side): void {
  const { along, columns, origin, rows, up } = side
  const first = positions.length / 3
  // Each side of a box has its own smoothing group.
  const group = 1 << (first % 31)
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      for (let axis = 0; axis < 3; axis++) {
        positions.push(origin[axis] + (along[axis] * column) / columns + (up[axis] * row) / rows)
      }
    }
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const a = first + row * (columns + 1) + column
      const c = a + columns + 2
      list.add([a, a + 1, c], group)
      list.add([a, c, c - 1], group)
    }
  }
}

/** Sizes and segment counts of a box. */
export interface BoxSize {
  readonly length: number
  readonly width: number
  readonly height: number
  readonly lengthSegments: number
  readonly widthSegments: number
  readonly heightSegments: number
}

/** Creates a box above the centre of its base; its width runs along x and its length along y. */
export function boxShape(size: BoxSize): TriangleShape {
  const { length, width, height, lengthSegments, widthSegments, heightSegments } = size
  const [x, y] = [width / 2, length / 2]
  const [low, high] = [Math.min(0, height), Math.max(0, height)]
  const [across, deep, tall] = [[2 * x, 0, 0] as Vector, [0, 2 * y, 0] as Vector, [0, 0, high - low] as Vector]
  const back = ([a, b, c]: Vector): Vector => [-a, -b, -c]
  const flat = { columns: widthSegments, rows: lengthSegments }
  const front = { columns: widthSegments, rows: heightSegments, up: tall }
  const side = { columns: lengthSegments, rows: heightSegments, up: tall }
  const positions: number[] = []
  const list = new TriangleList()
  for (const one of [
    { origin: [x, -y, low] as Vector, along: back(across), up: deep, ...flat },
    { origin: [-x, -y, high] as Vector, along: across, up: deep, ...flat },
    { origin: [-x, -y, low] as Vector, along: across, ...front },
    { origin: [x, y, low] as Vector, along: back(across), ...front },
    { origin: [x, -y, low] as Vector, along: deep, ...side },
    { origin: [-x, y, low] as Vector, along: back(deep), ...side },
  ])
    addSide(positions, list, one)
  return plainShape(positions, list)
}

/** Creates a rectangle about its centre, facing up. */
export function planeShape(size: Omit<BoxSize, 'height' | 'heightSegments'>): TriangleShape {
  const { length, width, lengthSegments, widthSegments } = size
  const positions: number[] = []
  const list = new TriangleList()
  addSide(positions, list, {
    origin: [-width / 2, -length / 2, 0],
    along: [width, 0, 0],
    up: [0, length, 0],
    columns: widthSegments,
    rows: lengthSegments,
  })
  return plainShape(positions, list)
}

/** Creates a pyramid above the centre of its rectangular base; its sides are flat, however many segments they have. */
export function pyramidShape([width, depth, height]: Vector): TriangleShape {
  const [x, y] = [width / 2, depth / 2]
  const base = [
    [-x, -y, 0],
    [x, -y, 0],
    [x, y, 0],
    [-x, y, 0],
  ]
  const positions = [0, 0, height, ...base.flat(), 0, 0, 0]
  const list = new TriangleList()
  for (let side = 0; side < 4; side++) {
    const [a, b] = [1 + side, 1 + ((side + 1) % 4)]
    const isInverted = height < 0
    list.add(isInverted ? [0, b, a] : [0, a, b], 1 << side)
    list.add(isInverted ? [5, a, b] : [5, b, a], 16)
  }
  return plainShape(positions, list)
}
