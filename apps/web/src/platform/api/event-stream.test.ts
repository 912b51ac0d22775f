import { describe, expect, test } from 'vitest'
import { EventStreamParser } from './event-stream.js'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Parses the events of a text that arrives in chunks of this many bytes. */
function parseInChunks(text: string, size: number): string[] {
  const parser = new EventStreamParser()
  const all = bytes(text)
  const events: string[] = []
  for (let start = 0; start < all.length; start += size) events.push(...parser.push(all.subarray(start, start + size)))
  return events
}

const stream = ': alive\n\ndata: {"a":1}\n\nretry: 2000\n\nevent: file\ndata: first\ndata: second\n\ndata:tight\n\n'

describe('EventStreamParser', () => {
  test.each([1, 2, 3, 7, 1000])('parses the same events from chunks of %i bytes', (size) => {
    expect(parseInChunks(stream, size)).toEqual(['{"a":1}', 'first\nsecond', 'tight'])
  })

  test.each(['\n', '\r\n', '\r'])('accepts lines that end with %j', (end) => {
    const text = ['data: one', '', 'data: two', '', 'data: rest'].join(end)
    expect(parseInChunks(text, 1)).toEqual(['one', 'two'])
  })

  test('decodes characters that are split between chunks', () => {
    expect(parseInChunks('data: Կամար\n\n', 1)).toEqual(['Կամար'])
  })

  test('emits nothing for an unfinished event', () => {
    expect(parseInChunks('data: half', 4)).toEqual([])
  })

  test('reads a field without a colon as an empty data line', () => {
    expect(parseInChunks('data\ndata: x\n\n', 100)).toEqual(['\nx'])
  })
})
