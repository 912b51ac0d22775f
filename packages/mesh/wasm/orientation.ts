import { border, flipTriangle, isConsistent } from './half-edges'
import { component, componentCounts, componentSums, corner, flipped, position, stack, twin } from './memory'
import { Bytes, Floats } from './views'

// A component is a set of triangles reachable over edges with exactly two triangles. Its row of `componentCounts`:
const firstTriangle: i32 = 0
const triangles: i32 = 1
/** Number of triangles wound opposite to the first one. */
const opposite: i32 = 2
const borders: i32 = 3
const countsPerComponent: i32 = 4
// Its row of `componentSums`:
/**
 * Six times the enclosed volume in cubic metres with all triangles wound like the first one: positive when they face
 * outwards.
 */
const sixVolumes: i32 = 0
/** Twice the area in square metres. */
const twoAreas: i32 = 1
const sumsPerComponent: i32 = 2

/** Maximum number of closed components searched for nesting; with more they are pebbles, not shells. */
const maxNestedComponents: i32 = 64
/** Numbers, boxes (minimum and maximum x y z) and nesting of the closed components. */
const closedComponents = memory.data(maxNestedComponents * 4, 4)
const boxes = changetype<Floats>(memory.data(maxNestedComponents * 48, 8))
const hollows = changetype<Bytes>(memory.data(maxNestedComponents))
let closedCount: i32 = 0

/** Minimum compactness to orient an open component by its volume, to tell a body from a bent sheet. */
const minOpenCompactness: f64 = 0.02
const maxOpenBorderRatio: f64 = 0.1

function getCount(number: i32, field: i32): i32 {
  return componentCounts[number * countsPerComponent + field]
}

function getSum(number: i32, field: i32): f64 {
  return componentSums[number * sumsPerComponent + field]
}

function getClosedComponent(at: i32): i32 {
  return load<i32>(closedComponents + ((<usize>at) << 2))
}

/** Adds a triangle to its component's sums; volumes are relative to the component's first vertex. */
function measure(number: i32, triangle: i32): void {
  const reference = corner[getCount(number, firstTriangle) * 3] * 3
  const a = corner[triangle * 3] * 3
  const b = corner[triangle * 3 + 1] * 3
  const c = corner[triangle * 3 + 2] * 3
  const ux = position[b] - position[a]
  const uy = position[b + 1] - position[a + 1]
  const uz = position[b + 2] - position[a + 2]
  const vx = position[c] - position[a]
  const vy = position[c + 1] - position[a + 1]
  const vz = position[c + 2] - position[a + 2]
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  const six =
    nx * (position[a] - position[reference]) +
    ny * (position[a + 1] - position[reference + 1]) +
    nz * (position[a + 2] - position[reference + 2])
  const isOpposite = flipped[triangle]
  componentSums[number * sumsPerComponent + sixVolumes] += isOpposite === 1 ? -six : six
  componentSums[number * sumsPerComponent + twoAreas] += sqrt(nx * nx + ny * ny + nz * nz)
  componentCounts[number * countsPerComponent + opposite] += isOpposite
  componentCounts[number * countsPerComponent + triangles]++
}

/** Traverses a component from its first triangle and marks the triangles wound opposite to it. */
function walk(number: i32, first: i32): void {
  let top = 0
  stack[top++] = first
  component[first] = number
  flipped[first] = 0
  while (top > 0) {
    const triangle = stack[--top]
    measure(number, triangle)
    for (let half = triangle * 3; half < triangle * 3 + 3; half++) {
      if (twin[half] === border) componentCounts[number * countsPerComponent + borders]++
      if (twin[half] < 0) continue
      const neighbour = twin[half] / 3
      if (component[neighbour] >= 0) continue
      component[neighbour] = number
      flipped[neighbour] = isConsistent(half) ? flipped[triangle] : 1 - flipped[triangle]
      stack[top++] = neighbour
    }
  }
}

/** Numbers the components in `component` and sums them up; returns how many there are. */
function findComponents(triangleCount: i32): i32 {
  memory.fill(changetype<usize>(component), 0xff, (<usize>triangleCount) << 2)
  let count = 0
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    if (component[triangle] >= 0) continue
    const counts = count * countsPerComponent
    componentCounts[counts + firstTriangle] = triangle
    componentCounts[counts + triangles] = 0
    componentCounts[counts + opposite] = 0
    componentCounts[counts + borders] = 0
    componentSums[count * sumsPerComponent + sixVolumes] = 0
    componentSums[count * sumsPerComponent + twoAreas] = 0
    walk(count, triangle)
    count++
  }
  return count
}

/** Returns the volume with the source's winding, as determined by the majority of triangles. */
function getSourceVolume(number: i32): f64 {
  const isMostlyOpposite = getCount(number, opposite) * 2 > getCount(number, triangles)
  return isMostlyOpposite ? -getSum(number, sixVolumes) : getSum(number, sixVolumes)
}

/**
 * Finds components that are cavities: closed, inside the box of a larger closed one, and with opposite winding in the
 * source. They stay facing inwards.
 */
function findHollows(triangleCount: i32, componentCount: i32): void {
  let isMixed = false
  for (let number = 0; number < componentCount; number++) {
    if (getCount(number, borders) > 0) continue
    if (closedCount === maxNestedComponents) {
      closedCount = 0
      return
    }
    store<i32>(closedComponents + ((<usize>closedCount) << 2), number)
    hollows[closedCount] = 0
    closedCount++
    if (getSourceVolume(number) > 0 !== getSourceVolume(getClosedComponent(0)) > 0) isMixed = true
  }
  if (!isMixed) {
    closedCount = 0
    return
  }
  computeBoxes(triangleCount)
  for (let inner = 0; inner < closedCount; inner++)
    for (let outer = 0; outer < closedCount; outer++) if (isNested(inner, outer)) hollows[inner] = 1
}

/** Computes the boxes of the closed components. */
function computeBoxes(triangleCount: i32): void {
  for (let closed = 0; closed < closedCount; closed++) {
    for (let axis = 0; axis < 3; axis++) {
      boxes[closed * 6 + axis] = Infinity
      boxes[closed * 6 + 3 + axis] = -Infinity
    }
  }
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const closed = findClosed(component[triangle])
    if (closed < 0) continue
    for (let at = triangle * 3; at < triangle * 3 + 3; at++) {
      for (let axis = 0; axis < 3; axis++) {
        const value = position[corner[at] * 3 + axis]
        boxes[closed * 6 + axis] = min(boxes[closed * 6 + axis], value)
        boxes[closed * 6 + 3 + axis] = max(boxes[closed * 6 + 3 + axis], value)
      }
    }
  }
}

/** Returns the row of a component among the closed ones, which are in order, or -1. */
function findClosed(number: i32): i32 {
  let low = 0
  let high = closedCount
  while (low < high) {
    const pivot = (low + high) >> 1
    if (getClosedComponent(pivot) < number) low = pivot + 1
    else high = pivot
  }
  return low < closedCount && getClosedComponent(low) === number ? low : -1
}

function isNested(inner: i32, outer: i32): bool {
  const innerNumber = getClosedComponent(inner)
  const outerNumber = getClosedComponent(outer)
  if (!(abs(getSum(outerNumber, sixVolumes)) > abs(getSum(innerNumber, sixVolumes)))) return false
  if (getSourceVolume(outerNumber) > 0 === getSourceVolume(innerNumber) > 0) return false
  for (let axis = 0; axis < 3; axis++) {
    if (!(boxes[inner * 6 + axis] > boxes[outer * 6 + axis])) return false
    if (!(boxes[inner * 6 + 3 + axis] < boxes[outer * 6 + 3 + axis])) return false
  }
  return true
}

/** Returns whether a component's first triangle, and with it all of the same winding, must be flipped. */
function shouldFlip(number: i32): bool {
  const area = getSum(number, twoAreas) / 2
  const volume = getSum(number, sixVolumes) / 6
  const borderCount = getCount(number, borders)
  const compactness = abs(volume) / max(area * sqrt(area), 1e-30)
  const isBody =
    borderCount === 0
      ? compactness > 1e-9
      : compactness > minOpenCompactness && <f64>borderCount < <f64>getCount(number, triangles) * maxOpenBorderRatio
  if (!isBody) return getCount(number, opposite) * 2 > getCount(number, triangles)
  const closed = findClosed(number)
  const isHollow = closed >= 0 && hollows[closed] === 1
  return isHollow ? volume > 0 : volume < 0
}

/**
 * Makes the winding of every connected component consistent, facing outwards if it encloses a volume. web-ifc leaves
 * half of its solids with mixed or inward winding (Duplex: 248 of 482 right before, see README for after).
 */
export function repairOrientation(cornerCount: i32): void {
  const triangleCount = cornerCount / 3
  closedCount = 0
  const count = findComponents(triangleCount)
  if (count > 1) findHollows(triangleCount, count)
  // From here on the first count says whether the component's first triangle is flipped.
  for (let number = 0; number < count; number++)
    componentCounts[number * countsPerComponent + firstTriangle] = shouldFlip(number) ? 1 : 0
  for (let triangle = 0; triangle < triangleCount; triangle++)
    if (flipped[triangle] !== getCount(component[triangle], firstTriangle)) flipTriangle(triangle)
}
