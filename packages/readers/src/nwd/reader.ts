import { TranslationError } from '@kamar/contracts/core'
import type { ByteSource, Property, ReadReport, ReadRoom, Reader } from '@kamar/scene'
import { pushIdentity } from '../shared/closed/push-identity.js'
import { requireOwnFormat } from '../shared/own-format.js'
import { throwIfCancelled } from '../shared/room-guards.js'
import { card } from './card.js'
import { readDirectory, type Chunk, type Directory } from './directory.js'

/** The Navisworks reader; see the room's README. */
export const reader: Reader = { card, read }

const encryptedType = 3

async function read(input: ByteSource, room: ReadRoom): Promise<ReadReport> {
  throwIfCancelled(room.signal)
  await requireOwnFormat(card, input)
  room.progress(0, 'reading')
  const directory = await readDirectory(input)
  // Two parts are encrypted in every file; a document with a password has its shapes and its tree encrypted as well.
  if (directory.chunks.some((chunk) => chunk.type === encryptedType && isContent(chunk))) {
    throw new TranslationError({ code: 'encrypted' })
  }
  return pushIdentity(room, {
    formatId: 'nwd',
    program: 'Navisworks',
    version: '',
    properties: propertiesOf(directory),
    preview: null,
  })
}

/** The name of a part without the model it belongs to. */
const partOf = ({ name }: Chunk): string => name.split('\\').at(-1) ?? ''

const isContent = (chunk: Chunk): boolean => /^(LcOpNwdGeometry|LcOpNwdLogicalHierarchy)$/.test(partOf(chunk))

function propertiesOf({ fileVersion, container, chunks }: Directory): Property[] {
  const count = (part: string): number => chunks.filter((chunk) => partOf(chunk) === part).length
  const holds: readonly (readonly [string, number])[] = [
    ['Models', count('LcOpNwdGeometry')],
    ['Saved viewpoints', count('LcOpSavedViewsElement')],
    ['Clash tests', count('LcOpClashElement')],
    ['Selection sets', count('LcOpSelectionSetsElement')],
    ['Timelines', count('LcTlTimelinerElement')],
  ]
  return [
    { name: 'File version', value: fileVersion },
    { name: 'Container', value: `lichunk-${String(container).padStart(3, '0')}` },
    { name: 'Models', value: holds[0][1] },
    ...holds.slice(1).flatMap(([name, number]) => (number > 0 ? [{ name, value: true }] : [])),
  ]
}
