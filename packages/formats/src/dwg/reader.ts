import { setFlagsFromString } from 'node:v8'
import { type ByteSource, type ReadReport, type ReadContext, type Reader } from '@kamar/core'
import { requireOwnFormat } from '../kit/own-format.js'
import { descriptor } from './descriptor.js'

/** The reader of AutoCAD drawings; see the README of this folder. */
export const reader: Reader = { descriptor: descriptor, read }

/** Loads the modules that read drawings. */
export async function warm(): Promise<void> {
  await import('./reading.js')
}

// As for STEP, optimising the kernel costs more than it saves in a process that reads one file of ordinary size.
const maxQuickBytes = 48 * 2 ** 20

async function read(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  await requireOwnFormat(descriptor, input, context.signal)
  if (input.size <= maxQuickBytes) setFlagsFromString('--liftoff-only')
  const { readDrawing } = await import('./reading.js')
  return readDrawing(input, context)
}
