import { TranslationError } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { encodeText, indexOf, stepFile } from '../testing/step-file.js'
import { readSchema, versionAdvice } from './schema.js'

const parseSchema = (schema: string) => readSchema(indexOf(encodeText(stepFile({ rows: '#1=IFCWALL();', schema }))))

function getFailure(schema: string) {
  try {
    parseSchema(schema)
  } catch (error) {
    if (error instanceof TranslationError) return error.failure
  }
  return null
}

describe('the schema of a file', () => {
  it.each([
    ['IFC2X3', 'IFC2X3'],
    ['IFC2X3_TC1', 'IFC2X3'],
    ['IFC4', 'IFC4'],
    ['IFC4_ADD1', 'IFC4'],
    ['IFC4_ADD2', 'IFC4'],
    ['IFC4_ADD2_TC1', 'IFC4'],
    ['IFC4X3', 'IFC4X3'],
    ['IFC4X3_ADD2', 'IFC4X3'],
  ])('%s is read as it is', (declared, readAs) => {
    expect(parseSchema(declared)).toEqual({ stated: declared, readAs, isApproximate: false })
  })

  it.each([
    ['IFC2X_FINAL', 'IFC2X3'],
    ['IFC2X2_FINAL', 'IFC2X3'],
    ['IFC2X2_ADD1', 'IFC2X3'],
    ['IFC4X1', 'IFC4X3'],
    ['IFC4X2', 'IFC4X3'],
    ['IFC4X3_RC2', 'IFC4X3'],
    ['IFC4X3_RC4', 'IFC4X3'],
    ['IFC4_RC4', 'IFC4'],
  ])('%s is read as %s, which is said', (declared, readAs) => {
    expect(parseSchema(declared)).toEqual({ stated: declared, readAs, isApproximate: true })
  })

  it('is read whatever case and blanks it is written with', () => {
    expect(parseSchema(' ifc4 ')).toEqual({ declared: 'IFC4', readAs: 'IFC4', isApproximate: false })
  })

  it('that is not stated is IFC 4, which is said', () => {
    const text = stepFile({ rows: '#1=IFCWALL();' }).replace("FILE_SCHEMA(('IFC4'));\n", '')
    expect(readSchema(indexOf(encodeText(text)))).toEqual({ declared: '', readAs: 'IFC4', isApproximate: true })
  })

  it('of another STEP file is refused with its name', () => {
    expect(getFailure('AUTOMOTIVE_DESIGN')).toEqual({
      code: 'not-this-format',
      details: { expected: 'Industry Foundation Classes', detected: 'STEP (AUTOMOTIVE_DESIGN)' },
    })
  })

  it('that is too old or too new is refused with what to save instead', () => {
    for (const declared of ['IFC151', 'IFC20_LONGFORM', 'IFC5']) {
      expect(getFailure(declared)).toEqual({
        code: 'unsupported-version',
        details: { version: declared, advice: versionAdvice },
      })
    }
    expect(versionAdvice).toContain('IFC 4')
  })
})
