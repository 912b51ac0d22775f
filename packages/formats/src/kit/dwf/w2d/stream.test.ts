import { describe, expect, it } from 'vitest'
import { decodeText } from '@kamar/codecs/text'
import { ByteWriter } from '@kamar/codecs/zip/testing'
import { MalformedRecordError, TruncatedRecordError } from '@kamar/codecs/records'
import { W2dStream, isSpace, findNested, parseNumbers, listTokens, type AsciiNode } from './stream.js'

const bytes = (): ByteWriter => new ByteWriter()
const createStream = (content: ByteWriter | string): W2dStream =>
  new W2dStream(typeof content === 'string' ? bytes().text(content).bytes : content.bytes, decodeText)

/** Parses the content of parentheses, without the opening one. */
const parseNode = (content: ByteWriter | string): AsciiNode => createStream(content).node()

describe('W2dStream', () => {
  it('reads signed and unsigned little-endian integers', () => {
    const stream = createStream(bytes().byte(0xfe, 0xff, 0xfe, 0xff).long(-2, -2).byte(9))
    expect([stream.i16(), stream.u16()]).toEqual([-2, 65_534])
    expect([stream.i32(), stream.u32()]).toEqual([-2, 4_294_967_294])
    expect([stream.u8(), stream.left]).toEqual([9, 0])
  })

  it.each([
    ['1 is 1', [1], 1],
    ['255 is 255', [255], 255],
    ['0 followed by 0 is 256', [0, 0, 0], 256],
    ['0 followed by 4 is 260', [0, 4, 0], 260],
    ['0 followed by the maximum is 65,791', [0, 255, 255], 65_791],
  ])('reads a count of one or three bytes: %s', (_, content, count) => {
    const stream = createStream(bytes().byte(...content))
    expect(stream.count()).toBe(count)
    expect(stream.left).toBe(0)
  })

  it.each<[string, (stream: W2dStream) => unknown, number]>([
    ['a byte', (stream) => stream.u8(), 1],
    ['a 16-bit integer', (stream) => stream.i16(), 2],
    ['an unsigned 16-bit integer', (stream) => stream.u16(), 2],
    ['a 32-bit integer', (stream) => stream.i32(), 4],
    ['an unsigned 32-bit integer', (stream) => stream.u32(), 4],
    ['an extended count', (stream) => stream.count(), 3],
    ['seven bytes', (stream) => stream.take(7), 7],
  ])('signals the end of the stream at a truncated value: %s', (_, take, length) => {
    for (let left = 0; left < length; left++) {
      const stream = createStream(bytes().byte(...new Uint8Array(left)))
      expect(() => take(stream)).toThrow(TruncatedRecordError)
    }
    expect(() => take(createStream(bytes().byte(...new Uint8Array(length))))).not.toThrow()
  })

  it('never moves backwards', () => {
    const stream = createStream('abc')
    expect(() => stream.skip(-1)).toThrow(TruncatedRecordError)
    expect(stream.at).toBe(0)
  })
})

describe('W2D ASCII number', () => {
  it.each([
    ['12 ', 12, 1],
    ['  12', 12, 0],
    ['\t\r\n-7(', -7, 1],
    [',5 ', 5, 1],
    ['+3)', 3, 1],
    ['2.5,', 2.5, 1],
    ['0007L', 7, 1],
  ])('%j is read as %d', (text, value, left) => {
    const stream = createStream(text)
    expect(stream.asciiNumber()).toBe(value)
    expect(stream.left).toBe(left)
  })

  it('ends before an ellipse opcode without a separator', () => {
    const stream = createStream('40e')
    expect(stream.asciiNumber()).toBe(40)
    expect(stream.u8()).toBe(0x65)
  })

  it.each(['', ' ', 'x', '-', '--1', '1.2.3', '.', ',,', '9'.repeat(61)])('is rejected as malformed: %j', (text) => {
    expect(() => createStream(text).asciiNumber()).toThrow(MalformedRecordError)
  })
})

describe('W2D string', () => {
  it.each<[string, ByteWriter | string, string]>([
    ['quoted', "'Door'", 'Door'],
    ['quoted empty string', "''", ''],
    ['quoted after white space', " \n'a'", 'a'],
    ['quoted with an escaped quote', "'it\\'s'", "it's"],
    ['quoted with an escaped backslash', "'a\\\\b'", 'a\\b'],
    ['quoted with parentheses', "'(a) b)'", '(a) b)'],
    ['hexadecimal', '"00410042"', 'AB'],
    ['hexadecimal in mixed case', '"053F053f"', 'ԿԿ'],
    ['in double quotes without hexadecimal digits', '"Hall"', 'Hall'],
    ['in double quotes of odd length', '"12345"', '12345'],
    ['empty double quotes', '""', ''],
    ['wide characters', bytes().text('{').long(2).short(0x531, 0x20ac).text('}'), 'Ա€'],
    ['empty wide string', bytes().text('{').long(0).text('}'), ''],
    ['unquoted', 'Door next', 'Door'],
    ['unquoted before a parenthesis', 'Door(', 'Door'],
  ])('is decoded: %s', (_, content, text) => {
    expect(createStream(content).text()).toBe(text)
  })

  it.each<[string, ByteWriter | string]>([
    ['no data', ''],
    ['an unterminated quote', "'Door"],
    ['an unterminated quote that ends in a backslash', "'Door\\"],
    ['unterminated hexadecimal', '"0041'],
    ['missing wide characters', bytes().text('{').long(9).short(1)],
    ['a negative length', bytes().text('{').long(-4).text('}')],
    ['the maximum length', bytes().text('{').long(0x7fffffff).text('}')],
    ['an unquoted word at the end', 'Door'],
  ])('ends the stream when it is truncated: %s', (_, content) => {
    expect(() => createStream(content).text()).toThrow(TruncatedRecordError)
  })

  it('is rejected as malformed when wide characters lack a closing brace', () => {
    expect(() => createStream(bytes().text('{').long(1).short(65).text(')')).text()).toThrow(MalformedRecordError)
  })
})

describe('W2D extended ASCII node', () => {
  it('has a name and operands', () => {
    expect(parseNode('Layer 1 Walls)')).toEqual({ name: 'Layer', items: ['1', 'Walls'] })
    expect(parseNode('Viewport)')).toEqual({ name: 'Viewport', items: [] })
    expect(parseNode(" Node\t7\r\n'South wall' )")).toEqual({ name: 'Node', items: ['7', 'South wall'] })
  })

  it('contains nested nodes with or without names', () => {
    expect(parseNode("Units 'mm' ((1 0)(0 1)))")).toEqual({
      name: 'Units',
      items: [
        'mm',
        {
          name: '',
          items: [
            { name: '1', items: ['0'] },
            { name: '0', items: ['1'] },
          ],
        },
      ],
    })
    expect(parseNode("'http://a' 'A')")).toEqual({ name: '', items: ['http://a', 'A'] })
    expect(parseNode(')')).toEqual({ name: '', items: [] })
  })

  it('contains strings of every form', () => {
    const content = bytes().text('Text 0,0 \'a)\' "0042" ').text('{').long(1).short(0x43).text('})')
    expect(listTokens(parseNode(content))).toEqual(['0,0', 'a)', 'B', 'C'])
  })

  it('skips binary data in braces', () => {
    const content = bytes().text('Embed {').long(3).byte(1, 0x29, 0x28).text(' after)')
    expect(listTokens(parseNode(content))).toEqual(['', 'after'])
  })

  it('ends at its closing parenthesis', () => {
    const stream = createStream('Layer 1)L')
    stream.node()
    expect(stream.u8()).toBe('L'.charCodeAt(0))
  })

  it.each(['', 'Layer', 'Layer 1', "Layer 'a", 'Layer (a)', 'Layer (a', 'Layer "41', '('.repeat(20)])(
    'ends the stream when it is truncated: %j',
    (text) => {
      expect(() => parseNode(text)).toThrow(TruncatedRecordError)
    },
  )

  it('nests up to 40 levels', () => {
    const nested = (levels: number): string => `${'(a '.repeat(levels)}${')'.repeat(levels)})`
    expect(parseNode(`a ${nested(40)}`).items).toHaveLength(1)
    expect(() => parseNode(`a ${nested(41)}`)).toThrow(MalformedRecordError)
  })

  it('is found by name regardless of case', () => {
    const node = parseNode('Font (HEIGHT 5) 1 (height 6))')
    expect(findNested(node, 'Height')?.items).toEqual(['5'])
    expect(findNested(node, 'Width')).toBeUndefined()
    expect(listTokens(node)).toEqual(['1'])
  })

  it('separates numbers at commas', () => {
    expect(parseNumbers(['1,2', '-3.5', ',4,', ''])).toEqual([1, 2, -3.5, 4])
    expect(parseNumbers(['a'])).toEqual([Number.NaN])
    expect(parseNumbers([])).toEqual([])
  })
})

describe('W2D white space', () => {
  it('consists of spaces, tabs, CR and LF only', () => {
    const all = Array.from({ length: 256 }, (_, byte) => byte)
    expect(all.filter((byte) => isSpace(byte))).toEqual([9, 10, 13, 32])
    const stream = createStream(' \t\r\n')
    stream.skipSpace()
    expect(stream.left).toBe(0)
  })
})
