import { describe, expect, it } from 'vitest'
import { descriptor } from './descriptor.js'
import { formatLine } from './fixtures/iges-document.js'

const encoder = new TextEncoder()
const verdictOn = (text: string): string => descriptor.detect(encoder.encode(text), 1000)

describe('IGES detection', () => {
  it.each([
    ['a remark', formatLine('A plate', 'S', 1)],
    ['no words', formatLine('', 'S', 1)],
    ['a number with zeros before it', `${' '.repeat(72)}S0000001`],
    ['a number from zero', `${' '.repeat(72)}S      0`],
    ['the compressed form', formatLine('', 'C', 1)],
    ['words of two bytes a letter, counted by bytes', `${'Плита'.padEnd(67)}S      1`],
    ['words of two bytes a letter, counted by letters', formatLine('Плита', 'S', 1)],
    ['a byte order mark', `\ufeff${formatLine('A plate', 'S', 1)}`],
    ['another line behind it and nothing between them', `${formatLine('A plate', 'S', 1)}1H,,1H;`],
    ['a number at the left of its columns', `${' '.repeat(72)}S1\n`],
    ['another line behind it', `${formatLine('A plate', 'S', 1)}\r\n${formatLine('with holes', 'S', 2)}`],
  ])('recognises a start section with %s', (_, text) => {
    expect(verdictOn(text)).toBe('yes')
  })

  it.each([
    ['nothing', ''],
    ['too few columns', 'S      1'],
    ['the letter a column too early', ` ${formatLine('', 'S', 1)}`.slice(2)],
    ['another section first', formatLine('', 'G', 1)],
    ['the second line of a start', formatLine('', 'S', 2)],
    ['a line end before the letter', `${'\n'.repeat(72)}S      1`],
    ['zeros among the text', `${'\0'.repeat(72)}S      1`],
    ['a STEP file', 'ISO-10303-21;\nHEADER;\n'],
  ])('rejects a file start with %s', (_, text) => {
    expect(verdictOn(text)).toBe('no')
  })
})
