import { FileBytes } from '../file-bytes.js'
import { StepIndexer, type IndexOptions, type StepIndex } from '../step-index.js'

/** Builds a complete STEP file around statements. */
export function stepFile(input: { readonly rows: string; readonly schema?: string }): string {
  const { rows, schema = 'IFC4' } = input
  return [
    'ISO-10303-21;',
    'HEADER;',
    "FILE_DESCRIPTION((''),'2;1');",
    "FILE_NAME('','',(''),(''),'','','');",
    `FILE_SCHEMA(('${schema}'));`,
    'ENDSEC;',
    'DATA;',
    rows.trim(),
    'ENDSEC;',
    'END-ISO-10303-21;',
    '',
  ].join('\n')
}

/** Encodes a text as UTF-8. */
export function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Encodes a text of characters below 256, one byte each. */
export function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'latin1'))
}

/** Lists the statement numbers of an index, by row. */
export function listNumbers(index: StepIndex): number[] {
  return Array.from({ length: index.count }, (_, row) => index.getId(row))
}

/** Builds the index of bytes in slices of `sliceBytes`. */
export function indexOf(
  bytes: Uint8Array,
  { sliceBytes = Infinity, ...options }: IndexOptions & { readonly sliceBytes?: number } = {},
): StepIndex {
  const indexer = new StepIndexer(new FileBytes(bytes), options)
  while (!indexer.advance(indexer.position + sliceBytes));
  return indexer.result()
}
