import { describe, expect, it } from 'vitest'
import { ObjectWriter, uint32Bytes } from '../fixtures/document-writer.js'
import { ByteCursor } from './byte-cursor.js'
import { firstForm, MalformedRecordError, tryParse } from '@kamar/codecs/records'
import { ObjectStream, type ObjectReaders } from './object-stream.js'

const leaf: ObjectReaders<number> = { 7: (stream) => stream.u32() }
const pair: ObjectReaders<readonly unknown[]> = {
  9: (stream) => [stream.object(leaf), stream.object(leaf)],
}
const createStream = (write: (out: ObjectWriter) => void): ObjectStream => {
  const out = new ObjectWriter()
  write(out)
  return new ObjectStream(out.bytes)
}

describe('ObjectStream', () => {
  it('reads null objects, new objects and back-references', () => {
    const stream = createStream((out) => {
      out.none()
      out.begin(9)
      const inner = out.begin(7)
      out.u32(5).again(inner)
    })
    expect(stream.object(pair)).toBeNull()
    expect(stream.object(pair)).toEqual([5, 5])
    expect(stream.left).toBe(0)
  })

  it.each([
    ['out of order', (out: ObjectWriter) => out.u32(101, 7, 5)],
    ['of another class', (out: ObjectWriter) => out.u32(100, 8, 5)],
    ['with an unknown reference', (out: ObjectWriter) => out.again(100)],
    ['that are truncated', (out: ObjectWriter) => out.u32(100, 7)],
  ])('rejects objects %s', (_, write) => {
    expect(() => createStream(write).object(leaf)).toThrow(MalformedRecordError)
  })

  it('rejects a null object where one is required', () => {
    expect(() => createStream((out) => out.none()).required(leaf)).toThrow(MalformedRecordError)
  })

  it('rejects a back-reference to another class or to an unfinished object', () => {
    const other: ObjectReaders<string> = { 8: () => 'eight' }
    const stream = createStream((out) => {
      out.begin(7)
      out.u32(5).again(100)
    })
    stream.object(leaf)
    expect(() => stream.object(other)).toThrow(MalformedRecordError)
    const own: ObjectReaders<unknown> = { 7: (inner) => inner.object(own) }
    const itself = createStream((out) => {
      out.begin(7)
      out.again(100)
    })
    expect(() => itself.object(own)).toThrow(MalformedRecordError)
  })

  it('reads objects again from their positions, whether they are in place or referenced', () => {
    const out = new ObjectWriter()
    out.begin(9)
    const inner = out.begin(7)
    out.u32(5).again(inner)
    const second = out.length
    out.begin(9)
    out.again(inner).none()
    const stream = new ObjectStream(out.bytes, 'positions')
    expect([stream.object(pair), stream.object(pair)]).toEqual([
      [5, 5],
      [5, null],
    ])
    expect([stream.objectAt(0, pair), stream.objectAt(second, pair)]).toEqual([
      [5, 5],
      [5, null],
    ])
    expect(stream.left).toBe(0)
  })

  it('reads 400 nested objects and rejects 401', () => {
    const own: ObjectReaders<number> = { 7: (inner) => 1 + (inner.object(own) ?? 0) }
    const nested = (depth: number): ObjectStream =>
      createStream((out) => {
        for (let at = 0; at < depth; at++) out.begin(7)
        out.none()
      })
    expect(nested(400).object(own)).toBe(400)
    expect(() => nested(401).object(own)).toThrow(MalformedRecordError)
  })

  it('continues after skipped objects and rejects references to them', () => {
    const stream = createStream((out) => {
      out.u32(3, 3, 3, 3, 3, 3)
      out.u32(102, 7, 5).again(101)
    })
    expect(stream.continueAt(24, 90)).toBe(false)
    // There are too few bytes before it for this many objects.
    expect(stream.continueAt(24, 104)).toBe(false)
    expect(stream.continueAt(24, 102)).toBe(true)
    expect(stream.object(leaf)).toBe(5)
    expect(() => stream.object(leaf)).toThrow(MalformedRecordError)
  })
})

describe('NWD ByteCursor', () => {
  it('aligns fields to their size from the start of the record', () => {
    const out = new ObjectWriter()
      .u32(1)
      .f64(0.5)
      .text('ab')
      .u64(2n ** 40n)
    const bytes = new ByteCursor(out.bytes)
    expect([bytes.u32(), bytes.f64(), bytes.string(), bytes.u64()]).toEqual([1, 0.5, 'ab', 2n ** 40n])
  })

  it('reads strings in any script, null strings and empty strings', () => {
    const bytes = new ByteCursor(new ObjectWriter().text('Շենք').text(null).text('').bytes)
    expect([bytes.string(), bytes.string(), bytes.string(), bytes.left]).toEqual(['Շենք', null, '', 0])
    const passed = new ByteCursor(new ObjectWriter().text('Շենք').text(null).bytes)
    passed.skipString()
    passed.skipString()
    expect(passed.left).toBe(0)
  })

  it('rejects fields longer than the remaining bytes', () => {
    expect(() => new ByteCursor(uint32Bytes(99)).string()).toThrow(MalformedRecordError)
    expect(() => new ByteCursor(uint32Bytes(0xfffffff0)).string()).toThrow(MalformedRecordError)
    expect(() => new ByteCursor(uint32Bytes(1)).floats(2 ** 32)).toThrow(MalformedRecordError)
    expect(() => new ByteCursor(uint32Bytes(1)).doubles(1)).toThrow(MalformedRecordError)
  })

  it('accepts only zero padding of less than eight bytes at the end of a record', () => {
    for (const rest of [[], [0], [0, 0, 0, 0, 0, 0, 0]]) new ByteCursor(Uint8Array.from(rest)).expectEnd()
    expect(() => new ByteCursor(Uint8Array.of(1)).expectEnd()).toThrow(MalformedRecordError)
    expect(() => new ByteCursor(new Uint8Array(8)).expectEnd()).toThrow(MalformedRecordError)
  })
})

describe('NWD record forms', () => {
  it('are tried in order until one parses', () => {
    const read = (form: number): number => {
      if (form < 3) throw new MalformedRecordError('form', 0)
      return form
    }
    expect(firstForm([1, 2, 3, 4], read)).toBe(3)
    expect(firstForm([1, 2], read)).toBeNull()
  })

  it('propagate errors that are not malformed records', () => {
    const fault = (): never => {
      throw new TypeError('fault')
    }
    expect(() => tryParse(fault)).toThrow(TypeError)
  })
})
