import { compareSheets, type SheetComparison, type SheetVersion } from '@kamar/comparison'
import {
  decodeSheetEntities,
  decodeSheetFills,
  decodeSheetLines,
  decodeSheetFingerprints,
  decodeSheetTexts,
  type SheetInfo,
} from '@kamar/package-format/sheets'

/** Fetched files of one version of a sheet. */
export interface SheetFilesRead {
  readonly info: SheetInfo
  readonly lines: readonly Uint8Array[]
  readonly fills: Uint8Array | null
  readonly textBytes: Uint8Array | null
  readonly entities: Uint8Array
  readonly fingerprints: Uint8Array | null
}

export interface SheetsToCompare {
  readonly older: SheetFilesRead | null
  readonly newer: SheetFilesRead | null
}

/** Decodes both versions and compares them. Throws `RangeError` for damaged files. */
export function compareSheetFiles({ older, newer }: SheetsToCompare): SheetComparison {
  return compareSheets(older && decode(older), newer && decode(newer))
}

function decode({ info, lines, fills, textBytes, entities, fingerprints }: SheetFilesRead): SheetVersion {
  const decoded = decodeSheetEntities(entities, info.layers.length)
  return {
    info,
    lines: lines.map((bytes) => decodeSheetLines(bytes, info)),
    fills: fills && decodeSheetFills(fills, info),
    texts: textBytes && decodeSheetTexts(textBytes, info),
    entities: decoded,
    fingerprints: fingerprints && decodeSheetFingerprints(fingerprints, decoded.count),
  }
}
