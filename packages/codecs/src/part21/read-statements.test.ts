import { RecordedSource } from '@kamar/test-kit'
import { TranslationError } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { FileBytes } from './file-bytes.js'
import { indexStatements, nextTurn, readChunks } from './read-statements.js'
import { encodeText, stepFile } from './testing/exchange.js'

const signal = new AbortController().signal

async function readErrorCode(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.catch((reason: unknown) => reason)
  return error instanceof TranslationError ? error.failure.code : String(error)
}

describe('readChunks', () => {
  it('reads at most 4 MiB at a time without loss', async () => {
    const bytes = Uint8Array.from({ length: 9 * 2 ** 20 + 5 }, (_, at) => at % 251)
    const source = new RecordedSource('a.stp', bytes)
    const target = await readChunks(source, new Uint8Array(bytes.length), signal)
    expect(Buffer.compare(Buffer.from(target), Buffer.from(bytes))).toBe(0)
    expect([source.readCount, source.longestRead, source.completeReads]).toEqual([3, 4 * 2 ** 20, 0])
  })

  it('keeps the available bytes of a file that is shorter than its size', async () => {
    const target = await readChunks(new RecordedSource('a.stp', encodeText('short')), new Uint8Array(100), signal)
    expect(Buffer.from(target).toString()).toBe('short')
  })

  it('fills shared and empty buffers', async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(4))
    expect((await readChunks(new RecordedSource('a', encodeText('four')), shared, signal)).buffer).toBe(shared.buffer)
    expect(await readChunks(new RecordedSource('a', encodeText('')), new Uint8Array(0), signal)).toHaveLength(0)
  })

  it('throws cancelled before the first chunk and between two chunks', async () => {
    const bytes = new Uint8Array(9 * 2 ** 20)
    expect(
      await readErrorCode(readChunks(new RecordedSource('a', bytes), new Uint8Array(9), AbortSignal.abort())),
    ).toBe('cancelled')
    const abort = new AbortController()
    const source = new RecordedSource('a', bytes, (count) => count === 2 && abort.abort())
    expect(await readErrorCode(readChunks(source, new Uint8Array(bytes.length), abort.signal))).toBe('cancelled')
    expect(source.readCount).toBe(2)
  })
})

describe('indexStatements', () => {
  const long = new FileBytes(
    encodeText(stepFile({ rows: "#1=PRODUCT('a long name of a product');\n".repeat(600_000) })),
  )

  it('reports progress that never falls and ends at 1', async () => {
    const fractions: number[] = []
    const index = await indexStatements(long, { signal, report: (fraction) => void fractions.push(fraction) })
    expect(index.count).toBe(600_000)
    expect(fractions.length).toBeGreaterThan(2)
    expect(fractions.at(-1)).toBe(1)
    expect(fractions.every((fraction, at) => fraction >= (fractions[at - 1] ?? 0))).toBe(true)
  })

  it('yields to the event loop, so that it notices a cancellation', async () => {
    const abort = new AbortController()
    const indexing = indexStatements(long, { signal: abort.signal, report: () => undefined })
    await nextTurn()
    abort.abort()
    expect(await readErrorCode(indexing)).toBe('cancelled')
  })

  it('indexes complex instances only when they are requested', async () => {
    const bytes = new FileBytes(encodeText(stepFile({ rows: '#1=(A()B());' })))
    const counts = await Promise.all(
      [true, false].map((complexInstances) =>
        indexStatements(bytes, { signal, report: () => undefined, complexInstances }),
      ),
    )
    expect(counts.map(({ count }) => count)).toEqual([1, 0])
  })
})
