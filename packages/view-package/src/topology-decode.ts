import type { Container } from './container-decode.js'
import { malformed } from './container-layout.js'
import { edgesOfBits, type Topology } from './topology.js'
import { decodeVarints } from './varints.js'

interface TopologyRows {
  readonly vertices: Uint32Array
  readonly places: Uint32Array
  readonly levels: readonly [Uint32Array, Uint32Array, Uint32Array]
  readonly pairs: Uint32Array
  readonly bits: Uint8Array
}

const sumOf = (values: Uint32Array): number => values.reduce((sum, value) => sum + value, 0)

function decodeRows(container: Container, count: number): TopologyRows {
  const varints = (name: string): Uint32Array => decodeVarints(container.column(name, 'u8'), count)
  return {
    vertices: varints('t.vertices'),
    places: varints('t.places'),
    levels: [varints('t.level0'), varints('t.level1'), varints('t.level2')],
    pairs: varints('t.pairs'),
    bits: container.exactColumn('t.bits', 'u8', count),
  }
}

/** Place numbers of one topology, from codes where 0 is the next new place and others count back from it. */
function decodePlaceOf(codes: Uint32Array, placeCount: number): Uint32Array {
  const placeOf = new Uint32Array(codes.length)
  let met = 0
  codes.forEach((code, vertex) => {
    const place = met - code
    if (place < 0 || place >= placeCount) throw malformed('place out of range')
    placeOf[vertex] = place
    if (place === met) met++
  })
  return placeOf
}

/** Corners of one topology with its own vertex numbers; a renderer trusts them without looking. */
function ownNumbers(joined: Uint32Array, firstVertex: number, vertexCount: number): Uint32Array {
  const own = new Uint32Array(joined.length)
  for (let at = 0; at < joined.length; at++) {
    own[at] = joined[at] - firstVertex
    if (own[at] >= vertexCount) throw malformed('vertex number out of range')
  }
  return own
}

/** Reads the topologies of a chunk; `RangeError` when anything does not fit. */
export function decodeTopologies(container: Container): Topology[] {
  const count = container.count('topologies')
  const rows = decodeRows(container, count)
  const index = container.column('index', 'u32')
  const bits = container.column('edge.bits', 'u8')
  const pairs = container.column('edge.pairs', 'u32')
  const placeCodes = decodeVarints(container.column('t.place', 'u8'), sumOf(rows.vertices))
  const topologies: Topology[] = []
  const at = { vertex: 0, corner: 0, bit: 0, pair: 0 }
  for (let row = 0; row < count; row++) {
    const vertexCount = rows.vertices[row]
    const levelCounts = [rows.levels[0][row], rows.levels[1][row], rows.levels[2][row]] as const
    const cornerCount = levelCounts[0] + levelCounts[1] + levelCounts[2]
    if (levelCounts.some((corners) => corners % 3 !== 0) || at.corner + cornerCount > index.length)
      throw malformed('triangles do not add up')
    const corners = ownNumbers(index.subarray(at.corner, at.corner + cornerCount), at.vertex, vertexCount)
    const bitCount = rows.bits[row] === 1 ? levelCounts[0] / 3 : 0
    const edges =
      rows.bits[row] === 1
        ? edgesOfBits(bits.subarray(at.bit, at.bit + bitCount), corners)
        : ownNumbers(pairs.subarray(at.pair, at.pair + rows.pairs[row]), 0, vertexCount)
    const placeOf = decodePlaceOf(placeCodes.subarray(at.vertex, at.vertex + vertexCount), rows.places[row])
    topologies.push({ vertexCount, placeCount: rows.places[row], placeOf, corners, levelCounts, edges })
    at.vertex += vertexCount
    at.corner += cornerCount
    at.bit += bitCount
    at.pair += rows.bits[row] === 1 ? 0 : rows.pairs[row]
  }
  if (at.corner !== index.length || at.bit !== bits.length || at.pair !== pairs.length)
    throw malformed('topologies do not add up')
  return topologies
}
