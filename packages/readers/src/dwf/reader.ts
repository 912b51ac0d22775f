import type { ByteSource, ReadReport, ReadContext, Reader } from '@kamar/scene'
import { readDwf } from '../shared/dwf/read-package.js'
import { requireOwnFormat } from '../shared/own-format.js'
import { throwIfCancelled } from '../shared/room-guards.js'
import { card } from './card.js'

/** The reader of Design Web Format packages; see the room's README. */
export const reader: Reader = { descriptor: card, read }

async function read(input: ByteSource, room: ReadContext): Promise<ReadReport> {
  throwIfCancelled(room.signal)
  await requireOwnFormat(card, input)
  return readDwf(input, room)
}
