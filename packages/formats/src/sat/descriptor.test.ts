import { describe, expect, it } from 'vitest'
import { descriptor } from './descriptor.js'

const encodeLatin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'))
const detect = (text: string): string => descriptor.detect(encodeLatin1(text), text.length)
const counted = '@11 Kamar tests @8 ACIS 7.0 @2 NT\n'

describe('ACIS detection', () => {
  it.each([
    ['binary of ACIS', 'ACIS BinaryFile\u0000\u0001'],
    ['binary of ASM', 'ASM BinaryFile8\u0000\u0001'],
    ['text with prefixed string lengths', `700 0 1 0\n${counted}`],
    ['text with three numbers and DOS lines', `21800 0 1\r\n${counted}`],
    ['text with plain string lengths', '400 0 1 0 \n12 Scheme AIDE 8 ACIS 4.0 24 Tue\n'],
    ['text of ASM', '22300 0 1 0\n@8 Inventor @10 ASM 223.0 @3 now\n'],
    ['text before version 2', '106 33 1 0\nbody $1 $2 $-1 $-1 #\n'],
    ['text before version 2 with numbers', '106 33 1 0\n-0 body $1 $2 $-1 $-1 #\n'],
  ])('accepts %s', (_, text) => {
    expect(detect(text)).toBe('yes')
  })
})

describe('ACIS detection of other content', () => {
  it.each([
    ['an empty file', ''],
    ['a header only', '700 0 1 0\n'],
    ['numbers only', '700 0 1 0\n1 2 3\n4 5 6\n'],
    ['a table of numbers', '700 0 1 0 5 6 7\n@4 ACIS\n'],
    ['text that mentions ACIS', 'ACIS is a kernel\n700 0 1 0\n'],
    ['a STEP header', "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('ACIS'),'2;1');\n"],
  ])('rejects %s', (_, text) => {
    expect(detect(text)).toBe('no')
  })
})
