import { mapConversionSearch } from '../model/georeference.js'
import { encodeText, indexOf, stepFile } from '@kamar/codecs/part21/testing'
import { FileBytes } from '@kamar/codecs/part21'
import { IfcFile } from '../model/ifc-file.js'

export { encodeText, indexOf, listNumbers, stepFile } from '@kamar/codecs/part21/testing'

/** Parses a file with these statements. */
export function parseIfc(rows: string, schema?: string): IfcFile {
  const bytes = encodeText(stepFile(schema === undefined ? { rows } : { rows, schema }))
  return new IfcFile(new FileBytes(bytes), indexOf(bytes, { search: mapConversionSearch }))
}

/** Returns the row of a statement number; throws when it is missing. */
export function requireRow(file: IfcFile, id: number): number {
  const row = file.index.findRow(id)
  if (row < 0) throw new Error(`No statement #${id} in the test file`)
  return row
}

/** Lists the statement numbers of rows. */
export function listIds(file: IfcFile, rows: Iterable<number>): number[] {
  return Array.from(rows, (row) => (row < 0 ? -1 : file.index.getId(row)))
}
