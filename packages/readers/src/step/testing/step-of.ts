import { StepIndexer } from '../../shared/part21/step-index.js'
import { StepFile } from '../step-file.js'

/** A whole STEP text around statements. */
export function stepText(rows: string, schema = 'AUTOMOTIVE_DESIGN'): string {
  return `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('${schema}'));\nENDSEC;\nDATA;\n${rows.trim()}\nENDSEC;\nEND-ISO-10303-21;\n`
}

/** The bytes of a text, UTF-8. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** An opened file with these statements. */
export function stepOf(rows: string): StepFile {
  const bytes = bytesOf(stepText(rows))
  const indexer = new StepIndexer(bytes, { complexInstances: true })
  while (!indexer.advance(bytes.length));
  return new StepFile(bytes, indexer.result())
}

/** The row of a statement number. */
export const rowOf = (file: StepFile, id: number): number => file.index.rowOf(id)
