import { encodeText, stepFile } from '@kamar/codecs/part21/testing'
import { FileBytes, StepIndexer } from '@kamar/codecs/part21'
import { StepFile } from '../step-file.js'

export { encodeText }

/** Builds a complete STEP text around statements. */
export const stepText = (rows: string, schema = 'AUTOMOTIVE_DESIGN'): string => stepFile({ rows, schema })

/** Opens a file with these statements. */
export function parseStep(rows: string): StepFile {
  const bytes = new FileBytes(encodeText(stepText(rows)))
  const indexer = new StepIndexer(bytes, { complexInstances: true })
  while (!indexer.advance(bytes.length));
  return new StepFile(bytes, indexer.result())
}

/** Returns the row of a statement number. */
export const rowOf = (file: StepFile, id: number): number => file.index.findRow(id)
