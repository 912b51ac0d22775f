import { TranslationError } from '@kamar/contracts/core'
import { card } from '../card.js'
import type { StepIndex } from '../../shared/part21/step-index.js'

/** The schema of a file as it is read. */
export interface Schema {
  /** As the file states it. */
  readonly stated: string
  /** The one of three it is read as. */
  readonly readAs: 'IFC2X3' | 'IFC4' | 'IFC4X3'
  /** True when the two differ so much that things may be missing. */
  readonly isApproximate: boolean
}

const advice = 'IFC 2x3, IFC 4 or IFC 4.3 (STEP, .ifc)'

/** The schema from the file's header; throws `not-this-format` for a STEP file that is no IFC. */
export function readSchema(index: StepIndex): Schema {
  const header = index.header.get('FILE_SCHEMA') ?? ''
  const stated = (/'\s*([^']*?)\s*'/.exec(header)?.[1] ?? '').toUpperCase()
  if (stated !== '' && !stated.startsWith('IFC')) {
    throw new TranslationError({
      code: 'not-this-format',
      details: { expected: card.name, detected: `STEP (${stated})` },
    })
  }
  const readAs = nearestSchema(stated)
  if (readAs === null) throw new TranslationError({ code: 'unsupported-version', details: { version: stated, advice } })
  return { stated, readAs, isApproximate: !exactSchemas.test(stated) }
}

const exactSchemas = /^(IFC2X3(_TC1|_FINAL)?|IFC4(_ADD1|_ADD2|_ADD2_TC1)?|IFC4X3(_ADD1|_ADD2|_TC1)?)$/

/**
 * IFC 2x and 2x2 are read as 2x3, the drafts 4x1 and 4x2 as 4x3, release candidates as what they became. A header
 * without a schema is read as IFC 4.
 */
function nearestSchema(stated: string): Schema['readAs'] | null {
  if (stated.startsWith('IFC2X')) return 'IFC2X3'
  if (/^IFC4X\d/.test(stated)) return 'IFC4X3'
  if (stated.startsWith('IFC4') || stated === '') return 'IFC4'
  return null
}

/** What a user is told to save a file as that cannot be read. */
export const versionAdvice = advice
