import { type ByteSource, type ReadReport, type ReadContext, type Reader } from '@kamar/core'
import { readDwf } from '../kit/dwf/read-package.js'
import { requireOwnFormat } from '../kit/own-format.js'
import { descriptor } from './descriptor.js'

/** The reader of XPS-based Design Web Format packages; see the README of this folder. */
export const reader: Reader = { descriptor: descriptor, read }

async function read(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  await requireOwnFormat(descriptor, input, context.signal)
  return readDwf(input, context)
}
