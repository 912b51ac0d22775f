import { decodeContainer } from '../container-decode.js'

/** Path of the prints of a sheet, beside its `sheet.json`. */
export const sheetFingerprintsPath = (sheetPath: string): string => sheetPath.replace(/[^/]*$/, 'prints.bin')

/** Reads `prints.bin`: two words per entity over what it looks like. `RangeError` when they are of another sheet. */
export function decodeSheetFingerprints(bytes: Uint8Array, entities: number): Uint32Array {
  return decodeContainer(bytes).exactColumn('print', 'u32', entities * 2)
}
