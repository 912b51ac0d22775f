import { describe, expect, it } from 'vitest'
import { descriptor } from './descriptor.js'
import { encodeText, stepFile } from './testing/step-file.js'
import { createZip } from './testing/zip.js'

const detect = (bytes: Uint8Array) => descriptor.detect(bytes.subarray(0, 4096), bytes.length)
const header = (schema: string): string => `ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('${schema}'));\nENDSEC;\n`

describe('IFC descriptor', () => {
  it.each([
    ['IFC 2x3', stepFile({ rows: '', schema: 'IFC2X3' })],
    ['IFC 4.3', stepFile({ rows: '', schema: 'IFC4X3_ADD2' })],
    ['lower case', header('ifc4').toLowerCase()],
    ['leading blanks', `\r\n\t ${header('IFC4')}`],
    ['a leading comment', `/* written by hand */\n/**/ ${header('IFC4')}`],
    ['a leading stray letter', `c${header('IFC4')}`],
    ['a leading zero byte', `\0${header('IFC4')}`],
    ['a leading quote and comment', `'/* it */${header('IFC4')}`],
    ['blanks in the header', "ISO-10303-21 ;\nHEADER;\nFILE_SCHEMA ( ( 'IFC4' ) );"],
    ['IFC statements without a schema', 'ISO-10303-21;\nDATA;\n#1= IFCWALL();'],
    ['ifcXML', '<?xml version="1.0"?><ifcXML/>'],
    ['ifcXML of IFC 2x3', '<?xml version="1.0"?><ex:iso_10303_28 xmlns:ex="urn"/>'],
    ['ifcXML with a prefix', '<ifc:ifcXML xmlns:ifc="urn"/>'],
  ])('accepts %s', (_, text) => {
    expect(detect(encodeText(text))).toBe('yes')
  })

  it.each([
    ['a STEP file of another schema', header('AP203')],
    ['a STEP file with data but no schema', 'ISO-10303-21;\nDATA;\n#1=PRODUCT();'],
    ['other XML', '<?xml version="1.0"?><svg/>'],
    ['plain text', 'ISO-10303-21 is a standard'],
    ['text that quotes an IFC header', `${'so it begins: '.repeat(30)}${header('IFC4')}`],
    ['a STEP file of another schema after a stray letter', `c${header('AP203')}`],
    ['an empty file', ''],
    ['binary data', '\0\0\0\0'],
  ])('rejects %s', (_, text) => {
    expect(detect(encodeText(text))).toBe('no')
  })

  it('returns maybe when the schema lies beyond the header bytes', () => {
    expect(detect(encodeText(`ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('${'x'.repeat(5000)}'),'2;1');`))).toBe('maybe')
  })

  it('accepts a file with a byte order mark', () => {
    expect(detect(Uint8Array.from([0xef, 0xbb, 0xbf, ...encodeText(header('IFC4'))]))).toBe('yes')
  })

  it.each([
    ['a model', ['model.ifc'], 'yes'],
    ['a model among other files', ['readme.txt', 'sub/Model.IFC'], 'yes'],
    ['ifcXML', ['model.ifcXML'], 'yes'],
    ['other files', ['a.txt', 'b.png'], 'no'],
    ['an empty file', [], 'maybe'],
    ['a folder', ['models/'], 'maybe'],
  ])('detects an archive with %s by its entry names', (_, names, confidence) => {
    const entries = names.map((name) => ({ name, bytes: encodeText('x'), method: 0 }))
    expect(detect(createZip(...entries))).toBe(confidence)
  })
})
