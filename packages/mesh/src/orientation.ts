import { isConsistent, flipTriangle, twinKind } from './edges/half-edges.js'
import type { Workspace } from './workspace.js'

/** Connected component of a mesh: triangles reachable over edges with exactly two triangles. */
interface Component {
  readonly number: number
  readonly first: number
  triangles: number
  /** Number of triangles wound opposite to the first one. */
  flipped: number
  /**
   * Six times the enclosed volume in cubic metres with all triangles wound like the first one: positive when they face
   * outwards.
   */
  sixVolumes: number
  /** Twice the area in square metres. */
  twoAreas: number
  borders: number
}

/** Adds a triangle to its component's sums; volumes are relative to the component's first vertex. */
function measure(workspace: Workspace, component: Component, triangle: number): void {
  const { corner, position } = workspace
  const reference = corner[component.first * 3] * 3
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
  const against = workspace.flipped[triangle]
  component.sixVolumes += against === 1 ? -six : six
  component.twoAreas += Math.sqrt(nx * nx + ny * ny + nz * nz)
  component.flipped += against
  component.triangles++
}

/** Traverses one component from its first triangle and marks the triangles wound opposite to it. */
function walk(workspace: Workspace, part: Component): void {
  const { twin, stack, component, flipped } = workspace
  let top = 0
  stack[top++] = part.first
  component[part.first] = part.number
  flipped[part.first] = 0
  while (top > 0) {
    const triangle = stack[--top]
    measure(workspace, part, triangle)
    for (let half = triangle * 3; half < triangle * 3 + 3; half++) {
      if (twin[half] === twinKind.border) part.borders++
      if (twin[half] < 0) continue
      const neighbour = (twin[half] / 3) | 0
      if (component[neighbour] >= 0) continue
      component[neighbour] = part.number
      flipped[neighbour] = isConsistent(workspace, half) ? flipped[triangle] : 1 - flipped[triangle]
      stack[top++] = neighbour
    }
  }
}

function findComponents(workspace: Workspace, triangleCount: number): Component[] {
  const { component } = workspace
  component.fill(-1, 0, triangleCount)
  const components: Component[] = []
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    if (component[triangle] >= 0) continue
    const part = {
      number: components.length,
      first: triangle,
      triangles: 0,
      flipped: 0,
      sixVolumes: 0,
      twoAreas: 0,
      borders: 0,
    }
    walk(workspace, part)
    components.push(part)
  }
  return components
}

type Bounds = readonly [least: Float64Array, most: Float64Array]

function computeBounds(workspace: Workspace, triangleCount: number, components: readonly Component[]): Bounds[] {
  const bounds: Bounds[] = components.map(() => [
    new Float64Array(3).fill(Infinity),
    new Float64Array(3).fill(-Infinity),
  ])
  const { corner, position, component } = workspace
  for (let at = 0; at < triangleCount * 3; at++) {
    const [min, max] = bounds[component[(at / 3) | 0]]
    for (let axis = 0; axis < 3; axis++) {
      const value = position[corner[at] * 3 + axis]
      min[axis] = Math.min(min[axis], value)
      max[axis] = Math.max(max[axis], value)
    }
  }
  return bounds
}

const isInside = (inner: Bounds, outer: Bounds): boolean =>
  [0, 1, 2].every((axis) => inner[0][axis] > outer[0][axis] && inner[1][axis] < outer[1][axis])

/** Computes the volume with the source's winding, as determined by the majority of triangles. */
const sourceVolume = (component: Component): number =>
  component.flipped * 2 > component.triangles ? -component.sixVolumes : component.sixVolumes

/** Maximum number of closed components searched for nesting; with more they are pebbles, not shells. */
const maxNestedComponents = 64

/**
 * Returns the numbers of components that are cavities: closed, inside the box of a larger closed one, and with opposite
 * winding in the source. They stay facing inwards.
 */
function findHollows(workspace: Workspace, triangleCount: number, components: readonly Component[]): Set<number> {
  const hollows = new Set<number>()
  const closed = components.filter((component) => component.borders === 0)
  const mixed = closed.some((component) => sourceVolume(component) > 0 !== sourceVolume(closed[0]) > 0)
  if (!mixed || closed.length > maxNestedComponents) return hollows
  const bounds = computeBounds(workspace, triangleCount, components)
  for (const inner of closed) {
    const isHollow = closed.some(
      (outer) =>
        Math.abs(outer.sixVolumes) > Math.abs(inner.sixVolumes) &&
        sourceVolume(outer) > 0 !== sourceVolume(inner) > 0 &&
        isInside(bounds[inner.number], bounds[outer.number]),
    )
    if (isHollow) hollows.add(inner.number)
  }
  return hollows
}

/** Minimum compactness to orient an open component by its volume, to tell a body from a bent sheet. */
const minOpenCompactness = 0.02
const maxOpenBorderRatio = 0.1

/** Returns whether a component's first triangle, and with it all of the same winding, must be flipped. */
function shouldFlip(component: Component, hollow: boolean): boolean {
  const area = component.twoAreas / 2
  const volume = component.sixVolumes / 6
  const compactness = Math.abs(volume) / Math.max(area * Math.sqrt(area), 1e-30)
  const isBody =
    component.borders === 0
      ? compactness > 1e-9
      : compactness > minOpenCompactness && component.borders < component.triangles * maxOpenBorderRatio
  if (isBody) return hollow ? volume > 0 : volume < 0
  return component.flipped * 2 > component.triangles
}

/**
 * Makes the winding of every connected component consistent, facing outwards if it encloses a volume. web-ifc leaves
 * half of its solids with mixed or inward winding (Duplex: 248 of 482 right before, see README for after).
 */
export function repairOrientation(workspace: Workspace, cornerCount: number): void {
  const triangleCount = cornerCount / 3
  const components = findComponents(workspace, triangleCount)
  const hollows = components.length > 1 ? findHollows(workspace, triangleCount, components) : new Set<number>()
  const flips = components.map((component) => shouldFlip(component, hollows.has(component.number)))
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const against = workspace.flipped[triangle] === 1
    if (against !== flips[workspace.component[triangle]]) flipTriangle(workspace, triangle)
  }
}
