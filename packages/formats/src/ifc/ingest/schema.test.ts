import { TranslationError } from '@kamar/core'
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

describe('readSchema', () => {
  it.each([
    ['IFC2X3', 'IFC2X3'],
    ['IFC2X3_TC1', 'IFC2X3'],
    ['IFC4', 'IFC4'],
    ['IFC4_ADD1', 'IFC4'],
    ['IFC4_ADD2', 'IFC4'],
    ['IFC4_ADD2_TC1', 'IFC4'],
    ['IFC4X3', 'IFC4X3'],
    ['IFC4X3_ADD2', 'IFC4X3'],
  ])('reads %s unchanged', (declared, readAs) => {
    expect(parseSchema(declared)).toEqual({ declared, readAs, isApproximate: false })
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
  ])('reads %s as %s and marks it as approximate', (declared, readAs) => {
    expect(parseSchema(declared)).toEqual({ declared, readAs, isApproximate: true })
  })

  it('ignores case and blanks', () => {
    expect(parseSchema(' ifc4 ')).toEqual({ declared: 'IFC4', readAs: 'IFC4', isApproximate: false })
  })

  it('reads a missing schema as IFC4 and marks it as approximate', () => {
    const text = stepFile({ rows: '#1=IFCWALL();' }).replace("FILE_SCHEMA(('IFC4'));\n", '')
    expect(readSchema(indexOf(encodeText(text)))).toEqual({ declared: '', readAs: 'IFC4', isApproximate: true })
  })

  it('rejects another STEP schema with its name', () => {
    expect(getFailure('AUTOMOTIVE_DESIGN')).toEqual({
      code: 'not-this-format',
      details: { expected: 'Industry Foundation Classes', detected: 'STEP (AUTOMOTIVE_DESIGN)' },
    })
  })

  it('rejects versions that are too old or too new with advice on what to save', () => {
    for (const declared of ['IFC151', 'IFC20_LONGFORM', 'IFC5']) {
      expect(getFailure(declared)).toEqual({
        code: 'unsupported-version',
        details: { version: declared, advice: versionAdvice },
      })
    }
    expect(versionAdvice).toContain('IFC 4')
  })
})
