import type { ByteSource, ReadReport, ReadRoom, Reader } from '@kamar/scene'
import { decodePng, findPng, type Picture } from '../shared/closed/preview-picture.js'
import { pushIdentity } from '../shared/closed/push-identity.js'
import { requireOwnFormat } from '../shared/own-format.js'
import { throwIfCancelled } from '../shared/room-guards.js'
import { card } from './card.js'
import { parseHeader } from './header.js'
import { thumbnailInArchive } from './thumbnail-in-archive.js'

/** The SketchUp reader; see the room's README. */
export const reader: Reader = { card, read }

/** Up to 2020 the picture stands behind the list of classes, some two thousand bytes in. */
const headBytes = 2 * 1024 * 1024

async function read(input: ByteSource, room: ReadRoom): Promise<ReadReport> {
  throwIfCancelled(room.signal)
  await requireOwnFormat(card, input)
  room.progress(0, 'reading')
  const head = await input.read(0, headBytes)
  const header = parseHeader(head)
  return pushIdentity(room, {
    formatId: 'skp',
    program: 'SketchUp',
    version: header.version,
    properties: [
      ...(header.fileVersion === '' ? [] : [{ name: 'File version', value: header.fileVersion }]),
      { name: 'Container', value: header.archiveStart === null ? 'classic' : 'zip' },
    ],
    preview: await previewOf(input, { head, archiveStart: header.archiveStart, room }),
  })
}

async function previewOf(
  input: ByteSource,
  { head, archiveStart, room }: { head: Uint8Array; archiveStart: number | null; room: ReadRoom },
): Promise<Picture | null> {
  const png = archiveStart === null ? findPng(head) : await thumbnailInArchive(input, archiveStart, room)
  return png && decodePng(png)
}
