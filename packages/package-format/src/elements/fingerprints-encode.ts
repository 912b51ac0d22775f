import { encodeContainer } from '../container/container-encode.js'
import type { SectionInput } from '../container/container-layout.js'
import type { FingerprintsInput } from './fingerprints.js'
import { encodeFirstUses, StringTableBuilder } from '../container/string-table.js'
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
  const rows = new StringTableBuilder()
  const rowOf = new Uint32Array(fingerprints.count)
  for (let element = 0; element < fingerprints.count; element++) {
    const box = fingerprints.box.subarray(element * 6, element * 6 + 6)
    const row = [
      fingerprints.shape[element],
      fingerprints.orientation[element],
      box[3] - box[0],
      box[4] - box[1],
      box[5] - box[2],
      shortFloat(fingerprints.area[element]),
      shortFloat(fingerprints.volume[element]),
    ]
    rowOf[element] = rows.indexOf(row.join(' '))
  }
  const table = rows.texts.map((text) => text.split(' ').map(Number))
  const column = (field: number): number[] => table.map((row) => row[field] ?? 0)
  const orientations = new StringTableBuilder()
  const orientationOfRow = column(1).map((orientation) => orientations.indexOf(String(orientation)))
  return {
    rows: table.length,
    sections: [
      { name: 'e.row', data: encodeFirstUses(rowOf) },
      { name: 'r.shape', data: Uint32Array.from(column(0)) },
      { name: 'orientation', data: Uint32Array.from(orientations.texts.map(Number)) },
      { name: 'r.orientation', data: encodeFirstUses(orientationOfRow) },
      ...[2, 3, 4].map((field) => ({ name: `r.size${field - 2}`, data: encodeVarints(column(field)) })),
      { name: 'r.area', data: bytePlanes(column(5)) },
      { name: 'r.volume', data: bytePlanes(column(6)) },
    ],
  }
}

/** Splits 24-bit numbers into three byte planes, high bytes first. */
function bytePlanes(values: readonly number[]): Uint8Array {
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
  const sets = new StringTableBuilder()
  const setOf = Uint32Array.from(fingerprints.properties, (hash) => sets.indexOf(String(hash)))
  return encodeContainer({ elements: fingerprints.count, rows: shapes.rows }, [
    ...shapes.sections,
    ...[0, 1, 2].map((axis) => ({ name: `e.corner${axis}`, data: encodeBoxMin(fingerprints, axis) })),
    { name: 'properties', data: Uint32Array.from(sets.texts.map(Number)) },
    { name: 'e.properties', data: encodeFirstUses(setOf) },
  ])
}
