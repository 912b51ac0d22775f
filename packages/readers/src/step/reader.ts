import { setFlagsFromString } from 'node:v8'
import type { ByteSource, ReadReport, ReadRoom, Reader } from '@kamar/scene'
import { card } from './card.js'
import { readModel } from './reading.js'

/** The STEP reader; see the room's README. */
export const reader: Reader = { card, read }

// In a process that reads one file and ends, V8 spends more on optimising the kernel than that saves: 4.3 s of CPU
// against 5.6 s on 6.9 MB, half the memory. Only files far larger run long enough to earn it back.
const largestQuickBytes = 48 * 2 ** 20

async function read(input: ByteSource, room: ReadRoom): Promise<ReadReport> {
  if (input.size <= largestQuickBytes) setFlagsFromString('--liftoff-only')
  return readModel(input, room)
}
