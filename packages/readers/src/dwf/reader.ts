import type { ByteSource, ReadReport, ReadContext, Reader } from '@kamar/scene'
import { readDwf } from '../shared/dwf/read-package.js'
import { requireOwnFormat } from '../shared/own-format.js'
import { throwIfCancelled } from '../shared/read-guards.js'
import { descriptor } from './descriptor.js'

/** The reader of Design Web Format packages; see the README of this folder. */
export const reader: Reader = { descriptor: descriptor, read }

async function read(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  throwIfCancelled(context.signal)
  await requireOwnFormat(descriptor, input)
  return readDwf(input, context)
}
