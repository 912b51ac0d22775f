import { compareContent } from '../stores/geometry-content.js'
import { loadGeometry } from '../stores/geometry-pool.js'
import type { InstanceStore } from '../stores/instance-store.js'
import type { MeshStore } from '../stores/mesh-store.js'
import { placementNumbers } from '../stores/columns/placement-rows.js'

/**
 * Sorts instance rows by content rather than by the order in which a reader's worker threads delivered them: by node,
 * then geometry, then transform. The same file gives the same package. Yields between nodes.
 */
export function* canonicalInstanceOrder(
  instances: InstanceStore,
  meshes: MeshStore,
  nodeCount: number,
): Generator<void, Uint32Array> {
  const { node } = instances
  const start = new Uint32Array(nodeCount + 1)
  for (const number of node) start[number + 1]++
  for (let number = 0; number < nodeCount; number++) start[number + 1] += start[number]
  const next = start.slice()
  const order = new Uint32Array(node.length)
  node.forEach((number, row) => {
    order[next[number]++] = row
  })
  for (let number = 0; number < nodeCount; number++) {
    if (start[number + 1] - start[number] < 2) continue
    yield
    const rows = order.subarray(start[number], start[number + 1])
    rows.set(sortRows(rows, instances, meshes))
  }
  return order
}

function sortRows(rows: Uint32Array, instances: InstanceStore, meshes: MeshStore): Uint32Array {
  const { mesh, material } = instances
  const { geometryOfMesh, originOfMesh, geometries, contentHashes: hashes } = meshes
  let placements: Float64Array | null = null
  const compareNumbers = (values: Float64Array, one: number, other: number, count: number): number => {
    for (let at = 0; at < count; at++) {
      const difference = values[one * count + at] - values[other * count + at]
      if (difference !== 0) return difference
    }
    return 0
  }
  const compare = (one: number, other: number): number => {
    const [oneMesh, otherMesh] = [mesh[rows[one]], mesh[rows[other]]]
    const [first, second] = [geometryOfMesh[oneMesh], geometryOfMesh[otherMesh]]
    if (first !== second)
      return (
        hashes[first] - hashes[second] ||
        compareContent(loadGeometry(geometries[first]), loadGeometry(geometries[second]))
      )
    placements ??= instances.gatherPlacements(rows)
    return (
      compareNumbers(placements, one, other, placementNumbers) ||
      compareNumbers(originOfMesh, oneMesh, otherMesh, 3) ||
      material[rows[one]] - material[rows[other]]
    )
  }
  return Uint32Array.from(rows.keys())
    .sort(compare)
    .map((index) => rows[index])
}
