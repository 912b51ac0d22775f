import { readerLimits } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
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
    ['the kernel’s processor limit', { signal: 'SIGXCPU' }, '', 'processor-time'],
    [
      'the kernel’s last processor limit',
      { signal: 'SIGKILL', peak: { ...noUsage, cpuSeconds: readerLimits.cpuSeconds - 1 } },
      '',
      'processor-time',
    ],
    ['a kill that nobody of ours sent', { signal: 'SIGKILL' }, '', 'memory'],
    ['an engine out of memory', { signal: 'SIGABRT' }, 'FATAL ERROR: JavaScript heap out of memory', 'memory'],
    ['an engine that says so and exits', { code: 134 }, 'Fatal process out of memory: Zone', 'memory'],
    [
      'a crash near the memory limit',
      { signal: 'SIGSEGV', peak: { ...noUsage, residentBytes: readerLimits.dataBytes * 0.9 } },
      '',
      'memory',
    ],
    ['the kernel’s file limit', { signal: 'SIGXFSZ' }, '', 'output-file'],
    ['a crash', { signal: 'SIGSEGV' }, '', 'reader-fault'],
    ['an exit', { code: 7 }, '', 'reader-fault'],
  ] as const)('classifies %s', (_, changes, stderrTail, kind) => {
    expect(classifyExit(changes, stderrTail)).toBe(kind)
  })
})
