import { describe, expect, it } from 'vitest'
import { parseAcis } from './acis-file.js'
import { Attributes } from './attributes.js'
import { acisFile, encode, satBytes } from './testing/acis-text.js'

/** Parses the attributes of entity 0 in these records; they may have other owners. */
const parseAttributes = (records: string): Attributes => new Attributes(acisFile(records))
const owned = '$-1 -1 $-1 $-1 $0'

describe('ACIS colour attributes', () => {
  it.each<[string, string, readonly number[] | null]>([
    ['red, green and blue', `rgb_color-st-attrib ${owned} 0.25 0.5 1`, [0.25, 0.5, 1]],
    ['an out-of-range channel', `rgb_color-st-attrib ${owned} 7 0 0`, null],
    ['a missing channel', `rgb_color-st-attrib ${owned} 0.5 0.5`, null],
    ['an index of the ACIS palette', `colour-tsl-attrib ${owned} 4`, [0, 1, 1]],
    ['an index of the ACIS palette in another spelling', `color-tsl-attrib ${owned} 0`, [0, 0, 0]],
    ['an index beyond the palette', `colour-tsl-attrib ${owned} 8`, null],
    ['a true colour', `truecolor-adesk-attrib ${owned} -1023475712`, [1, 0, 0]],
    ['an unsigned true colour', `truecolor-adesk-attrib ${owned} 3258148505`, [0.2, 0.4, 0.6]],
    ['a true colour that is an index', `truecolor-adesk-attrib ${owned} 3271557125`, [0, 0, 1]],
    ['a true colour by layer', `truecolor-adesk-attrib ${owned} 3221225472`, null],
    ['an index', `color-adesk-attrib ${owned} 3`, [0, 1, 0]],
    ['an index by layer', `color-adesk-attrib ${owned} 256`, null],
    ['a non-numeric value', `color-adesk-attrib ${owned} red`, null],
    ['another attribute', `eye_refinement-attrib ${owned} 1 0 0`, null],
  ])('yield a colour or null for %s', (_, record, color) => {
    expect(parseAttributes(`${record} #`).color(0)).toEqual(color)
  })

  it('use the first readable one of the owning entity', () => {
    const attributes = parseAttributes(`colour-tsl-attrib ${owned} 99 #
rgb_color-st-attrib ${owned} 0 0 1 #
rgb_color-st-attrib ${owned} 0 1 0 #
rgb_color-st-attrib $-1 -1 $-1 $-1 $20 1 0 0 #`)
    expect([0, 20, 21].map((entity) => attributes.color(entity))).toEqual([[0, 0, 1], [1, 0, 0], null])
  })

  it('have one pointer less before version 7', () => {
    const records = 'body $1 $-1 $-1 $-1 #\nrgb_color-st-attrib $-1 $-1 $-1 $0 1 0 0 #\nEnd-of-ACIS-data'
    const file = parseAcis(encode(`400 0 1 0\n5 Tests 4 ACIS 3 now\n1 1e-06\n${records}`))
    expect(new Attributes(file).color(0)).toEqual([1, 0, 0])
  })
})

describe('ACIS name and value attributes', () => {
  const formatNameAttribute = (kind: string, value: string): string =>
    `${kind}_attrib-name_attrib-gen-attrib ${owned} keep copy custom ${value} #`

  it('hold texts, numbers and words', () => {
    const attributes = parseAttributes(
      [
        formatNameAttribute('integer', '@7 bdm_uid 28'),
        formatNameAttribute('real', '@5 ratio 0.5'),
        formatNameAttribute('string', '@5 Color @4 teal'),
        formatNameAttribute('word', '@6 choice forward'),
      ].join('\n'),
    )
    expect(attributes.properties(0)).toEqual([
      { name: 'bdm_uid', value: 28 },
      { name: 'ratio', value: 0.5 },
      { name: 'Color', value: 'teal' },
      { name: 'choice', value: 'forward' },
    ])
    expect(attributes.properties(1)).toEqual([])
  })

  it.each([
    ['no string', formatNameAttribute('integer', '28')],
    ['an empty key', formatNameAttribute('string', '@0  @4 teal')],
    ['no value', formatNameAttribute('string', '@3 key')],
    ['a pointer as value', formatNameAttribute('pointer', '@3 key $4')],
    ['no leading pointers', 'string_attrib-name_attrib-gen-attrib #'],
    ['an attribute of another type', `string_attrib-gen-attrib ${owned} @3 key @5 value #`],
  ])('are omitted with %s', (_, record) => {
    expect(parseAttributes(record).properties(0)).toEqual([])
  })

  it.each(['ATTRIB_XACIS_NAME', 'HKS_PART_NAME', 'dnvscp', 'Name', 'part_name'])(
    'give an entity its name by the key %s',
    (key) => {
      expect(parseAttributes(formatNameAttribute('string', `@${key.length} ${key} @3 Lid`)).name(0)).toBe('Lid')
    },
  )

  it('give no name by other keys or by values that are not texts', () => {
    expect(parseAttributes(formatNameAttribute('string', '@6 namely @3 Lid')).name(0)).toBe('')
    expect(parseAttributes(formatNameAttribute('integer', '@4 name 5')).name(0)).toBe('')
    expect(parseAttributes('').name(0)).toBe('')
  })

  it('are shown without control characters', () => {
    const file = parseAcis(satBytes(formatNameAttribute('string', '@4 name @4 a\u0007\u0000b')))
    expect(new Attributes(file).properties(0)).toEqual([{ name: 'name', value: 'a b' }])
  })
})
