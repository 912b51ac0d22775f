import { readerLimits } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { isRetryable } from '../jobs/state-machine.js'
import { limitExceeded } from '../run/to-failure.js'
import { failureOfExit, type ReaderExit } from './failure-of-exit.js'
import { noUsage } from './process-usage.js'

const exit = (changes: Partial<ReaderExit>): ReaderExit => ({
  code: null,
  signal: null,
  condemned: null,
  peak: noUsage,
  ...changes,
})
const classifyExit = (changes: Partial<ReaderExit>, stderrTail = ''): unknown => {
  const failure = failureOfExit(exit(changes), stderrTail, readerLimits)
  return failure.details?.['kind'] ?? failure.code
}

describe('failureOfExit', () => {
  it('prefers the limit for which the reader was killed to its exit and stderr', () => {
    const condemned = limitExceeded('output-total', 5)
    expect(failureOfExit(exit({ signal: 'SIGKILL', condemned }), 'out of memory', readerLimits)).toEqual(condemned)
  })

  it.each([
    ['the CPU limit of the kernel', { signal: 'SIGXCPU' }, '', 'processor-time'],
    [
      'the hard CPU limit of the kernel',
      { signal: 'SIGKILL', peak: { ...noUsage, cpuSeconds: readerLimits.cpuSeconds - 1 } },
      '',
      'processor-time',
    ],
    ['a kill signal from outside', { signal: 'SIGKILL' }, '', 'memory'],
    ['an engine out of memory', { signal: 'SIGABRT' }, 'FATAL ERROR: JavaScript heap out of memory', 'memory'],
    ['an engine that reports it and exits', { code: 134 }, 'Fatal process out of memory: Zone', 'memory'],
    [
      'a crash near the memory limit',
      { signal: 'SIGSEGV', peak: { ...noUsage, residentBytes: readerLimits.dataBytes * 0.9 } },
      '',
      'memory',
    ],
    ['the file size limit of the kernel', { signal: 'SIGXFSZ' }, '', 'output-file'],
    ['a crash', { signal: 'SIGSEGV' }, '', 'reader-fault'],
    ['a nonzero exit', { code: 7 }, '', 'reader-fault'],
  ] as const)('classifies %s', (_, changes, stderrTail, kind) => {
    expect(classifyExit(changes, stderrTail)).toBe(kind)
  })

  it.each([
    [0.1, true],
    [0.9, false],
  ])('lets a reader that was killed at %s of its memory limit try again: %s', (ratio, expected) => {
    const peak = { ...noUsage, residentBytes: readerLimits.dataBytes * ratio }
    const failure = failureOfExit(exit({ signal: 'SIGKILL', peak }), '', readerLimits)
    expect(isRetryable(failure)).toBe(expected)
  })
})
