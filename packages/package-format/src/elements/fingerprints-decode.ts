import { decodeContainer, type Container } from '../container/container-decode.js'
import { mixHash, type Fingerprints } from './fingerprints.js'
import { decodeFirstUses } from '../container/string-table.js'
import { decodeDeltas, decodeVarints } from '../container/varints.js'

function shortFloats(container: Container, name: string, rows: number): Float32Array {
  const planes = container.exactColumn(name, 'u8', rows * 3)
  const bits = new Uint32Array(rows)
  for (let row = 0; row < rows; row++)
    bits[row] = ((planes[row] << 24) | (planes[rows + row] << 16) | (planes[rows * 2 + row] << 8)) >>> 0
  return new Float32Array(bits.buffer)
}

function lookUp(container: Container, name: string, count: number): Uint32Array {
  const table = container.column(name.split('.')[1] ?? name, 'u32')
  return decodeFirstUses(container.column(name, 'u8'), count, table.length).map((row) => table[row])
}

function decodeBoxes(container: Container, rowOf: Uint32Array, rows: number): Int32Array {
  const box = new Int32Array(rowOf.length * 6)
  for (let axis = 0; axis < 3; axis++) {
    const least = decodeDeltas(container.column(`e.corner${axis}`, 'u8'), rowOf.length)
    const size = decodeVarints(container.column(`r.size${axis}`, 'u8'), rows)
    for (let element = 0; element < rowOf.length; element++) {
      box[element * 6 + axis] = least[element]
      box[element * 6 + 3 + axis] = least[element] + size[rowOf[element]]
    }
  }
  return box
}

function placementHash(shape: number, orientation: number, box: Int32Array): number {
  if (shape === 0) return 0
  return mixHash(mixHash(mixHash(orientation, box[0]), box[1]), box[2])
}

/** Decodes `fingerprints.bin`; throws `RangeError` if malformed. */
export function decodeFingerprints(bytes: Uint8Array): Fingerprints {
  const container = decodeContainer(bytes)
  const count = container.count('elements')
  const rows = container.count('rows')
  const rowOf = decodeFirstUses(container.column('e.row', 'u8'), count, rows)
  const shapes = container.exactColumn('r.shape', 'u32', rows)
  const orientations = lookUp(container, 'r.orientation', rows)
  const areas = shortFloats(container, 'r.area', rows)
  const volumes = shortFloats(container, 'r.volume', rows)
  const shape = rowOf.map((row) => shapes[row])
  const orientation = rowOf.map((row) => orientations[row])
  const box = decodeBoxes(container, rowOf, rows)
  return {
    count,
    shape,
    orientation,
    properties: lookUp(container, 'e.properties', count),
    box,
    area: Float32Array.from(rowOf, (row) => areas[row]),
    volume: Float32Array.from(rowOf, (row) => volumes[row]),
    placement: shape.map((hash, element) =>
      placementHash(hash, orientation[element], box.subarray(element * 6, element * 6 + 3)),
    ),
  }
}
