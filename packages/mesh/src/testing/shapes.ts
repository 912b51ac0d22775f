import type { MeshInput } from '@kamar/core'

type Point = readonly [number, number, number]

const boxFaces = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
]

/** Creates a closed box, faces outward, eight shared vertices. */
export function box(min: Point, max: Point): MeshInput {
  const positions = Array.from({ length: 8 }, (_, corner) => [
    (corner & 1) === 0 ? min[0] : max[0],
    (corner & 2) === 0 ? min[1] : max[1],
    (corner & 4) === 0 ? min[2] : max[2],
  ])
  const indices = boxFaces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])
  return { positions: Float32Array.from(positions.flat()), indices: Uint32Array.from(indices) }
}

/** Creates a closed cylinder along z, with its two caps as fans. */
export function cylinder(radius: number, height: number, segments: number): MeshInput {
  const positions: number[] = [0, 0, 0, 0, 0, height]
  for (let segment = 0; segment < segments; segment++) {
    const angle = (2 * Math.PI * segment) / segments
    positions.push(radius * Math.cos(angle), radius * Math.sin(angle), 0)
    positions.push(radius * Math.cos(angle), radius * Math.sin(angle), height)
  }
  const indices: number[] = []
  for (let segment = 0; segment < segments; segment++) {
    const low = 2 + segment * 2
    const nextLow = 2 + ((segment + 1) % segments) * 2
    indices.push(low, nextLow, nextLow + 1, low, nextLow + 1, low + 1)
    indices.push(0, nextLow, low, 1, low + 1, nextLow + 1)
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

/** Creates a sphere of rings and segments: closed, curved everywhere, with many triangles to simplify. */
export function sphere(radius: number, rings: number): MeshInput {
  const segments = rings * 2
  const positions: number[] = [0, 0, radius, 0, 0, -radius]
  const at = (ring: number, segment: number): number => 2 + (ring - 1) * segments + (segment % segments)
  for (let ring = 1; ring < rings; ring++) {
    const polar = (Math.PI * ring) / rings
    for (let segment = 0; segment < segments; segment++) {
      const azimuth = (2 * Math.PI * segment) / segments
      positions.push(
        radius * Math.sin(polar) * Math.cos(azimuth),
        radius * Math.sin(polar) * Math.sin(azimuth),
        radius * Math.cos(polar),
      )
    }
  }
  const indices: number[] = []
  for (let segment = 0; segment < segments; segment++) {
    indices.push(0, at(1, segment), at(1, segment + 1), 1, at(rings - 1, segment + 1), at(rings - 1, segment))
    for (let ring = 1; ring < rings - 1; ring++) {
      indices.push(at(ring, segment), at(ring + 1, segment), at(ring + 1, segment + 1))
      indices.push(at(ring, segment), at(ring + 1, segment + 1), at(ring, segment + 1))
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

/** Merges two meshes, vertices not shared. */
export function merge(first: MeshInput, second: MeshInput): MeshInput {
  const shift = first.positions.length / 3
  return {
    positions: Float32Array.from([...first.positions, ...second.positions]),
    indices: Uint32Array.from([...first.indices, ...second.indices.map((index) => index + shift)]),
  }
}

/** Reverses the winding of the triangles; only of those selected by `which`. */
export function flip(mesh: MeshInput, which: (triangle: number) => boolean = () => true): MeshInput {
  const indices = mesh.indices.slice()
  for (let at = 0; at < indices.length; at += 3) {
    if (!which(at / 3)) continue
    const swap = indices[at + 1]
    indices[at + 1] = indices[at + 2]
    indices[at + 2] = swap
  }
  return { ...mesh, indices }
}

/** Scales the positions, then translates them. */
export function transform(mesh: MeshInput, by: Point, factor = 1): MeshInput {
  return { ...mesh, positions: Float32Array.from(mesh.positions, (value, at) => value * factor + by[at % 3]) }
}

/** Gives every triangle its own vertices, like kernels without an index. */
export function unshared(mesh: MeshInput): MeshInput {
  const positions = Float32Array.from(
    [...mesh.indices].flatMap((index) => [...mesh.positions.subarray(index * 3, index * 3 + 3)]),
  )
  return { positions, indices: Uint32Array.from(mesh.indices, (_, at) => at) }
}
