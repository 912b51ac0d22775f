import { instanceBoxes, type RasterGeometry, type RasterScene } from '../raster/raster-scene.js'

const faces = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
] as const
/** Unit cube from 0 to 1 with flat normals and its twelve edges. */
export const unitCube: RasterGeometry = {
  positions: Uint16Array.from(
    faces.flatMap((face) =>
      face.flatMap((vertex) => [vertex & 1, (vertex >> 1) & 1, vertex >> 2].map((bit) => bit * 1000)),
    ),
  ),
  colors: null,
  indices: Uint32Array.from(faces.flatMap((_, face) => [0, 1, 2, 0, 2, 3].map((vertex) => face * 4 + vertex))),
  levels: [{ start: 0, count: 36, errorMetres: 0 }],
  edges: Uint32Array.from(faces.flatMap((_, face) => [0, 1, 1, 2, 2, 3, 3, 0].map((vertex) => face * 4 + vertex))),
  origin: [0, 0, 0],
  step: 0.001,
  closed: false,
}

/** Box of a test scene. */
export interface Box {
  readonly min: readonly [number, number, number]
  readonly max: readonly [number, number, number]
  readonly color?: readonly [number, number, number, number]
  readonly hidden?: boolean
}

/** Creates a scene of axis-aligned boxes, one instance each, with its bounds. */
export function boxScene(boxes: readonly Box[]): { scene: RasterScene; bounds: number[] } {
  const columns = {
    geometries: [unitCube],
    count: boxes.length,
    geometry: new Uint32Array(boxes.length),
    linear: Float32Array.from(
      boxes.flatMap(({ min, max }) => [max[0] - min[0], 0, 0, 0, max[1] - min[1], 0, 0, 0, max[2] - min[2]]),
    ),
    translation: Float32Array.from(boxes.flatMap(({ min }) => min)),
    color: Uint8Array.from(boxes.flatMap(({ color }) => color ?? [200, 200, 200, 255])),
    hidden: Uint8Array.from(boxes.map(({ hidden }) => (hidden === true ? 1 : 0))),
  }
  const bounds = [0, 1, 2].map((axis) => Math.min(...boxes.map(({ min }) => min[axis])))
  bounds.push(...[0, 1, 2].map((axis) => Math.max(...boxes.map(({ max }) => max[axis]))))
  return { scene: { ...columns, boxes: instanceBoxes(columns) }, bounds }
}

/** Creates six thin walls around a room from 0 to `size`. */
export function hollowBox(size: number, thickness: number): Box[] {
  const far = size - thickness
  return [
    { min: [0, 0, 0], max: [size, size, thickness] },
    { min: [0, 0, far], max: [size, size, size] },
    { min: [0, 0, 0], max: [size, thickness, size] },
    { min: [0, far, 0], max: [size, size, size] },
    { min: [0, 0, 0], max: [thickness, size, size] },
    { min: [far, 0, 0], max: [size, size, size] },
  ]
}
