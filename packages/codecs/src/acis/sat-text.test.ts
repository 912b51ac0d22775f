import { describe, expect, it } from 'vitest'
import { parseSatText } from './sat-text.js'
import { encode, entityHeader, header } from './testing/acis-text.js'

const parse = (text: string): ReturnType<typeof parseSatText> => parseSatText(encode(text))
const end = '\nEnd-of-ACIS-data\n'
/** Returns the tokens of the first record. */
const parseTokens = (record: string): readonly unknown[] | undefined =>
  parse(`${header}${record}${end}`).records[0]?.tokens

/** Encodes text as in DXF: every character mirrored at 159, and a space after a caret. */
const asDxf = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(159 - character.charCodeAt(0))).replace(/\^/g, '^ ')

describe('SAT header', () => {
  it('states the version, the program and the unit', () => {
    expect(parse(`${header}${end}`)).toMatchObject({ version: 700, product: 'Tests', unitMillimetres: 1, isCut: false })
  })

  it.each([
    [
      'length-prefixed without an @ sign',
      '400 0 1 0\n12 Kamar tests 8 ACIS 4.0 2 NT\n25.4 1e-06 1e-10\n',
      'Kamar tests',
      25.4,
    ],
    ['not length-prefixed', '400 0 1 0\n  Some program \n10 1e-06 1e-10\n', 'Some program', 10],
    ['length-prefixed in bytes', '700 0 1 0\n@6 Ծրագ @4 ACIS\n1 1e-06\n', 'Ծրա', 1],
  ])('has a program name that is %s', (_, first, product, millimetres) => {
    expect(parse(`${first}${end}`)).toMatchObject({ product, unitMillimetres: millimetres })
  })

  it.each(['-1', '0', 'none'])('has a null unit for %j', (unit) => {
    expect(parse(`700 0 1 0\n@1 A @1 B\n${unit} 1e-06\n${end}`).unitMillimetres).toBeNull()
  })

  it('has one line before version 2', () => {
    expect(parse(`106 1 1 0\nbody $-1 $-1 $-1 $-1 #${end}`)).toEqual({
      version: 106,
      product: '',
      unitMillimetres: null,
      records: [{ index: 0, name: 'body', tokens: [1, 2, 3, 4].map(() => ({ pointer: -1 })) }],
      isCut: false,
    })
  })

  it('may begin with a UTF-8 byte order mark and end with a licence signature', () => {
    const { records, version } = parse(`\ufeff${header}T @4 ABCD \nbody ${entityHeader} $-1 $-1 $-1 #${end}`)
    expect([version, records[0]?.name]).toEqual([700, 'body'])
  })

  it.each(['', '\n\n\n', '700', 'no number at all', '700 0 1 0\n@99999 A'])(
    'is truncated when the text is only %j',
    (text) => {
      expect(parse(text)).toMatchObject({ records: [], isCut: true })
    },
  )
})

describe('SAT records', () => {
  it('have the number from the file, otherwise their position', () => {
    const { records } = parse(`${header}-4 body $-1 #\n-9 point 1 #\nface #${end}`)
    expect(records.map(({ index, name }) => `${index} ${name}`)).toEqual(['4 body', '9 point', '2 face'])
  })

  it('may share lines and span several', () => {
    const { records } = parse(`${header}point 1\n2\r\n\t3 # body $-1 #${end}`)
    expect(records.map(({ name, tokens }) => [name, tokens.length])).toEqual([
      ['point', 3],
      ['body', 1],
    ])
  })

  it.each([
    ['numbers', '1 -2.5 3e-2 +4 .5', [1, -2.5, 0.03, 4, 0.5]],
    ['pointers', '$0 $-1 $12', [{ pointer: 0 }, { pointer: -1 }, { pointer: 12 }]],
    ['invalid pointers', '$ $x $1.5 $99999999999999999999', [0, -1, -1, -1].map((pointer) => ({ pointer }))],
    ['identifiers', 'forward I F_v nubs', ['forward', 'I', 'F_v', 'nubs']],
    ['braces', '{ exactcur { ref 0 } }', ['{', 'exactcur', '{', 'ref', 0, '}', '}']],
    ['braces adjacent to an identifier', '{exactcur 1 }', ['{', 'exactcur', 1, '}']],
    ['an out-of-range number', '1e999', [Infinity]],
  ])('decode %s', (_, text, tokens) => {
    expect(parseTokens(`thing ${text} #`)).toEqual(tokens)
  })

  it.each([
    ['with any content', 'a-attrib @7 # { $1 } 5 #', [{ text: '# { $1 ' }, '}', 5]],
    ['across line ends', 'a-attrib @5 a\nb c 1 #', [{ text: 'a\nb c' }, 1]],
    ['without characters', 'a-attrib @0  1 #', [{ text: '' }, 1]],
    ['by their length in bytes', 'a-attrib @4 Ծր 1 #', [{ text: 'Ծր' }, 1]],
  ])('decode counted texts %s', (_, record, tokens) => {
    expect(parseTokens(record)).toEqual(tokens)
  })

  it('decode a text in another code page by its likely letters', () => {
    const bytes = Uint8Array.from([...encode(`${header}a-attrib @3 `), 0xc4, 0xee, 0xec, ...encode(` #${end}`)])
    expect(parseSatText(bytes).records[0]?.tokens).toEqual([{ text: 'Дом' }])
  })

  it('end at the end marker and ignore what follows', () => {
    for (const mark of [
      'End-of-ACIS-data',
      'End-of-ACIS-History-Section',
      'Begin-of-ACIS-History-Data',
      'End-of-ASM-data',
    ]) {
      expect(parse(`${header}body #\n${mark}\nface #\n`), mark).toMatchObject({
        records: [{ name: 'body' }],
        isCut: false,
      })
    }
  })

  it('skip terminators without a record', () => {
    expect(parse(`${header}# # body # #${end}`).records).toHaveLength(1)
  })
})

describe('truncated SAT text', () => {
  const records = `body ${entityHeader} $-1 $-1 $-1 #\npoint ${entityHeader} 0 0 0 #\n`

  it('is detected by the missing end marker', () => {
    expect(parse(`${header}${records}`)).toMatchObject({ isCut: true, records: [{ name: 'body' }, { name: 'point' }] })
  })

  it('is not assumed without an end marker when the header counts the records, as in drawings', () => {
    const counted = header.replace('700 0', '700 2')
    expect(parse(counted + records).isCut).toBe(false)
    expect(parse(counted + records.slice(0, -3))).toMatchObject({ isCut: true, records: [{ name: 'body' }] })
    expect(parse(`${counted}${records}face ${entityHeader}`).isCut).toBe(true)
  })

  it('ends before a text that is longer than the file', () => {
    expect(parse(`${header}body #\na-attrib @99 short #`)).toMatchObject({ isCut: true, records: [{ name: 'body' }] })
    expect(parse(`${header}a-attrib @${'9'.repeat(400)} short #`)).toMatchObject({ isCut: true, records: [] })
  })

  it('never yields a partial record', () => {
    const complete = parse(`${header}${records}${end}`).records
    const text = `${header}${records}`
    for (let length = 0; length < text.length; length++) {
      const { records: left, isCut } = parse(text.slice(0, length))
      expect([isCut, left], `${length} bytes`).toEqual([true, complete.slice(0, left.length)])
    }
  })
})

describe('SAT text in DXF encoding', () => {
  it('parses like plain SAT text', () => {
    const plain = `${header}body ${entityHeader} $-1 $-1 $-1 #\na-attrib @12 A^B ~! Axz;) #${end}`
    const encoded = parse(asDxf(plain))
    expect(encoded).toEqual(parse(plain))
    expect(encoded.records).toHaveLength(2)
  })
})
