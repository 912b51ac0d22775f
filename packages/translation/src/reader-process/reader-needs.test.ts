import { type ReaderLimits, readerLimits, uploadFormats } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { estimateReaderNeeds, findNeedsRefusal, scaleReaderLimits } from './reader-needs.js'

const megabyte = 1024 ** 2
const gigabyte = 1024 ** 3
const max = { dataBytes: 16 * gigabyte, wallClockMilliseconds: 60 * 60_000 }

describe('estimateReaderNeeds', () => {
  it.each(uploadFormats.map(({ id }) => id))('grows with the size of a file of the format %s', (formatId) => {
    const small = estimateReaderNeeds('a', { formatId, sizeBytes: megabyte })
    const large = estimateReaderNeeds('a', { formatId, sizeBytes: 100 * megabyte })
    expect(large.memoryBytes).toBeGreaterThan(small.memoryBytes)
    expect(large.cpuSeconds).toBeGreaterThan(small.cpuSeconds)
  })

  it.each(uploadFormats.map(({ id }) => id))(
    'permits a file of the default upload limit in the format %s',
    (formatId) => {
      const needs = estimateReaderNeeds('a', { formatId, sizeBytes: 100 * megabyte })
      expect(findNeedsRefusal(needs, readerLimits)).toBeNull()
    },
  )

  it('counts a compressed file as the text that it contains', () => {
    const file = { formatId: 'ifc', sizeBytes: 100 * megabyte }
    expect(estimateReaderNeeds('a.ifczip', file).memoryBytes).toBeGreaterThan(
      2 * estimateReaderNeeds('a.ifc', file).memoryBytes,
    )
  })
})

describe('scaleReaderLimits', () => {
  it('returns the limits themselves where they suffice', () => {
    expect(scaleReaderLimits(readerLimits, { memoryBytes: gigabyte, cpuSeconds: 10 }, max)).toBe(readerLimits)
  })

  it('raises memory and what grows with it for a file that needs more', () => {
    const scaled = scaleReaderLimits(readerLimits, { memoryBytes: 2 * gigabyte, cpuSeconds: 10 }, max)
    expect(scaled).toMatchObject({
      dataBytes: 6 * gigabyte,
      triangles: 1.5 * readerLimits.triangles,
      wallClockMilliseconds: readerLimits.wallClockMilliseconds,
      outputTotalBytes: 1.5 * readerLimits.outputTotalBytes,
    } satisfies Partial<ReaderLimits>)
  })

  it('permits more time by the clock than processor time, because machines have other work', () => {
    const scaled = scaleReaderLimits(readerLimits, { memoryBytes: gigabyte, cpuSeconds: 300 }, max)
    expect(scaled).toMatchObject({ cpuSeconds: 900, wallClockMilliseconds: 3_000_000 })
  })

  it('raises the times, and never exceeds the maximum', () => {
    const scaled = scaleReaderLimits(readerLimits, { memoryBytes: 100 * gigabyte, cpuSeconds: 10_000 }, max)
    expect(scaled).toMatchObject({ ...max, cpuSeconds: 3600 })
  })
})

describe('findNeedsRefusal', () => {
  it('names the estimate, the limit and the setting for memory', () => {
    expect(findNeedsRefusal({ memoryBytes: 12.34 * gigabyte, cpuSeconds: 1 }, readerLimits)).toEqual({
      code: 'reader-limit-too-low',
      details: {
        kind: 'memory',
        needed: Math.round(12.4 * gigabyte),
        value: readerLimits.dataBytes,
        setting: 'KAMAR_READER_MEMORY',
      },
    })
  })

  it('names the setting for time', () => {
    expect(findNeedsRefusal({ memoryBytes: gigabyte, cpuSeconds: 3600 }, readerLimits)).toMatchObject({
      details: { kind: 'wall-clock', needed: 3600, value: 900, setting: 'KAMAR_READER_MINUTES' },
    })
  })

  it('permits a file whose estimate is beyond the limit by less than estimates deviate', () => {
    expect(findNeedsRefusal({ memoryBytes: 5 * gigabyte, cpuSeconds: 1000 }, readerLimits)).toBeNull()
  })
})
