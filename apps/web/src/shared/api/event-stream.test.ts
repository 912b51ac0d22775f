import { describe, expect, test } from 'vitest'
import { EventStreamParser } from './event-stream.js'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Events of a text that arrives in pieces of this many bytes. */
function parseInChunks(text: string, size: number): string[] {
  const parser = new EventStreamParser()
  const all = bytes(text)
  const events: string[] = []
  for (let start = 0; start < all.length; start += size) events.push(...parser.push(all.subarray(start, start + size)))
  return events
}

const stream = ': alive\n\ndata: {"a":1}\n\nretry: 2000\n\nevent: file\ndata: first\ndata: second\n\ndata:tight\n\n'

describe('an event stream', () => {
  test.each([1, 2, 3, 7, 1000])('in pieces of %i bytes has the same events', (size) => {
    expect(parseInChunks(stream, size)).toEqual(['{"a":1}', 'first\nsecond', 'tight'])
  })

  test.each(['\n', '\r\n', '\r'])('ends its lines with %j', (end) => {
    const text = ['data: one', '', 'data: two', '', 'data: rest'].join(end)
    expect(parseInChunks(text, 1)).toEqual(['one', 'two'])
  })

  test('keeps letters that are cut in the middle', () => {
    expect(parseInChunks('data: Կամար\n\n', 1)).toEqual(['Կամար'])
  })

  test('gives nothing for an event that has not ended', () => {
    expect(parseInChunks('data: half', 4)).toEqual([])
  })

  test('takes a field without a colon for an empty line of data', () => {
    expect(parseInChunks('data\ndata: x\n\n', 100)).toEqual(['\nx'])
  })
})
