import { describe, expect, it } from 'vitest'
import { descriptor } from './descriptor.js'

const detect = (text: string): string => descriptor.detect(new TextEncoder().encode(text), text.length)
const header = "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\n"

describe('STEP descriptor', () => {
  it.each([
    ['a product schema', `${header}FILE_SCHEMA(('AUTOMOTIVE_DESIGN'));`, 'yes'],
    ['lower case with blanks', `iso-10303-21 ;\nheader;\nfile_schema ( ( 'config_control_design' ) ) ;`, 'yes'],
    ['a leading comment', `/* written by hand */\n${header}FILE_SCHEMA(('AP242'));`, 'yes'],
    ['a leading stray byte', `\u00ef${header}FILE_SCHEMA(('AP242'));`, 'yes'],
    ['data without a schema', `${header}ENDSEC;\nDATA;\n#1=PRODUCT('','','',());`, 'yes'],
    ['a header longer than the sample', `${header}FILE_NAME('long`, 'maybe'],
    ['an IFC schema', `${header}FILE_SCHEMA(('IFC4'));`, 'no'],
    ['IFC statements', `${header}ENDSEC;\nDATA;\n#1=IFCWALL('a');`, 'no'],
    ['a text that mentions STEP', 'This file is no ISO-10303-21; it speaks of one.', 'no'],
    ['unrelated text', 'solid of triangles', 'no'],
    ['an empty file', '', 'no'],
  ])('classifies %s', (_, text, confidence) => {
    expect(detect(text)).toBe(confidence)
  })

  it('detects a ZIP archive by its entry names', () => {
    const zip = (name: string): string =>
      descriptor.detect(
        Uint8Array.from([0x50, 0x4b, 3, 4, ...Array<number>(22).fill(0), name.length, 0, 0, 0, ...Buffer.from(name)]),
        100,
      )
    expect(['part.stp', 'a/part.STEP', 'part.p21', 'house.ifc', 'folder/'].map(zip)).toEqual([
      'yes',
      'yes',
      'yes',
      'no',
      'maybe',
    ])
  })

  it('rejects binary data', () => {
    expect(descriptor.detect(Uint8Array.of(0, 1, 2, 3, 255, 0), 6)).toBe('no')
  })
})
