import { Shorts, SingleFloats, Integers } from '@kamar/mesh/wasm/views'
import { GeometryField, LevelField, SceneField } from '../src/raster/exterior-layout'
import {
  bottom,
  boxes,
  fields,
  geometryOf,
  getGeometry,
  instanceCount,
  left,
  levels,
  linear,
  loadGeometry,
  nearest,
  points,
  right,
  size,
  top,
  translation,
} from './scene'

const levelTolerancePixels: f64 = 1

/** Indices of the level of detail of the last projected instance. */
export let indices = changetype<Integers>(0)
export let indexCount: i32 = 0

function getView(at: i32): f64 {
  return fields[<i32>SceneField.view + at]
}

/** Projects the boxes of all instances; a box off the grid gets a rectangle whose right is less than its left. */
export function projectBoxes(): void {
  const xx = getView(0),
    xy = getView(1),
    xz = getView(2)
  const yx = getView(3),
    yy = getView(4),
    yz = getView(5)
  const zx = getView(6),
    zy = getView(7),
    zz = getView(8)
  const ox = getView(9),
    oy = getView(10),
    oz = getView(11)
  const last = <f64>(size - 1)
  for (let instance = 0; instance < instanceCount; instance++) {
    const at = instance * 6
    const cx = (boxes[at] + boxes[at + 3]) / 2
    const cy = (boxes[at + 1] + boxes[at + 4]) / 2
    const cz = (boxes[at + 2] + boxes[at + 5]) / 2
    const hx = boxes[at + 3] - cx
    const hy = boxes[at + 4] - cy
    const hz = boxes[at + 5] - cz
    const x = ox + xx * cx + xy * cy + xz * cz
    const halfWidth = abs(xx) * hx + abs(xy) * hy + abs(xz) * hz
    const y = oy + yx * cx + yy * cy + yz * cz
    const halfHeight = abs(yx) * hx + abs(yy) * hy + abs(yz) * hz
    left[instance] = <i32>max(0, floor(x - halfWidth - 0.5))
    right[instance] = <i32>min(last, ceil(x + halfWidth + 0.5))
    top[instance] = <i32>max(0, floor(y - halfHeight - 0.5))
    bottom[instance] = <i32>min(last, ceil(y + halfHeight + 0.5))
    nearest[instance] = oz + zx * cx + zy * cy + zz * cz - abs(zx) * hx - abs(zy) * hy - abs(zz) * hz
  }
}

/** Returns whether the transform of an instance mirrors, which swaps front and back faces. */
export function isMirrored(instance: i32): bool {
  const at = instance * 9
  return (
    linear[at] * (linear[at + 4] * linear[at + 8] - linear[at + 5] * linear[at + 7]) -
      linear[at + 1] * (linear[at + 3] * linear[at + 8] - linear[at + 5] * linear[at + 6]) +
      linear[at + 2] * (linear[at + 3] * linear[at + 7] - linear[at + 4] * linear[at + 6]) <
    0
  )
}

/** Computes the largest factor by which an instance's transform scales. */
function computeScale(instance: i32): f64 {
  let largest: f64 = 1e-12
  for (let at = instance * 9; at < instance * 9 + 9; at += 3)
    largest = max(
      largest,
      sqrt(linear[at] * linear[at] + linear[at + 1] * linear[at + 1] + linear[at + 2] * linear[at + 2]),
    )
  return largest
}

/** Selects the coarsest level of detail within the tolerance; false when it has no indices. */
function selectLevel(instance: i32, geometry: i32): void {
  const allowedMetres = levelTolerancePixels / (fields[SceneField.scale] * computeScale(instance))
  const first = <i32>getGeometry(geometry, GeometryField.firstLevel) * <i32>LevelField.count
  const count = <i32>getGeometry(geometry, GeometryField.levelCount) * <i32>LevelField.count
  let coarsest = first
  for (let level = first + <i32>LevelField.count; level < first + count; level += <i32>LevelField.count)
    if (levels[level + <i32>LevelField.errorMetres] <= allowedMetres && levels[level + <i32>LevelField.indexCount] > 0)
      coarsest = level
  const start = <usize>levels[coarsest + <i32>LevelField.start]
  indices = changetype<Integers>(<usize>getGeometry(geometry, GeometryField.indicesAddress) + (start << 2))
  indexCount = <i32>levels[coarsest + <i32>LevelField.indexCount]
}

// Rows of view, instance transform and dequantisation multiplied: a row-major 3×4 matrix.
let m0: f64 = 0,
  m1: f64 = 0,
  m2: f64 = 0,
  m3: f64 = 0
let m4: f64 = 0,
  m5: f64 = 0,
  m6: f64 = 0,
  m7: f64 = 0
let m8: f64 = 0,
  m9: f64 = 0,
  m10: f64 = 0,
  m11: f64 = 0

/** Projects a vertex. */
function projectVertex(positions: Shorts, at: i32): void {
  const x = <f64>positions[at]
  const y = <f64>positions[at + 1]
  const z = <f64>positions[at + 2]
  points[at] = m0 * x + m1 * y + m2 * z + m3
  points[at + 1] = m4 * x + m5 * y + m6 * z + m7
  points[at + 2] = m8 * x + m9 * y + m10 * z + m11
}

/** Projects the vertices of an instance's level of detail to `points`, and selects its indices. */
export function projectInstance(instance: i32): void {
  const geometry = geometryOf[instance]
  loadGeometry(geometry)
  selectLevel(instance, geometry)
  compose(instance, geometry)
  const positions = changetype<Shorts>(<usize>getGeometry(geometry, GeometryField.positionsAddress))
  const length = <i32>getGeometry(geometry, GeometryField.vertexCount) * 3
  if (indexCount * 3 >= length) for (let at = 0; at < length; at += 3) projectVertex(positions, at)
  // A coarse level uses a tenth of the vertices.
  else for (let index = 0; index < indexCount; index++) projectVertex(positions, indices[index] * 3)
}

function compose(instance: i32, geometry: i32): void {
  composeRow(instance, geometry, 0)
  m0 = rowX
  m1 = rowY
  m2 = rowZ
  m3 = rowConstant
  composeRow(instance, geometry, 1)
  m4 = rowX
  m5 = rowY
  m6 = rowZ
  m7 = rowConstant
  composeRow(instance, geometry, 2)
  m8 = rowX
  m9 = rowY
  m10 = rowZ
  m11 = rowConstant
}

let rowX: f64 = 0
let rowY: f64 = 0
let rowZ: f64 = 0
let rowConstant: f64 = 0

function composeRow(instance: i32, geometry: i32, row: i32): void {
  const x = getView(row * 3)
  const y = getView(row * 3 + 1)
  const z = getView(row * 3 + 2)
  const at = instance * 9
  rowX = x * linear[at] + y * linear[at + 1] + z * linear[at + 2]
  rowY = x * linear[at + 3] + y * linear[at + 4] + z * linear[at + 5]
  rowZ = x * linear[at + 6] + y * linear[at + 7] + z * linear[at + 8]
  rowConstant =
    getView(9 + row) +
    x * translation[instance * 3] +
    y * translation[instance * 3 + 1] +
    z * translation[instance * 3 + 2] +
    rowX * getGeometry(geometry, GeometryField.originX) +
    rowY * getGeometry(geometry, GeometryField.originY) +
    rowZ * getGeometry(geometry, GeometryField.originZ)
  const step = getGeometry(geometry, GeometryField.step)
  rowX *= step
  rowY *= step
  rowZ *= step
}
