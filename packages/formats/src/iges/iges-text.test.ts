import { describe, expect, it } from 'vitest'
import { encodeLatin1, formatLine } from './fixtures/iges-document.js'
import { decodeColumns, numberIn, splitSections, splitValues, textIn } from './iges-text.js'

const defaultDelimiters = { value: ',', record: ';' }
const utf8 = new TextEncoder()
const parseSections = (...lines: readonly string[]) => splitSections(decodeColumns(utf8.encode(lines.join('\n'))))

describe('IGES sections', () => {
  it('keep their own lines in order, each to its width', () => {
    const sections = parseSections(
      formatLine('Start', 'S'),
      formatLine('1H,,1H;', 'G', 1),
      formatLine('4HPart;', 'G', 2),
      formatLine('d1', 'D', 1),
      formatLine('d2', 'D', 2),
      formatLine(`${'110,1;'.padEnd(64)}       1`, 'P', 1),
      formatLine('', 'T'),
    )
    expect(sections.global).toBe(`${'1H,,1H;'.padEnd(72)}${'4HPart;'.padEnd(72)}`)
    expect(sections.directory.map((line) => line.trimEnd())).toEqual(['d1', 'd2'])
    expect(sections.parameters).toEqual(['110,1;'.padEnd(64)])
  })

  it('ignore text after column 80', () => {
    expect(parseSections(formatLine('d1', 'D')).directory).toEqual(
      parseSections(`${formatLine('d1', 'D')}   note`).directory,
    )
  })

  it.each([
    ['an unknown section letter', formatLine('x', 'Q')],
    ['no sequence number', `${'x'.padEnd(72)}D`],
    ['a non-numeric sequence number', `${'x'.padEnd(72)}D    one`],
    ['too few columns', 'D      1'],
    ['an inherited property name as section', `${'x'.padEnd(72)}constructor`],
  ])('omit lines with %s', (_, line) => {
    expect(parseSections(line, formatLine('', 'T'))).toEqual(parseSections(formatLine('', 'T')))
  })

  it('report a missing terminate section and the compressed form', () => {
    expect(parseSections(formatLine('', 'S'))).toMatchObject({ isCut: true, isCompressed: false })
    expect(parseSections(formatLine('', 'C'), formatLine('', 'T'))).toMatchObject({ isCut: false, isCompressed: true })
  })

  it('are empty in an empty file', () => {
    expect(splitSections('')).toEqual({ global: '', directory: [], parameters: [], isCut: true, isCompressed: false })
  })

  it.each(['\n', '\r\n', '\r', ''])('are the same with the line end %j', (end) => {
    const lines = [formatLine('Start', 'S'), formatLine('1H,,1H;', 'G'), formatLine('d1', 'D'), formatLine('', 'T')]
    expect(splitSections(lines.join(end))).toEqual(splitSections(lines.join('\n')))
  })
})

describe('IGES non-ASCII text', () => {
  /** Cyrillic characters have two bytes in UTF-8. */
  const name = 'Деталь'

  it('keeps its columns when the writer counts bytes', () => {
    const line = `308,0,12H${name};`
    const counted = decodeColumns(utf8.encode(line)).padEnd(72)
    const { parameters } = splitSections(`${counted}P      1`)
    expect(splitValues(parameters[0] ?? '', defaultDelimiters).values.map(textIn)).toEqual(['308', '0', name])
  })

  it('keeps its columns when the writer counts characters', () => {
    const { parameters } = parseSections(formatLine(`308,0,6H${name};`, 'P'), formatLine('', 'T'))
    expect(splitValues(parameters[0] ?? '', defaultDelimiters).values.map(textIn)).toEqual(['308', '0', name])
  })

  it('is decoded from a Cyrillic or Western code page', () => {
    expect(textIn(decodeColumns(Uint8Array.of(0xc4, 0xe5, 0xf2)))).toBe('Дет')
    expect(textIn(decodeColumns(encodeLatin1('Blöcke')))).toBe('Blöcke')
  })

  it('may begin with a byte order mark outside the columns', () => {
    const marked = Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8.encode(formatLine('d1', 'D')))
    expect(splitSections(decodeColumns(marked)).directory).toHaveLength(1)
  })
})

describe('IGES record values', () => {
  const parseValues = (text: string, delimiters = defaultDelimiters) => splitValues(text, delimiters)

  it.each([
    ['110,1,2;', ['110', '1', '2']],
    ['  110 , 1. ,-2 ;', ['110', '1.', '-2']],
    ['110,,;', ['110', '', '']],
    ['406,2,0,6HCurves;', ['406', '2', '0', 'Curves']],
    ['406,5H1,2;3,4;', ['406', '1,2;3', '4']],
    ['406,3H   ,1;', ['406', '   ', '1']],
    ['406,3H4H1,1;', ['406', '4H1', '1']],
    ['406, 0H,1;', ['406', '', '1']],
    [';110,1;', ['']],
  ])('are parsed from %j as %j', (text, values) => {
    expect(parseValues(text)).toEqual({ values, isComplete: true })
  })

  it('end at the first record delimiter before a remark', () => {
    expect(parseValues('110,1;a remark, with commas;').values).toEqual(['110', '1'])
  })

  it.each(['110,1,2', '110,4HAB', '110,999999HAB;', ''])('are incomplete in %j', (text) => {
    expect(parseValues(text).isComplete).toBe(false)
  })

  it('skip blanks between a Hollerith string and its delimiter', () => {
    expect(parseValues('406,2HAB  ,7;').values).toEqual(['406', 'AB', '7'])
  })

  it('use the delimiters of the file', () => {
    expect(parseValues('110/1,5/2#3;', { value: '/', record: '#' }).values).toEqual(['110', '1,5', '2'])
  })

  it('read an excessive count as a name, not as a Hollerith string', () => {
    expect(parseValues('406,12345678HX;').values).toEqual(['406', '12345678HX'])
  })
})

describe('IGES number', () => {
  it.each([
    ['1', 1],
    ['-1.', -1],
    ['+.5', 0.5],
    ['1.5E2', 150],
    ['1.5D-2', 0.015],
    ['2d3', 2000],
    ['', 0],
  ])('is parsed from %j as %d', (text, value) => {
    expect(numberIn(text)).toBe(value)
  })

  it.each(['1,5', 'NaN', 'Infinity', '1E999', '1D', 'D', '--1', 'abc'])('is null for %j', (text) => {
    expect(numberIn(text)).toBeNull()
  })
})
