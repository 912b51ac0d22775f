import { decodeContainer } from '../container/container-decode.js'

/** Returns the path of a sheet's fingerprints, beside its `sheet.json`. */
export const sheetFingerprintsPath = (sheetPath: string): string => sheetPath.replace(/[^/]*$/, 'prints.bin')

/**
 * Decodes `prints.bin`: two words per entity, a hash of its appearance. Throws `RangeError` if they belong to another
 * sheet.
 */
export function decodeSheetFingerprints(bytes: Uint8Array, entities: number): Uint32Array {
  return decodeContainer(bytes).exactColumn('print', 'u32', entities * 2)
}
