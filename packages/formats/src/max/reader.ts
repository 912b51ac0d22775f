import { TranslationError, type ByteSource, type ReadReport, type ReadContext, type Reader } from '@kamar/core'
import { writeIdentity, type Identity } from '../kit/write-identity.js'
import { CompoundFile, summaryProperties } from '@kamar/codecs/compound-file'
import { requireOwnFormat } from '../kit/own-format.js'
import { descriptor } from './descriptor.js'
import { openScene, pushScene } from './read-scene.js'
import { readIdentity } from './summary-identity.js'
import { decodeStoredBitmap } from './stored-bitmap.js'

/** The 3ds Max reader; see the README of this folder. */
export const reader: Reader = { descriptor: descriptor, read }

const maxSummaryBytes = 8 * 1024 * 1024
const thumbnailProperty = '0:17'

async function read(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  await requireOwnFormat(descriptor, input, context.signal)
  context.progress(0, 'reading')
  const file = await CompoundFile.open(input)
  if (!file.names.includes('Scene')) {
    throw new TranslationError({ code: 'not-this-format', details: { expected: descriptor.name } })
  }
  const document = await file.stream('\u0005DocumentSummaryInformation', maxSummaryBytes)
  const summary = await file.stream('\u0005SummaryInformation', maxSummaryBytes)
  const thumbnail = summary && summaryProperties(summary).get(thumbnailProperty)
  const identity: Identity = {
    formatId: 'max',
    program: '3ds Max',
    ...readIdentity(document ? summaryProperties(document) : new Map()),
    preview: thumbnail instanceof Uint8Array ? decodeStoredBitmap(thumbnail) : null,
  }
  const scene = await openScene(file, context)
  context.progress(0.2, 'meshing')
  return scene === null || scene.nodes.nodes.length === 0
    ? writeIdentity(context, identity)
    : pushScene(context, scene, identity)
}
