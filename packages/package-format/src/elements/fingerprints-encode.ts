import { encodeContainer } from '../container/container-encode.js'
import type { SectionInput } from '../container/container-layout.js'
import type { FingerprintsInput } from './fingerprints.js'
import { RowTable } from '../container/row-table.js'
import { encodeFirstUses } from '../container/string-table.js'
import { encodeDeltas, encodeVarints } from '../container/varints.js'

const floatBits = new Uint32Array(1)
const floatValue = new Float32Array(floatBits.buffer)

/**
 * Returns the upper 24 bits of the nearest float with 15 bits of mantissa: four digits are enough to detect a change.
 */
function shortFloat(value: number): number {
  floatValue[0] = value
  return Number.isNaN(value) ? 0x7fc000 : (floatBits[0] + 0x80) >>> 8
}

/** Elements of one shape share hash, size, area and volume; they are stored once, as a row of this table. */
function shapeTable(fingerprints: FingerprintsInput): { sections: SectionInput[]; rows: number } {
  const table = new RowTable(7)
  const rowOf = new Uint32Array(fingerprints.count)
  for (let element = 0; element < fingerprints.count; element++) {
    const box = fingerprints.box.subarray(element * 6, element * 6 + 6)
    rowOf[element] = table.indexOf(
      fingerprints.shape[element],
      fingerprints.orientation[element],
      box[3] - box[0],
      box[4] - box[1],
      box[5] - box[2],
      shortFloat(fingerprints.area[element]),
      shortFloat(fingerprints.volume[element]),
    )
  }
  const orientations = new RowTable(1)
  const orientationOfRow = table.column(1).map((orientation) => orientations.indexOf(orientation))
  return {
    rows: table.count,
    sections: [
      { name: 'e.row', data: encodeFirstUses(rowOf) },
      { name: 'r.shape', data: table.column(0) },
      { name: 'orientation', data: orientations.column(0) },
      { name: 'r.orientation', data: encodeFirstUses(orientationOfRow) },
      ...[2, 3, 4].map((field) => ({ name: `r.size${field - 2}`, data: encodeVarints(table.column(field)) })),
      { name: 'r.area', data: bytePlanes(table.column(5)) },
      { name: 'r.volume', data: bytePlanes(table.column(6)) },
    ],
  }
}

/** Splits 24-bit numbers into three byte planes, high bytes first. */
function bytePlanes(values: Uint32Array): Uint8Array {
  const out = new Uint8Array(values.length * 3)
  values.forEach((value, row) => {
    out[row] = value >>> 16
    out[values.length + row] = value >>> 8
    out[values.length * 2 + row] = value
  })
  return out
}

function encodeBoxMin(fingerprints: FingerprintsInput, axis: number): Uint8Array {
  const values = new Int32Array(fingerprints.count)
  for (let element = 0; element < fingerprints.count; element++) values[element] = fingerprints.box[element * 6 + axis]
  return encodeDeltas(values)
}

/** Encodes `fingerprints.bin` (before brotli). */
export function encodeFingerprints(fingerprints: FingerprintsInput): Uint8Array {
  const shapes = shapeTable(fingerprints)
  const sets = new RowTable(1)
  const setOf = Uint32Array.from(fingerprints.properties, (hash) => sets.indexOf(hash))
  return encodeContainer({ elements: fingerprints.count, rows: shapes.rows }, [
    ...shapes.sections,
    ...[0, 1, 2].map((axis) => ({ name: `e.corner${axis}`, data: encodeBoxMin(fingerprints, axis) })),
    { name: 'properties', data: sets.column(0) },
    { name: 'e.properties', data: encodeFirstUses(setOf) },
  ])
}
