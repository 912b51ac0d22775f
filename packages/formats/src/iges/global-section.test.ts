import { describe, expect, it } from 'vitest'
import { readGlobal } from './global-section.js'

/**
 * Creates a global section: its delimiters, then fields 3 to 12, the scale, the unit's number and name, and the
 * remaining fields.
 */
const sectionWith = (scale: string, flag: string, name: string, delimiters = '1H,,1H;'): string =>
  `${delimiters},4HPart,8Hpart.igs,6HWriter,4H1.2.,32,38,6,308,15,4HPart,${scale},${flag},${name},1,0.01,` +
  `15H20250101.120000,1E-05,4.,,,11,0,15H20250101.120000;`

describe('IGES unit', () => {
  it.each([
    ['1', 'in', 0.0254],
    ['2', 'mm', 0.001],
    ['4', 'ft', 0.3048],
    ['5', 'mi', 1609.344],
    ['6', 'm', 1],
    ['7', 'km', 1000],
    ['8', 'mil', 0.000_025_4],
    ['9', 'µm', 1e-6],
    ['10', 'cm', 0.01],
    ['11', 'µin', 2.54e-8],
  ])('maps number %s to %s', (flag, name, metres) => {
    expect(readGlobal(sectionWith('1.', flag, '')).unit).toEqual({ name, metres })
  })

  it.each([
    ['2HIN', 'in'],
    ['4HINCH', 'in'],
    ['2HMM', 'mm'],
    ['2Hmm', 'mm'],
    ['2HFT', 'ft'],
    ['2HMI', 'mi'],
    ['1HM', 'm'],
    ['2HKM', 'km'],
    ['3HMIL', 'mil'],
    ['2HUM', 'µm'],
    ['2HCM', 'cm'],
    ['3HUIN', 'µin'],
    ['4HMM  ', 'mm'],
  ])('is resolved by the name %s for number 3', (unitName, name) => {
    expect(readGlobal(sectionWith('1.', '3', unitName)).unit?.name).toBe(name)
  })

  it('follows its number rather than its name', () => {
    expect(readGlobal(sectionWith('1.', '6', '2HMM')).unit?.name).toBe('m')
  })

  it.each([
    ['3', '5HCUBIT'],
    ['3', ''],
    ['12', '2HMM'],
    ['-1', '2HMM'],
    ['2.5', '2HMM'],
    ['3', '11Hconstructor'],
  ])('is null for number %s and name %s', (flag, name) => {
    expect(readGlobal(sectionWith('1.', flag, name)).unit).toBeNull()
  })

  it('is null when the section ends before it', () => {
    expect(readGlobal('1H,,1H;,4HPart;').unit).toBeNull()
    expect(readGlobal('1H,,1H;').unit).toBeNull()
  })
})

describe('IGES delimiters', () => {
  it.each([
    ['1H,,1H;', { value: ',', record: ';' }],
    [',,', { value: ',', record: ';' }],
    [' 1H, , 1H;', { value: ',', record: ';' }],
    ['1H,,1H#', { value: ',', record: '#' }],
  ])('are parsed from %j', (source, delimiters) => {
    expect(readGlobal(sectionWith('1.', '2', '2HMM', source)).delimiters).toEqual(delimiters)
  })

  it('may be any characters, so that Hollerith strings contain the defaults', () => {
    const section = '1H|?1H!?'.replaceAll('?', '|')
    const text = `${section}4HPart|9Ha,b;c,d;e|6HWriter|1H1|32|38|6|308|15|4HPart|1.|6|1HM!`
    expect(readGlobal(text)).toMatchObject({ delimiters: { value: '|', record: '!' }, unit: { name: 'm' } })
  })

  it('do not end names that contain them', () => {
    const text = sectionWith('1.', '2', '2HMM').replace('4HPart', '9HPart,A;B,')
    expect(readGlobal(text).unit?.name).toBe('mm')
  })
})

describe('IGES scale', () => {
  it.each([
    ['0.5', 0.5],
    ['1.D-1', 0.1],
    ['', 1],
    ['0.', 1],
    ['-2.', 1],
    ['abc', 1],
  ])('is parsed from %j as %d', (source, scale) => {
    expect(readGlobal(sectionWith(source, '2', '2HMM')).scale).toBe(scale)
  })
})
