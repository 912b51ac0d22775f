import { indexCount, indices } from './projection'
import { depth, ids, points, size } from './scene'

// A pixel belongs to a triangle when its centre does, so coverage is conservative: drawn content reliably occludes what
// is behind it.

/** Vertices from top to bottom, as offsets of their x in `points`. */
let vertexA: i32 = 0
let vertexB: i32 = 0
let vertexC: i32 = 0

function sortByRow(a: i32, b: i32, c: i32): void {
  const ay = points[a + 1]
  const by = points[b + 1]
  const cy = points[c + 1]
  vertexA = ay <= by ? (ay <= cy ? a : c) : by <= cy ? b : c
  vertexC = ay > by ? (ay > cy ? a : c) : by > cy ? b : c
  vertexB = a + b + c - vertexA - vertexC
}

/**
 * Draws the triangles of the projected instance with its number. With `cullBack`, back faces are skipped: those of a
 * closed body occlude nothing that its front faces do not. `forward` is a depth offset towards the viewer.
 */
export function drawTriangles(id: i32, forward: f64, cullBack: bool): void {
  for (let index = 0; index < indexCount; index += 3) {
    const a = indices[index] * 3
    const b = indices[index + 1] * 3
    const c = indices[index + 2] * 3
    const twiceArea =
      (points[b] - points[a]) * (points[c + 1] - points[a + 1]) -
      (points[b + 1] - points[a + 1]) * (points[c] - points[a])
    // Pixel rows run downwards, so a triangle that is counter-clockwise to the viewer has a negative area here.
    if (twiceArea === 0 || (cullBack && twiceArea > 0)) continue
    sortByRow(a, b, c)
    if (!beginScan()) continue
    for (let row = firstRow; row <= lastRow; row++) if (scanRow(row)) fillRow(id, forward)
  }
}

/** Draws the scanned row where it is nearer than the grid. */
function fillRow(id: i32, forward: f64): void {
  let value = firstDepth - forward
  for (let pixel = firstPixel; pixel <= lastPixel; pixel++, value += stepX) {
    if (value < depth[pixel]) {
      depth[pixel] = value
      ids[pixel] = id
    }
  }
}

/** Returns whether a triangle of the projected instance, if drawn now, would have a pixel at least as near as the grid. */
export function isAnyTriangleInFront(): bool {
  for (let index = 0; index < indexCount; index += 3) {
    sortByRow(indices[index] * 3, indices[index + 1] * 3, indices[index + 2] * 3)
    if (isTriangleInFront()) return true
  }
  return false
}

function isTriangleInFront(): bool {
  let isEmpty = true
  if (beginScan()) {
    for (let row = firstRow; row <= lastRow; row++) {
      if (!scanRow(row)) continue
      isEmpty = false
      if (isRowInFront()) return true
    }
  }
  // A triangle that covers no pixel centre takes the pixel of its centroid, so that nothing thin is lost.
  return isEmpty && isCentroidInFront()
}

function isRowInFront(): bool {
  let value = firstDepth
  for (let pixel = firstPixel; pixel <= lastPixel; pixel++, value += stepX) if (value <= depth[pixel]) return true
  return false
}

function isCentroidInFront(): bool {
  const x = floor((points[vertexA] + points[vertexB] + points[vertexC]) / 3)
  const y = floor((points[vertexA + 1] + points[vertexB + 1] + points[vertexC + 1]) / 3)
  if (!(x >= 0 && y >= 0 && x < <f64>size && y < <f64>size)) return false
  const value = (points[vertexA + 2] + points[vertexB + 2] + points[vertexC + 2]) / 3
  return value <= depth[<i32>y * size + <i32>x]
}

// Scan of the current triangle.
let firstRow: i32 = 0
let lastRow: i32 = 0
let stepX: f64 = 0
let stepY: f64 = 0
let longSlope: f64 = 0
let upperSlope: f64 = 0
let lowerSlope: f64 = 0
// Its current row: pixels (inclusive) and the depth at the first.
let firstPixel: i32 = 0
let lastPixel: i32 = 0
let firstDepth: f64 = 0

/** Begins the scan of the sorted triangle; false when it has no rows or no area. */
function beginScan(): bool {
  const ax = points[vertexA]
  const ay = points[vertexA + 1]
  const az = points[vertexA + 2]
  const bx = points[vertexB] - ax
  const by = points[vertexB + 1]
  const cx = points[vertexC] - ax
  const cy = points[vertexC + 1]
  const start = max(0, ceil(ay - 0.5))
  const end = min(<f64>(size - 1), floor(cy - 0.5))
  const twiceArea = bx * (cy - ay) - (by - ay) * cx
  if (!(start <= end) || twiceArea === 0) return false
  firstRow = <i32>start
  lastRow = <i32>end
  const bz = points[vertexB + 2] - az
  const cz = points[vertexC + 2] - az
  stepX = (bz * (cy - ay) - cz * (by - ay)) / twiceArea
  stepY = (cz * bx - bz * cx) / twiceArea
  longSlope = cx / (cy - ay)
  upperSlope = by > ay ? bx / (by - ay) : 0
  lowerSlope = cy > by ? (points[vertexC] - points[vertexB]) / (cy - by) : 0
  return true
}

/** Scans a row; false when it covers no pixel centre. */
function scanRow(row: i32): bool {
  const ax = points[vertexA]
  const ay = points[vertexA + 1]
  const by = points[vertexB + 1]
  const centerY = <f64>row + 0.5
  const long = ax + (centerY - ay) * longSlope
  const short = centerY < by ? ax + (centerY - ay) * upperSlope : points[vertexB] + (centerY - by) * lowerSlope
  const left = max(0, ceil(min(long, short) - 0.5))
  const right = min(<f64>(size - 1), floor(max(long, short) - 0.5))
  if (!(left <= right)) return false
  firstPixel = row * size + <i32>left
  lastPixel = row * size + <i32>right
  firstDepth = points[vertexA + 2] + (left + 0.5 - ax) * stepX + (centerY - ay) * stepY
  return true
}
