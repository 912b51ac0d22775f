import { geometryKind, type Chunk } from '@kamar/package-format/read'
import { instanceFlag, placementStride, rangeStride, type GpuInstances } from '../store/gpu-chunk.js'
import type { GeometryRecord } from './geometry-record.js'

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

/** Returns empty columns for `count` instances. */
export function emptyInstanceRows(chunk: Chunk): Writable<GpuInstances> {
  const { count } = { count: chunk.instances.node.length }
  return {
    count,
    node: chunk.instances.node,
    geometry: chunk.instances.geometry,
    color: new Uint8Array(count * 4),
    placement: new Float32Array(count * placementStride),
    sphere: new Float32Array(count * 4),
    levelError: new Float32Array(count * 2),
    ranges: new Uint32Array(count * rangeStride),
    flags: new Uint8Array(count),
  }
}

/** Column vectors of an instance's matrix and their lengths. */
interface Axes {
  readonly matrix: Float32Array
  readonly at: number
  readonly lengths: readonly [number, number, number]
}

function readAxes(chunk: Chunk, instance: number): Axes {
  const matrix = chunk.linear
  const at = chunk.instances.linear[instance] * 9
  const length = (column: number): number =>
    Math.hypot(matrix[at + column * 3], matrix[at + column * 3 + 1], matrix[at + column * 3 + 2])
  return { matrix, at, lengths: [length(0), length(1), length(2)] }
}

function isMirrored({ matrix, at }: Axes): boolean {
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = matrix.subarray(at, at + 9)
  return ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx) < 0
}

/** Computes the longest diagonal of a transformed box: of a sheared one it is longer than that of the box itself. */
function computeMaxDiagonal({ matrix, at }: Axes, [sizeX, sizeY, sizeZ]: GeometryRecord['size']): number {
  let maxLength = 0
  for (let diagonal = 0; diagonal < 4; diagonal++) {
    const y = diagonal & 1 ? -sizeY : sizeY
    const z = diagonal & 2 ? -sizeZ : sizeZ
    const along = (row: number): number =>
      matrix[at + row] * sizeX + matrix[at + 3 + row] * y + matrix[at + 6 + row] * z
    maxLength = Math.max(maxLength, Math.hypot(along(0), along(1), along(2)))
  }
  return maxLength
}

const kindFlags: Readonly<Record<number, number>> = {
  [geometryKind.lines]: instanceFlag.lines,
  [geometryKind.points]: instanceFlag.points,
}

/** Returns the dot size, CSS pixels: a single point must be noticeable, those of a cloud form a surface together. */
const pointPixels = (points: number): number => (points <= maxSparsePoints ? 6 : 2.5)
const maxSparsePoints = 256

/** Writes the values that depend on an instance's transform: matrix, sphere, level errors, edge coverage. */
export function writePlacement(
  rows: GpuInstances,
  instance: number,
  { chunk, record }: { readonly chunk: Chunk; readonly record: GeometryRecord },
): void {
  const axes = readAxes(chunk, instance)
  const { matrix, at, lengths } = axes
  const base = instance * placementStride
  for (let row = 0; row < 3; row++) {
    const [x, y, z] = [matrix[at + row], matrix[at + 3 + row], matrix[at + 6 + row]]
    const shift = x * record.origin[0] + y * record.origin[1] + z * record.origin[2]
    const translation = chunk.instances.translation[instance * 3 + row] + shift
    rows.placement[base + row * 4] = x * record.step
    rows.placement[base + row * 4 + 1] = y * record.step
    rows.placement[base + row * 4 + 2] = z * record.step
    rows.placement[base + row * 4 + 3] = translation
    rows.sphere[instance * 4 + row] = translation + (x * record.size[0] + y * record.size[1] + z * record.size[2]) / 2
  }
  // Metres of edge per square metre of projected area: divided by pixels per metre, the ratio of it that lines would
  // cover.
  rows.placement[base + 12] =
    record.kind === geometryKind.points ? pointPixels(record.vertexCount) : record.edgeCoverage / Math.max(...lengths)
  rows.placement[base + 13] = record.kind === geometryKind.lines ? 1 : 0
  rows.sphere[instance * 4 + 3] = computeMaxDiagonal(axes, record.size) / 2
  const scale = Math.max(...lengths)
  for (let level = 0; level < 2; level++)
    rows.levelError[instance * 2 + level] =
      record.levelCount[level + 1] === 0 ? Number.POSITIVE_INFINITY : record.levelError[level] * scale
  const closed = (record.closed || record.singleSided) && !isMirrored(axes)
  rows.placement[base + 14] = closed ? 1 : 0
  rows.placement[base + 15] = (record.axis?.thickness ?? 0) * scale
  const sides = (closed ? instanceFlag.closed : 0) | (record.closed ? instanceFlag.solid : 0)
  rows.flags[instance] = sides | (kindFlags[record.kind] ?? 0)
}
