import { compareContent } from '../stores/geometry-content.js'
import type { InstanceStore } from '../stores/instance-store.js'
import type { MeshStore } from '../stores/mesh-store.js'

/**
 * Sorts instance rows by content rather than by the order in which a reader's worker threads delivered them: by node,
 * then geometry, then transform. The same file gives the same package.
 */
export function canonicalInstanceOrder(instances: InstanceStore, meshes: MeshStore, nodeCount: number): Uint32Array {
  const { node } = instances
  const start = new Uint32Array(nodeCount + 1)
  for (const number of node) start[number + 1]++
  for (let number = 0; number < nodeCount; number++) start[number + 1] += start[number]
  const next = start.slice()
  const order = new Uint32Array(node.length)
  node.forEach((number, row) => {
    order[next[number]++] = row
  })
  const compare = instanceComparator(instances, meshes)
  for (let number = 0; number < nodeCount; number++) {
    if (start[number + 1] - start[number] > 1) order.subarray(start[number], start[number + 1]).sort(compare)
  }
  return order
}

function instanceComparator(instances: InstanceStore, meshes: MeshStore): (one: number, other: number) => number {
  const { mesh, placement, material } = instances
  const { geometryOfMesh, originOfMesh, geometries } = meshes
  const hashes = meshes.contentHashes.view()
  const compareNumbers = (values: Float64Array, one: number, other: number, count: number): number => {
    for (let at = 0; at < count; at++) {
      const difference = values[one + at] - values[other + at]
      if (difference !== 0) return difference
    }
    return 0
  }
  return (one, other) => {
    const first = geometryOfMesh[mesh[one]]
    const second = geometryOfMesh[mesh[other]]
    if (first !== second) return hashes[first] - hashes[second] || compareContent(geometries[first], geometries[second])
    return (
      compareNumbers(placement, one * 12, other * 12, 12) ||
      compareNumbers(originOfMesh, mesh[one] * 3, mesh[other] * 3, 3) ||
      material[one] - material[other]
    )
  }
}
