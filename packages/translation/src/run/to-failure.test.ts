import { failureDetails, failureMessages, fillPlaceholders } from '@kamar/contracts'
import { TranslationError } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { toFailure, limitExceeded, type LimitKind } from './to-failure.js'

const limits = { dataBytes: 4 * 1024 ** 3, outputFileBytes: 512 * 1024 ** 2 }
const withCode = (code: string): Error => Object.assign(new Error(`${code}: something`), { code })

describe('toFailure', () => {
  it('returns the failure of a TranslationError', () => {
    const failure = { code: 'encrypted', bytePosition: 4 } as const
    expect(toFailure(new TranslationError(failure), limits)).toEqual(failure)
  })

  it.each([
    [withCode('EFBIG'), 'output-file'],
    [withCode('ENOSPC'), 'free-space'],
    [withCode('ERR_MEMORY_ALLOCATION_FAILED'), 'memory'],
    [new RangeError('Array buffer allocation failed'), 'memory'],
    [new RangeError('WebAssembly.Memory.grow(): Unable to grow instance memory'), 'memory'],
    [new Error('Aborted(Cannot enlarge memory arrays)'), 'memory'],
  ])('names the limit behind "%s"', (error, kind) => {
    expect(toFailure(error, limits)).toMatchObject({ code: 'limit-exceeded', details: { kind } })
  })

  it('returns reader-fault with a shortened reason for other errors', () => {
    const failure = toFailure(new TypeError('x'.repeat(1000)), limits)
    expect(failure.code).toBe('reader-fault')
    expect(String(failure.details?.['reason'])).toHaveLength(200)
    expect(toFailure('a string', limits)).toEqual({ code: 'reader-fault' })
  })

  it('returns cancelled for an aborted signal', () => {
    expect(toFailure(AbortSignal.abort().reason, limits)).toEqual({ code: 'cancelled' })
  })
})

describe('limitExceeded', () => {
  const kinds: Record<LimitKind, readonly [number, RegExp]> = {
    memory: [4 * 1024 ** 3, /4 GB of memory/],
    'processor-time': [900, /15 minutes of processor time/],
    'wall-clock': [90, /90 seconds/],
    processes: [64, /64 processes/],
    'output-file': [512 * 1024 ** 2, /0\.5 GB/],
    'output-total': [2 * 1024 ** 3, /2 GB/],
    'output-count': [20_000, /20000 parts/],
    'free-space': [0, /disk is full/],
  }
  it.each(Object.entries(kinds))('names the exceeded limit in English: %s', (kind, [value, expectedText]) => {
    const { details } = limitExceeded(kind as LimitKind, value)
    expect(fillPlaceholders(failureMessages.en['limit-exceeded'], details)).toMatch(expectedText)
  })

  it.each(Object.entries(kinds))('translates the exceeded limit into every language: %s', (kind, [value]) => {
    const failure = limitExceeded(kind as LimitKind, value)
    const english = failureDetails(failure, 'en')['limit']
    for (const language of ['hy', 'ru', 'es'] as const) {
      const limitText = failureDetails(failure, language)['limit']
      expect(limitText).not.toBe(failure.details?.['limit'])
      expect(limitText).not.toBe(english)
    }
  })
})
