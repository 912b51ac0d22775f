import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Bytes } from '../fixtures/bytes.js'
import { classes } from '../fixtures/classes.js'
import { member } from '../fixtures/project-writer.js'
import { SchemaWriter } from '../fixtures/schema-writer.js'
import { parseSchema } from './class-schema.js'
import { MalformedRecordError } from '@kamar/codecs/records'
import { inflateMember } from './inflate-member.js'
import { cutPages } from './pages.js'
import { inflateGroup, listGroups, type Group } from './partition.js'
import { parseRecords } from './records.js'

const schemaWriter = new SchemaWriter(classes)
const schema = parseSchema(schemaWriter.bytes)
const tag = (name: string): number => schemaWriter.tags.get(name) ?? 0
const latin = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'))
const decodeText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const budget = (left = 1e6) => ({ left })

/** Builder of a partition, marker by marker. */
class Partition extends Bytes {
  constructor() {
    super()
    this.raw(new Uint8Array(8))
  }

  own(count = 0): this {
    return this.word(tag('ContentMarker')).long(0).long(count)
  }

  family(): this {
    return this.word(tag('ContentMarker')).long(0xffffffff).word(tag('ContentKey')).long(1).raw(new Uint8Array(16))
  }

  segment(text: string, { channel = 102, flags = 1, count = 1 } = {}): this {
    const packed = member(latin(text))
    this.word(tag('SegmentMarker')).long(flags).long(count)
    return this.long(packed.length + 8)
      .long(text.length)
      .long64(channel)
      .raw(packed)
  }

  signature(bytes: number, characters: number): this {
    this.word(tag('SignatureMarker')).long(bytes).raw(new Uint8Array(bytes).fill(5))
    return this.long(characters).raw(new Uint8Array(2 * characters).fill(6))
  }

  checkback(): this {
    return this.word(tag('SegmentCheckback')).long(77)
  }

  finish(): this {
    return this.own(0xffffffff)
  }
}

const start = (): Partition => new Partition()
const groups = (partition: Bytes): Group[] => listGroups(partition.all, schema)
const texts = (partition: Bytes): string[] =>
  groups(partition).map((group) => decodeText(inflateGroup(group, budget())))

describe('RVT record groups', () => {
  it('are listed in their order with channel and count', () => {
    const all = groups(
      start()
        .own(5)
        .segment('heads', { channel: 101, count: 2 })
        .segment('data', { channel: 102, count: 3 })
        .segment('shapes', { channel: 103, count: 4 })
        .finish(),
    )
    expect(all.map(({ channel, count, isOfFamily }) => [channel, count, isOfFamily])).toEqual([
      [101, 2, false],
      [102, 3, false],
      [103, 4, false],
    ])
  })

  it('join segments up to the one flagged as last', () => {
    const partition = start()
      .own()
      .segment('one ', { flags: 2, count: 2 })
      .segment('two ', { flags: 3, count: 0 })
      .segment('three', { flags: 1, count: 1 })
      .segment('other')
      .finish()
    expect(texts(partition)).toEqual(['one two three', 'other'])
    expect(groups(partition).map(({ count }) => count)).toEqual([3, 1])
  })

  it('belong to a family from its key until the project continues', () => {
    const partition = start().own().segment('a').family().segment('b').segment('c').own().segment('d').finish()
    expect(groups(partition).map(({ isOfFamily }) => isOfFamily)).toEqual([false, true, true, false])
  })

  it('are found after a signature of any length', () => {
    for (const [bytes, characters] of [
      [0, 0],
      [3, 1],
      [200, 40],
    ] as const) {
      const partition = start().own().segment('before').signature(bytes, characters).segment('behind').finish()
      expect(texts(partition)).toEqual(['before', 'behind'])
    }
  })

  it('are found between check markers and empty segments', () => {
    const empty = new Bytes().word(tag('SegmentMarker')).long(1).long(0).long(0).long(0)
    const partition = start().checkback().own().raw(empty.all).checkback().segment('a').checkback().finish()
    expect(texts(partition)).toEqual(['a'])
  })

  it('end at the last marker', () => {
    expect(texts(start().own().segment('a').finish().segment('b'))).toEqual(['a'])
  })

  it('are empty in a partition without markers', () => {
    expect(groups(start())).toEqual([])
    expect(listGroups(new Uint8Array(), schema)).toEqual([])
  })
})

describe('RVT partition markers', () => {
  it.each([
    ['of another class', start().own().word(tag('GLine')).long(0)],
    [
      'of a content block without a key',
      start().word(tag('ContentMarker')).long(0xffffffff).word(tag('GLine')).long(1),
    ],
    ['of a segment too short for its channel', start().word(tag('SegmentMarker')).long(1).long(1).long(7).long(9)],
    [
      'of a segment beyond the end of the stream',
      start().word(tag('SegmentMarker')).long(1).long(1).long(1000).long(9).long64(102),
    ],
    [
      'of a signature beyond the end of the stream',
      start().word(tag('SignatureMarker')).long(0xfffffff0).long(0).finish(),
    ],
    ['of text beyond the end of the stream', start().word(tag('SignatureMarker')).long(0).long(0x7fffffff).finish()],
    ['of a group beyond the end of the stream', start().own().segment('a', { flags: 2 }).finish()],
  ])('are rejected: markers %s', (_, partition) => {
    expect(() => groups(partition)).toThrow(MalformedRecordError)
  })

  it('yield the complete groups or are rejected when truncated anywhere', () => {
    const { all } = start().own().segment('first').signature(4, 2).segment('second').finish()
    const countGroups = (length: number): number => {
      try {
        return listGroups(all.subarray(0, length), schema).length
      } catch (error) {
        if (error instanceof MalformedRecordError || error instanceof RangeError) return -1
        throw error
      }
    }
    const outcomes = Array.from({ length: all.length - 7 }, (_, index) => countGroups(8 + index))
    expect(new Set(outcomes)).toEqual(new Set([-1, 0, 1, 2]))
    expect(outcomes.at(-1)).toBe(2)
  })
})

describe('gzip members of an RVT group', () => {
  it('share one inflation limit', () => {
    const [group] = groups(start().own().segment('12345', { flags: 2 }).segment('67890').finish())
    if (!group) throw new TypeError('the fixture has a group')
    const left = budget(10)
    expect(decodeText(inflateGroup(group, left))).toBe('1234567890')
    expect(left.left).toBe(0)
    expect(() => inflateGroup(group, budget(9))).toThrow(
      expect.objectContaining({ failure: { code: 'limit-exceeded', details: { limit: 'inflatedBytes' } } }),
    )
  })

  it('are also read with the gzip length and checksum trailer', () => {
    expect(decodeText(inflateMember(Uint8Array.from(gzipSync(latin('whole'))), budget()))).toBe('whole')
  })

  it('inflate to nothing when they are empty', () => {
    expect(inflateMember(member(new Uint8Array()), budget())).toHaveLength(0)
  })

  it.each([
    ['of another compression method', [0x1f, 0x8b, 7, 0, 0, 0, 0, 0, 0, 0, 3, 0]],
    ['of another file format', [0x50, 0x4b, 8, 0, 0, 0, 0, 0, 0, 0, 3, 0]],
    ['of only nine bytes', [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0]],
    ['whose extra field is truncated', [0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0]],
    ['whose extra field exceeds the data', [0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 3, 0]],
    ['whose comment is unterminated', [0x1f, 0x8b, 8, 16, 0, 0, 0, 0, 0, 0, 65, 65]],
  ])('are rejected: members %s', (_, bytes) => {
    expect(() => inflateMember(Uint8Array.from(bytes), budget())).toThrow(MalformedRecordError)
  })
})

describe('RVT stream pages', () => {
  it('lose the trailer of each full page', () => {
    const [payloadBytes, check] = [64_896, 353]
    const page = (value: number): Uint8Array => {
      const bytes = new Uint8Array(payloadBytes + check).fill(0xcc)
      return bytes.fill(value, 0, payloadBytes)
    }
    const cut = cutPages(new Bytes().raw(page(1)).raw(page(2)).raw(new Uint8Array(100).fill(3)).all)
    expect(cut).toHaveLength(2 * payloadBytes + 100)
    expect([
      cut[payloadBytes - 1],
      cut[payloadBytes],
      cut[2 * payloadBytes - 1],
      cut[2 * payloadBytes],
      cut.at(-1),
    ]).toEqual([1, 2, 2, 3, 3])
    expect(cut.includes(0xcc)).toBe(false)
  })

  it('keep all bytes when the only page is one byte short', () => {
    expect(cutPages(new Uint8Array(65_248).fill(4))).toHaveLength(65_248)
  })

  it('lose their trailers before a packed stream is inflated', () => {
    const noise = Uint8Array.from({ length: 150_000 }, (_, index) => (index * 7919 + (index >> 7) * 31) & 0xff)
    const packed = deflateRawSync(noise, { level: 0 })
    const paged = new Bytes()
    for (let at = 0; at < packed.length; at += 64_896) {
      const page = packed.subarray(at, at + 64_896)
      paged.raw(page)
      if (page.length === 64_896) paged.raw(new Uint8Array(353).fill(0xee))
    }
    const complete = new Bytes().raw(Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 11]))
    expect(() => inflateMember(complete.raw(paged.all).all, budget())).toThrow(MalformedRecordError)
    const header = new Bytes().raw(Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 11]))
    const inflated = inflateMember(header.raw(cutPages(paged.all)).all, budget())
    expect(Buffer.compare(inflated, noise)).toBe(0)
  })
})

describe('RVT group records', () => {
  const record = (
    id: number,
    body: string,
    { wide = true, header = false, trailing = body.length } = {},
  ): Uint8Array => {
    const out = wide ? new Bytes().long64(id) : new Bytes().long(id)
    if (!header) out.long(0)
    return out.long(body.length).raw(latin(body)).long(trailing).all
  }
  const joined = (...all: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(all))

  it.each([
    [101, 8],
    [101, 4],
    [102, 8],
    [102, 4],
    [103, 8],
    [103, 4],
  ] as const)('have their own header in channel %d with element ids of %d bytes', (channel, idBytes) => {
    const form = { wide: idBytes === 8, header: channel === 101 }
    const bytes = joined(record(7, 'first', form), record(-1, '', form), record(2 ** 31 - 1, 'third', form))
    expect(parseRecords(bytes, { channel, idBytes }).map(({ id, body }) => [id, decodeText(body)])).toEqual([
      [7, 'first'],
      [-1, ''],
      [2 ** 31 - 1, 'third'],
    ])
  })

  it('have 64-bit element ids since 2024', () => {
    expect(parseRecords(record(2 ** 40 + 3, 'a'), { channel: 102, idBytes: 8 })).toMatchObject([{ id: 2 ** 40 + 3 }])
  })

  it('are empty for an empty group', () => {
    expect(parseRecords(new Uint8Array(), { channel: 102, idBytes: 8 })).toEqual([])
  })

  it.each([
    ['with a different trailing length', record(1, 'abc', { trailing: 4 })],
    ['of another channel', record(1, 'abc', { header: true })],
    ['that are truncated', record(1, 'abc').slice(0, -1)],
    ['with three trailing bytes', joined(record(1, 'abc'), new Uint8Array(3))],
    ['longer than the group', new Bytes().long64(1).long(0).long(0xffffffff).long(0xffffffff).long(0).all],
  ])('are rejected: records %s', (_, bytes) => {
    expect(() => parseRecords(bytes, { channel: 102, idBytes: 8 })).toThrow(MalformedRecordError)
  })
})
