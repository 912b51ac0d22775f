import { setFlagsFromString } from 'node:v8'
import { type ByteSource, type ReadReport, type ReadContext, type Reader } from '@kamar/core'
import { requireOwnFormat } from '../kit/own-format.js'
import { loadKernel } from './archive/kernel.js'
import { descriptor } from './descriptor.js'
import { readFile } from './reading.js'

/** The Rhino reader; see the README of this folder. */
export const reader: Reader = { descriptor: descriptor, read }

// Optimising the kernels costs more than it saves in a process that reads one file of ordinary size.
const maxQuickBytes = 48 * 2 ** 20

/** Starts the library that reads the archive. */
export async function warm(): Promise<void> {
  await loadKernel()
}

async function read(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  await requireOwnFormat(descriptor, input, context.signal)
  context.progress(0, 'reading')
  if (input.size <= maxQuickBytes) setFlagsFromString('--liftoff-only')
  return readFile(input, context)
}
