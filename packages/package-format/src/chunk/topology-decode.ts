import type { Container } from '../container/container-decode.js'
import { malformed } from '../container/container-layout.js'
import { edgesOfBits, type Topology } from './topology.js'
import { releaseArrays } from '../container/release-arrays.js'
import { decodeVarints } from '../container/varints.js'

interface TopologyRows {
  readonly vertices: Uint32Array
  readonly positions: Uint32Array
  readonly levels: readonly [Uint32Array, Uint32Array, Uint32Array]
  readonly pairs: Uint32Array
  readonly bits: Uint8Array
}

const sumValues = (values: Uint32Array): number => values.reduce((sum, value) => sum + value, 0)

function decodeRows(container: Container, count: number): TopologyRows {
  const varints = (name: string): Uint32Array => decodeVarints(container.column(name, 'u8'), count)
  return {
    vertices: varints('t.vertices'),
    positions: varints('t.places'),
    levels: [varints('t.level0'), varints('t.level1'), varints('t.level2')],
    pairs: varints('t.pairs'),
    bits: container.exactColumn('t.bits', 'u8', count),
  }
}

/**
 * Decodes the position numbers of one topology, from codes where 0 is the next new position and others count back from
 * it.
 */
function decodePositionIndices(codes: Uint32Array, positionCount: number): Uint32Array {
  const positionByVertex = new Uint32Array(codes.length)
  let visitedCount = 0
  codes.forEach((code, vertex) => {
    const position = visitedCount - code
    if (position < 0 || position >= positionCount) throw malformed('place out of range')
    positionByVertex[vertex] = position
    if (position === visitedCount) visitedCount++
  })
  return positionByVertex
}

/**
 * Returns the indices of one topology relative to its own vertices; checked here, because a renderer does not check
 * them.
 */
function ownNumbers(joined: Uint32Array, firstVertex: number, vertexCount: number): Uint32Array {
  const own = new Uint32Array(joined.length)
  for (let at = 0; at < joined.length; at++) {
    own[at] = joined[at] - firstVertex
    if (own[at] >= vertexCount) throw malformed('vertex number out of range')
  }
  return own
}

/** Decodes the topologies of a chunk; throws `RangeError` if malformed. */
export function decodeTopologies(container: Container): Topology[] {
  const count = container.count('topologies')
  const rows = decodeRows(container, count)
  const index = container.column('index', 'u32')
  const bits = container.column('edge.bits', 'u8')
  const pairs = container.column('edge.pairs', 'u32')
  const positionCodes = decodeVarints(container.column('t.place', 'u8'), sumValues(rows.vertices))
  const topologies: Topology[] = []
  const at = { vertex: 0, index: 0, bit: 0, pair: 0 }
  for (let row = 0; row < count; row++) {
    const vertexCount = rows.vertices[row]
    const levelCounts = [rows.levels[0][row], rows.levels[1][row], rows.levels[2][row]] as const
    const cornerCount = levelCounts[0] + levelCounts[1] + levelCounts[2]
    if (levelCounts.some((indices) => indices % 3 !== 0) || at.index + cornerCount > index.length)
      throw malformed('triangles do not add up')
    const indices = ownNumbers(index.subarray(at.index, at.index + cornerCount), at.vertex, vertexCount)
    const bitCount = rows.bits[row] === 1 ? levelCounts[0] / 3 : 0
    const edges =
      rows.bits[row] === 1
        ? edgesOfBits(bits.subarray(at.bit, at.bit + bitCount), indices)
        : ownNumbers(pairs.subarray(at.pair, at.pair + rows.pairs[row]), 0, vertexCount)
    const positionByVertex = decodePositionIndices(
      positionCodes.subarray(at.vertex, at.vertex + vertexCount),
      rows.positions[row],
    )
    topologies.push({ vertexCount, positionCount: rows.positions[row], positionByVertex, indices, levelCounts, edges })
    at.vertex += vertexCount
    at.index += cornerCount
    at.bit += bitCount
    at.pair += rows.bits[row] === 1 ? 0 : rows.pairs[row]
  }
  if (at.index !== index.length || at.bit !== bits.length || at.pair !== pairs.length)
    throw malformed('topologies do not add up')
  releaseArrays([rows, positionCodes])
  return topologies
}
