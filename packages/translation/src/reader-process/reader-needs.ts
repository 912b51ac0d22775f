import type { ReaderLimits, TranslationFailure } from '@kamar/core'

/** Memory and processor time that reading a file needs, estimated from its format and size. */
export interface ReaderNeeds {
  readonly memoryBytes: number
  readonly cpuSeconds: number
}

/** What the operator permits a reader at most. */
export type MaxReaderLimits = Pick<ReaderLimits, 'dataBytes' | 'wallClockMilliseconds'>

interface FormatNeeds {
  /** Memory of a reader for each byte of a file. */
  readonly memoryRatio: number
  readonly cpuSecondsPerMegabyte: number
}

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

/** A reader process with its modules, before it reads a file. */
const startNeeds: ReaderNeeds = { memoryBytes: 200 * mebibyte, cpuSeconds: 0.5 }

/** Formats whose solids the B-rep kernel tessellates. */
const solidNeeds: FormatNeeds = { memoryRatio: 9, cpuSecondsPerMegabyte: 0.66 }

/** Needs by format, measured with whole processes on Node 20 (docs/decisions/0060). */
const needsByFormat: Readonly<Record<string, FormatNeeds>> = {
  dwg: { memoryRatio: 4, cpuSecondsPerMegabyte: 0.12 },
  ifc: { memoryRatio: 1, cpuSecondsPerMegabyte: 0.15 },
  iges: solidNeeds,
  obj: { memoryRatio: 1.6, cpuSecondsPerMegabyte: 0.2 },
  rvt: { memoryRatio: 8, cpuSecondsPerMegabyte: 0.12 },
  sat: solidNeeds,
  step: solidNeeds,
  stl: { memoryRatio: 1.5, cpuSecondsPerMegabyte: 0.15 },
}

/** Formats whose samples are too small to measure: no more than their bytes, so that none is refused without evidence. */
const defaultNeeds: FormatNeeds = { memoryRatio: 1, cpuSecondsPerMegabyte: 0.1 }

/** Compressed variants of text formats (`.ifczip`) are read as the text. */
const compressedName = /z(ip)?$/i
const compressionRatio = 6

/** Estimates what reading a file needs. */
export function estimateReaderNeeds(
  fileName: string,
  { formatId, sizeBytes }: { readonly formatId: string; readonly sizeBytes: number },
): ReaderNeeds {
  const { memoryRatio, cpuSecondsPerMegabyte } = needsByFormat[formatId] ?? defaultNeeds
  const bytes = compressedName.test(fileName) ? sizeBytes * compressionRatio : sizeBytes
  return {
    memoryBytes: Math.ceil(startNeeds.memoryBytes + bytes * memoryRatio),
    cpuSeconds: startNeeds.cpuSeconds + (bytes / mebibyte) * cpuSecondsPerMegabyte,
  }
}

/** A file may need this many times the estimate: files of a format differ, and so do machines. */
const headroom = 3

/** Limit of the clock, as a multiple of the estimated processor time: a machine with other work gives a part of a core. */
const clockHeadroom = 10

/**
 * Returns the limits of a reader for a file: those of every reader, raised for a large file as far as the operator
 * permits. Returns `limits` itself where they suffice.
 */
export function scaleReaderLimits(limits: ReaderLimits, needs: ReaderNeeds, max: MaxReaderLimits): ReaderLimits {
  const memory = scale(needs.memoryBytes * headroom, { from: limits.dataBytes, to: max.dataBytes })
  const times = { from: limits.wallClockMilliseconds, to: max.wallClockMilliseconds }
  const processorTime = scale(needs.cpuSeconds * 1000 * headroom, times)
  const clockTime = scale(needs.cpuSeconds * 1000 * clockHeadroom, times)
  if (memory === 1 && clockTime === 1) return limits
  return {
    ...limits,
    dataBytes: Math.floor(limits.dataBytes * memory),
    inflatedBytes: Math.floor(limits.inflatedBytes * memory),
    outputTotalBytes: Math.floor(limits.outputTotalBytes * memory),
    instances: Math.floor(limits.instances * memory),
    nodes: Math.floor(limits.nodes * memory),
    triangles: Math.floor(limits.triangles * memory),
    cpuSeconds: Math.ceil(limits.cpuSeconds * processorTime),
    wallClockMilliseconds: Math.ceil(limits.wallClockMilliseconds * clockTime),
  }
}

const scale = (needed: number, { from, to }: { readonly from: number; readonly to: number }): number =>
  Math.max(1, Math.min(needed, to) / from)

/** An estimate beyond this many times the maximum is certain enough to refuse the file. */
const refusalRatio = 1.5

/** Returns the failure of a file that cannot succeed within what the operator permits; null where it may. */
export function findNeedsRefusal(needs: ReaderNeeds, max: MaxReaderLimits): TranslationFailure | null {
  if (needs.memoryBytes > max.dataBytes * refusalRatio)
    return {
      code: 'reader-limit-too-low',
      details: {
        kind: 'memory',
        needed: roundToTenths(needs.memoryBytes, gibibyte),
        value: max.dataBytes,
        setting: 'KAMAR_READER_MEMORY',
      },
    }
  const maxSeconds = max.wallClockMilliseconds / 1000
  if (needs.cpuSeconds > maxSeconds * refusalRatio)
    return {
      code: 'reader-limit-too-low',
      details: {
        kind: 'wall-clock',
        needed: Math.ceil(needs.cpuSeconds),
        value: maxSeconds,
        setting: 'KAMAR_READER_MINUTES',
      },
    }
  return null
}

/** Rounds an estimate, which is not exact enough for more digits. */
function roundToTenths(value: number, unit: number): number {
  return Math.round((Math.ceil((value / unit) * 10) / 10) * unit)
}
