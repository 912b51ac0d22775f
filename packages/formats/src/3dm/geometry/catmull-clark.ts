import { edgeKey, type ControlNet } from './control-net.js'

type Triple = [number, number, number]

/** Edge with its faces. */
interface Edge {
  readonly ends: readonly [number, number]
  readonly faces: number[]
  readonly sharpness: number
  /** Index of its midpoint in the next net. */
  readonly midpoint: number
}

/**
 * Performs one Catmull–Clark step with creases (DeRose, Kass and Truong): borders and creases follow the rule of cubic
 * curves, edges of finite sharpness do so for as many steps, corners stay fixed.
 */
export function subdivide(net: ControlNet): ControlNet {
  const edges = computeEdges(net)
  const vertexCount = net.points.length / 3
  const points = new Float64Array(3 * (vertexCount + edges.size + net.faces.length))
  const set = (number: number, [x, y, z]: Triple): void => points.set([x, y, z], 3 * number)
  const firstFace = vertexCount + edges.size
  const centers = net.faces.map((face) => mean(face.map((vertex) => pointOf(net, vertex))))
  for (const [number, center] of centers.entries()) set(firstFace + number, center)
  for (const edge of edges.values()) set(edge.midpoint, edgePoint(net, edge, centers))
  const around = neighbourhoods(net, edges)
  for (let vertex = 0; vertex < vertexCount; vertex++)
    set(vertex, vertexPoint(net, { vertex, centers, ...around[vertex] }))
  return {
    points,
    faces: net.faces.flatMap((face, number) => splitIntoQuads(face, { edges, center: firstFace + number })),
    sharpness: nextSharpness(edges),
    corners: net.corners,
  }
}

/** Subdivides the net `steps` times. */
export function subdivided(net: ControlNet, steps: number): ControlNet {
  let finer = net
  for (let step = 0; step < steps; step++) finer = subdivide(finer)
  return finer
}

const pointOf = ({ points }: ControlNet, vertex: number): Triple => [
  points[3 * vertex],
  points[3 * vertex + 1],
  points[3 * vertex + 2],
]

function mean(points: readonly Triple[]): Triple {
  const sum = weighted(points.map((point) => [point, 1 / points.length]))
  return sum
}

function weighted(parts: readonly (readonly [Triple, number])[]): Triple {
  const sum: Triple = [0, 0, 0]
  for (const [point, weight] of parts) for (const axis of [0, 1, 2]) sum[axis] += point[axis] * weight
  return sum
}

function computeEdges(net: ControlNet): Map<number, Edge> {
  const edges = new Map<number, Edge>()
  const vertexCount = net.points.length / 3
  for (const [number, face] of net.faces.entries()) {
    for (const [index, a] of face.entries()) {
      const b = face[(index + 1) % face.length]
      const key = edgeKey(a, b)
      const match = edges.get(key)
      if (match) match.faces.push(number)
      else {
        const sharpness = net.sharpness.get(key) ?? 0
        edges.set(key, { ends: [a, b], faces: [number], sharpness, midpoint: vertexCount + edges.size })
      }
    }
  }
  return edges
}

/** Returns the sharpness of an edge: borders are creases, and so are edges with more than two faces. */
const sharpnessOf = ({ faces, sharpness }: Edge): number => (faces.length === 2 ? sharpness : Infinity)

function edgePoint(net: ControlNet, edge: Edge, centers: readonly Triple[]): Triple {
  const [a, b] = edge.ends.map((end) => pointOf(net, end))
  const sharp = mean([a, b])
  const share = Math.min(1, sharpnessOf(edge))
  if (share === 1) return sharp
  const smooth = mean([a, b, centers[edge.faces[0]], centers[edge.faces[1]]])
  return weighted([
    [sharp, share],
    [smooth, 1 - share],
  ])
}

interface Neighbourhood {
  readonly edges: Edge[]
  readonly faces: number[]
}

function neighbourhoods(net: ControlNet, edges: ReadonlyMap<number, Edge>): Neighbourhood[] {
  const around: Neighbourhood[] = Array.from({ length: net.points.length / 3 }, () => ({ edges: [], faces: [] }))
  for (const edge of edges.values()) for (const end of edge.ends) around[end].edges.push(edge)
  for (const [number, face] of net.faces.entries()) for (const vertex of face) around[vertex].faces.push(number)
  return around
}

interface VertexSite extends Neighbourhood {
  readonly vertex: number
  readonly centers: readonly Triple[]
}

function vertexPoint(net: ControlNet, site: VertexSite): Triple {
  const own = pointOf(net, site.vertex)
  const sharp = site.edges.filter((edge) => sharpnessOf(edge) > 0)
  if (net.corners.has(site.vertex) || sharp.length > 2 || site.faces.length === 0) return own
  const smooth = (): Triple => smoothPoint(net, site, own)
  // A single sharp edge ends here: the surface is smooth around its end.
  if (sharp.length < 2) return smooth()
  const far = sharp.map((edge) => pointOf(net, otherEnd(edge, site.vertex)))
  const creased = weighted([
    [own, 3 / 4],
    [far[0], 1 / 8],
    [far[1], 1 / 8],
  ])
  const share = Math.min(1, (sharpnessOf(sharp[0]) + sharpnessOf(sharp[1])) / 2)
  if (share === 1) return creased
  return weighted([
    [creased, share],
    [smooth(), 1 - share],
  ])
}

function smoothPoint(net: ControlNet, { vertex, centers, edges, faces }: VertexSite, own: Triple): Triple {
  const valence = edges.length
  const faceMean = mean(faces.map((face) => centers[face]))
  const midpointMean = mean(edges.map((edge) => mean([own, pointOf(net, otherEnd(edge, vertex))])))
  return weighted([
    [faceMean, 1 / valence],
    [midpointMean, 2 / valence],
    [own, (valence - 3) / valence],
  ])
}

const otherEnd = ({ ends }: Edge, vertex: number): number => (ends[0] === vertex ? ends[1] : ends[0])

function splitIntoQuads(
  face: readonly number[],
  { edges, center }: { edges: ReadonlyMap<number, Edge>; center: number },
): number[][] {
  const getMidpoint = (a: number, b: number): number => edges.get(edgeKey(a, b))?.midpoint ?? a
  return face.map((vertex, index) => {
    const next = face[(index + 1) % face.length]
    const previous = face[(index + face.length - 1) % face.length]
    return [vertex, getMidpoint(vertex, next), center, getMidpoint(previous, vertex)]
  })
}

function nextSharpness(edges: ReadonlyMap<number, Edge>): Map<number, number> {
  const sharpness = new Map<number, number>()
  for (const edge of edges.values()) {
    const left = edge.sharpness - 1
    if (left > 0) for (const end of edge.ends) sharpness.set(edgeKey(end, edge.midpoint), left)
  }
  return sharpness
}
