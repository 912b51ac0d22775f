import { setFlagsFromString } from 'node:v8'
import type { ByteSource, ReadReport, ReadContext, Reader } from '@kamar/scene'
import { requireOwnFormat } from '../shared/own-format.js'
import { throwIfCancelled } from '../shared/room-guards.js'
import { loadKernel } from './archive/kernel.js'
import { card } from './card.js'
import { readFile } from './reading.js'

/** The Rhino reader; see the room's README. */
export const reader: Reader = { descriptor: card, read }

// Optimising the kernels costs a process that reads one file of everyday size more than it saves.
const largestQuickBytes = 48 * 2 ** 20

/** Starts the library that reads the archive. */
export async function warm(): Promise<void> {
  await loadKernel()
}

async function read(input: ByteSource, room: ReadContext): Promise<ReadReport> {
  throwIfCancelled(room.signal)
  await requireOwnFormat(card, input)
  room.progress(0, 'reading')
  if (input.size <= largestQuickBytes) setFlagsFromString('--liftoff-only')
  return readFile(input, room)
}
