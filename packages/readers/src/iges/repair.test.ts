import { describe, expect, it } from 'vitest'
import { formatLine } from './fixtures/iges-document.js'
import { splitSections } from './iges-text.js'
import { endedProperly, isWithoutLineEnds } from './repair.js'

const mended = (text: string): string => Buffer.from(endedProperly(Buffer.from(text, 'latin1'))).toString('latin1')
const lines = [
  formatLine('', 'S', 1),
  formatLine('1H,,1H;', 'G', 1),
  formatLine('110', 'D', 1),
  formatLine('110', 'D', 2),
]
const rows = (text: string): string[] => text.split(/\r?\n/).filter((line) => line !== '')

describe('a cut file', () => {
  it('ends with the numbers of the lines that are left', () => {
    const text = mended(`${[...lines, formatLine('110,1;', 'P', 1), formatLine('110,', 'P', 2)].join('\n')}\n`)
    expect(rows(text).at(-1)).toBe(`${'S      1G      1D      2P      2'.padEnd(72)}T      1`)
    expect(splitSections(text).isCut).toBe(false)
  })

  it('loses the line it was cut in', () => {
    const text = mended(`${lines.join('\n')}\n${formatLine('110,1', 'P', 1).slice(0, 79)}`)
    expect(rows(text)).toHaveLength(lines.length + 1)
    expect(rows(text).at(-1)).toContain('D      2P      0')
  })

  it('counts lines with both marks at their ends', () => {
    const text = mended(`${lines.join('\r\n')}\r\n`)
    expect(rows(text).at(-1)).toContain('S      1G      1D      2P      0')
  })

  it.each([
    ['without line ends', ''],
    ['whose lines end in carriage returns', '\r'],
  ])('%s keeps its whole lines, with ends that the kernel knows', (_, end) => {
    const text = mended(`${lines.join(end)}${end}${formatLine('110,1', 'P', 1).slice(0, 40)}`)
    expect(rows(text).slice(0, -1)).toEqual(lines)
    expect(rows(text).at(-1)).toContain('D      2P      0')
  })

  it('of letters that are no sections and numbers that are none counts what is', () => {
    const text = mended(`${[formatLine('', 'X', 7), `${' '.repeat(72)}D     xx`, ...lines].join('\n')}\n`)
    expect(rows(text).at(-1)).toContain('S      1G      1D      2P      0')
  })

  it('of nothing has an end alone', () => {
    expect(rows(mended(''))).toEqual([`${'S      0G      0D      0P      0'.padEnd(72)}T      1`])
  })
})

describe('a whole file', () => {
  it('keeps one last section', () => {
    const text = mended([...lines, formatLine('S      1G      1D      2P      0', 'T', 1)].join(''))
    expect(rows(text)).toHaveLength(lines.length + 1)
    expect(rows(text).at(-1)?.[72]).toBe('T')
  })

  it.each([
    ['\n', false],
    ['\r', false],
    ['', true],
  ])('with %j between its lines is without line ends: %s', (end, expected) => {
    expect(isWithoutLineEnds(Buffer.from(lines.join(end)))).toBe(expected)
  })
})
