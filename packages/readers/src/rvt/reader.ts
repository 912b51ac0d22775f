import { TranslationError } from '@kamar/contracts/core'
import type { ByteSource, ReadReport, ReadContext, Reader } from '@kamar/scene'
import { decodePng, findPng } from '../shared/closed/preview-picture.js'
import { pushIdentity, pushIdentityNode, undrawnReport, type Identity } from '../shared/closed/push-identity.js'
import { CompoundFile } from '../shared/compound/compound-file.js'
import { requireOwnFormat } from '../shared/own-format.js'
import { throwIfCancelled } from '../shared/room-guards.js'
import { card } from './card.js'
import { parseFileInfo } from './file-info.js'
import { readProject } from './read-project.js'

/** The Revit reader; see the room's README. */
export const reader: Reader = { descriptor: card, read }

const mostInfoBytes = 256 * 1024
const mostPreviewBytes = 8 * 1024 * 1024

async function read(input: ByteSource, room: ReadContext): Promise<ReadReport> {
  throwIfCancelled(room.signal)
  await requireOwnFormat(card, input)
  room.progress(0, 'reading')
  const file = await CompoundFile.open(input)
  const info = await file.stream('BasicFileInfo', mostInfoBytes)
  if (!info) throw new TranslationError({ code: 'not-this-format', details: { expected: card.name } })
  const picture = await file.stream('RevitPreview4.0', mostPreviewBytes)
  const png = picture && findPng(picture)
  const { version, properties } = parseFileInfo(info)
  const identity: Identity = { formatId: 'rvt', program: 'Revit', version, properties, preview: png && decodePng(png) }
  const project = await readProject(file, room, {
    program: `Revit ${version}`.trim(),
    pushRoot: (sets) => pushIdentityNode(room, { ...identity, sets }),
    undrawn: (report) => undrawnReport(room, identity, report),
  })
  return project ?? pushIdentity(room, identity)
}
