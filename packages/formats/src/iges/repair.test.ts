import { describe, expect, it } from 'vitest'
import { formatLine } from './fixtures/iges-document.js'
import { splitSections } from './iges-text.js'
import { endedProperly, isWithoutLineEnds } from './repair.js'

const repair = (text: string): string => Buffer.from(endedProperly(Buffer.from(text, 'latin1'))).toString('latin1')
const lines = [
  formatLine('', 'S', 1),
  formatLine('1H,,1H;', 'G', 1),
  formatLine('110', 'D', 1),
  formatLine('110', 'D', 2),
]
const rows = (text: string): string[] => text.split(/\r?\n/).filter((line) => line !== '')

describe('truncated IGES file', () => {
  it('gets a terminate line with the counts of the remaining lines', () => {
    const text = repair(`${[...lines, formatLine('110,1;', 'P', 1), formatLine('110,', 'P', 2)].join('\n')}\n`)
    expect(rows(text).at(-1)).toBe(`${'S      1G      1D      2P      2'.padEnd(72)}T      1`)
    expect(splitSections(text).isCut).toBe(false)
  })

  it('loses its incomplete last line', () => {
    const text = repair(`${lines.join('\n')}\n${formatLine('110,1', 'P', 1).slice(0, 79)}`)
    expect(rows(text)).toHaveLength(lines.length + 1)
    expect(rows(text).at(-1)).toContain('D      2P      0')
  })

  it('counts lines that end in CRLF', () => {
    const text = repair(`${lines.join('\r\n')}\r\n`)
    expect(rows(text).at(-1)).toContain('S      1G      1D      2P      0')
  })

  it.each([
    ['without line ends', ''],
    ['whose lines end in carriage returns', '\r'],
  ])('keeps its complete lines with standard line ends as a file %s', (_, end) => {
    const text = repair(`${lines.join(end)}${end}${formatLine('110,1', 'P', 1).slice(0, 40)}`)
    expect(rows(text).slice(0, -1)).toEqual(lines)
    expect(rows(text).at(-1)).toContain('D      2P      0')
  })

  it('ignores unknown sections and invalid numbers in its counts', () => {
    const text = repair(`${[formatLine('', 'X', 7), `${' '.repeat(72)}D     xx`, ...lines].join('\n')}\n`)
    expect(rows(text).at(-1)).toContain('S      1G      1D      2P      0')
  })

  it('gets only a terminate line when empty', () => {
    expect(rows(repair(''))).toEqual([`${'S      0G      0D      0P      0'.padEnd(72)}T      1`])
  })
})

describe('complete IGES file', () => {
  it('keeps one terminate section', () => {
    const text = repair([...lines, formatLine('S      1G      1D      2P      0', 'T', 1)].join(''))
    expect(rows(text)).toHaveLength(lines.length + 1)
    expect(rows(text).at(-1)?.[72]).toBe('T')
  })

  it.each([
    ['\n', false],
    ['\r', false],
    ['', true],
  ])('lacks line ends with %j between its lines: %s', (end, expected) => {
    expect(isWithoutLineEnds(Buffer.from(lines.join(end)))).toBe(expected)
  })
})
