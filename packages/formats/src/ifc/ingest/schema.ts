import { TranslationError } from '@kamar/core'
import { descriptor } from '../descriptor.js'
import type { StepIndex } from '@kamar/codecs/part21'

/** The schema of a file and the one used to read it. */
export interface Schema {
  /** As the file states it. */
  readonly declared: string
  /** The one of three schemas used to read it. */
  readonly readAs: 'IFC2X3' | 'IFC4' | 'IFC4X3'
  /** True when the two differ so much that content may be missing. */
  readonly isApproximate: boolean
}

const advice = 'IFC 2x3, IFC 4 or IFC 4.3 (STEP, .ifc)'

/** Reads the schema from the file's header; throws `not-this-format` for a STEP file that is not IFC. */
export function readSchema(index: StepIndex): Schema {
  const header = index.header.get('FILE_SCHEMA') ?? ''
  const declared = (/'\s*([^']*?)\s*'/.exec(header)?.[1] ?? '').toUpperCase()
  if (declared !== '' && !declared.startsWith('IFC')) {
    throw new TranslationError({
      code: 'not-this-format',
      details: { expected: descriptor.name, detected: `STEP (${declared})` },
    })
  }
  const readAs = nearestSchema(declared)
  if (readAs === null)
    throw new TranslationError({ code: 'unsupported-version', details: { version: declared, advice } })
  return { declared, readAs, isApproximate: !exactSchemas.test(declared) }
}

const exactSchemas = /^(IFC2X3(_TC1|_FINAL)?|IFC4(_ADD1|_ADD2|_ADD2_TC1)?|IFC4X3(_ADD1|_ADD2|_TC1)?)$/

/**
 * Returns the nearest schema: IFC 2x and 2x2 are read as 2x3, the drafts 4x1 and 4x2 as 4x3, release candidates as
 * their final release. A header without a schema is read as IFC 4.
 */
function nearestSchema(declared: string): Schema['readAs'] | null {
  if (declared.startsWith('IFC2X')) return 'IFC2X3'
  if (/^IFC4X\d/.test(declared)) return 'IFC4X3'
  if (declared.startsWith('IFC4') || declared === '') return 'IFC4'
  return null
}

/** Advice on which format to save an unreadable file as. */
export const versionAdvice = advice
