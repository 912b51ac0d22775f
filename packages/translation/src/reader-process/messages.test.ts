import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { someManifest } from '../../test-support/queue.js'
import { readLines } from './lines.js'
import { parseReaderMessage } from './messages.js'

describe('parseReaderMessage', () => {
  it('parses every message of a reader process', () => {
    const manifest = someManifest('complete', ['scene/000.bin'])
    const messages = [
      { type: 'ready' },
      { type: 'started' },
      { type: 'progress', fraction: 0.5, stage: 'reading' },
      { type: 'manifest', manifest },
      { type: 'finished', manifest, reader: 'stl' },
      { type: 'slice', action: 'offered', number: 0 },
      { type: 'slice', action: 'completed', number: 4095 },
      { type: 'failed', failure: { code: 'damaged', bytePosition: 3, details: { line: 7, word: 'x' } } },
    ]
    for (const message of messages) expect(parseReaderMessage(JSON.stringify(message))).toEqual(message)
  })

  it.each([
    '',
    'x',
    'null',
    '[]',
    '7',
    '{}',
    '{"type":"invented"}',
    '{"type":"finished","manifest":{}}',
    '{"type":"manifest"}',
    '{"type":"slice","action":"offered"}',
    '{"type":"slice","action":"invented","number":1}',
    '{"type":"slice","action":"offered","number":4096}',
    '{"type":"slice","action":"offered","number":-1}',
    '{"type":"slice","action":"offered","number":1.5}',
  ])('returns null for %j', (line) => expect(parseReaderMessage(line)).toBeNull())

  it('limits the details of a failure and drops invalid fields', () => {
    const details = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'x'.repeat(1000)]))
    const failure = { code: 'damaged', bytePosition: 1.5, details, other: 1 }
    const parsed = parseReaderMessage(JSON.stringify({ type: 'failed', failure }))
    if (parsed?.type !== 'failed') throw new Error('not a failure')
    expect(parsed.failure.bytePosition).toBeUndefined()
    expect(Object.keys(parsed.failure.details ?? {})).toHaveLength(12)
    expect(Object.values(parsed.failure.details ?? {}).every((value) => String(value).length === 300)).toBe(true)
  })

  it.each([{}, { code: 'invented' }, 7, null])('replaces the invalid failure %j by reader-fault', (failure) => {
    expect(parseReaderMessage(JSON.stringify({ type: 'failed', failure }))).toEqual({
      type: 'failed',
      failure: { code: 'reader-fault' },
    })
  })
})

describe('readLines', () => {
  const listen = (longest: number) => {
    const stream = new PassThrough()
    const lines: string[] = []
    let tooLong = 0
    readLines(stream, longest, { line: (text) => lines.push(text), tooLong: () => tooLong++ })
    return { stream, lines, tooLong: () => tooLong }
  }

  it('joins lines that are split across chunks', async () => {
    const seed = Date.now() % 100_000
    const random = seededRandom(seed)
    const expected = Array.from({ length: 200 }, (_, n) => `line ${n} ${'é'.repeat(Math.floor(random() * 40))}`)
    const bytes = Buffer.from(`${expected.join('\n')}\n`)
    const { stream, lines, tooLong } = listen(1000)
    for (let at = 0; at < bytes.length;) {
      const length = 1 + Math.floor(random() * 90)
      stream.write(bytes.subarray(at, at + length))
      at += length
    }
    await setImmediate()
    expect(lines, `seed ${seed}`).toEqual(expected)
    expect(tooLong()).toBe(0)
  })

  it('reports a line beyond the maximum length once, and reads no further lines', async () => {
    const { stream, lines, tooLong } = listen(100)
    stream.write('short\n')
    for (let count = 0; count < 50; count++) stream.write('x'.repeat(60))
    stream.write('\nafterwards\n')
    await setImmediate()
    expect(lines).toEqual(['short'])
    expect(tooLong()).toBe(1)
  })
})
