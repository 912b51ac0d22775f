import { describe, expect, it } from 'vitest'
import { descriptor } from './descriptor.js'
import { formatLine } from './fixtures/iges-document.js'

const encoder = new TextEncoder()
const detect = (text: string): string => descriptor.detect(encoder.encode(text), 1000)

describe('IGES detection', () => {
  it.each([
    ['a remark', formatLine('A plate', 'S', 1)],
    ['no text', formatLine('', 'S', 1)],
    ['a sequence number with leading zeros', `${' '.repeat(72)}S0000001`],
    ['a sequence number from zero', `${' '.repeat(72)}S      0`],
    ['the compressed format', formatLine('', 'C', 1)],
    ['double-byte text counted in bytes', `${'Плита'.padEnd(67)}S      1`],
    ['double-byte text counted in characters', formatLine('Плита', 'S', 1)],
    ['a byte order mark', `\ufeff${formatLine('A plate', 'S', 1)}`],
    ['a following line without a line end', `${formatLine('A plate', 'S', 1)}1H,,1H;`],
    ['a left-aligned sequence number', `${' '.repeat(72)}S1\n`],
    ['a following line', `${formatLine('A plate', 'S', 1)}\r\n${formatLine('with holes', 'S', 2)}`],
  ])('recognises a start section with %s', (_, text) => {
    expect(detect(text)).toBe('yes')
  })

  it.each([
    ['no content', ''],
    ['too few columns', 'S      1'],
    ['the section letter one column too early', ` ${formatLine('', 'S', 1)}`.slice(2)],
    ['another section first', formatLine('', 'G', 1)],
    ['the second start line', formatLine('', 'S', 2)],
    ['a line end before the section letter', `${'\n'.repeat(72)}S      1`],
    ['zero bytes in the text', `${'\0'.repeat(72)}S      1`],
    ['a STEP header', 'ISO-10303-21;\nHEADER;\n'],
  ])('rejects a file start with %s', (_, text) => {
    expect(detect(text)).toBe('no')
  })
})
