import { TranslationError } from '@kamar/contracts/core'
import type { ByteSource, ReadReport, ReadContext, Reader } from '@kamar/scene'
import { pushIdentity, type Identity } from '../shared/closed/push-identity.js'
import { CompoundFile } from '../shared/compound/compound-file.js'
import { summaryProperties } from '../shared/compound/summary-properties.js'
import { requireOwnFormat } from '../shared/own-format.js'
import { throwIfCancelled } from '../shared/room-guards.js'
import { card } from './card.js'
import { openScene, pushScene } from './read-scene.js'
import { identityOf } from './scene-facts.js'
import { decodeStoredBitmap } from './stored-bitmap.js'

/** The 3ds Max reader; see the room's README. */
export const reader: Reader = { descriptor: card, read }

const mostSummaryBytes = 8 * 1024 * 1024
const thumbnailProperty = '0:17'

async function read(input: ByteSource, room: ReadContext): Promise<ReadReport> {
  throwIfCancelled(room.signal)
  await requireOwnFormat(card, input)
  room.progress(0, 'reading')
  const file = await CompoundFile.open(input)
  if (!file.names.includes('Scene')) {
    throw new TranslationError({ code: 'not-this-format', details: { expected: card.name } })
  }
  const document = await file.stream('\u0005DocumentSummaryInformation', mostSummaryBytes)
  const summary = await file.stream('\u0005SummaryInformation', mostSummaryBytes)
  const thumbnail = summary && summaryProperties(summary).get(thumbnailProperty)
  const identity: Identity = {
    formatId: 'max',
    program: '3ds Max',
    ...identityOf(document ? summaryProperties(document) : new Map()),
    preview: thumbnail instanceof Uint8Array ? decodeStoredBitmap(thumbnail) : null,
  }
  const scene = await openScene(file, room)
  room.progress(0.2, 'meshing')
  return scene === null || scene.nodes.nodes.length === 0
    ? pushIdentity(room, identity)
    : pushScene(room, scene, identity)
}
