import { TranslationError } from '@kamar/contracts/core'
import type { ReadRoom } from '@kamar/scene'
import { type CadDocument, Ole2Frame } from '@node-projects/acad-ts'
import { memorySource } from '../sources/memory-source.js'
import { CompoundFile } from '../shared/compound/compound-file.js'
import { isCompoundFile } from '../shared/containers.js'
import { matchesAt } from '../shared/head.js'
import { decodePicture, mostPixels, type Picture } from '../shared/picture.js'
import type { KnownPicture } from './sheets/drawing.js'
import { allEntities } from './library/all-entities.js'

/** What stands before an object's storage: its kind, corners and how it was drawn. */
const storageStart = 128
/** The data of the program that owns the object, behind their length. */
const nativeData = '\u0001Ole10Native'
const marks = ['BM', '\u0089PNG', '\u00ff\u00d8\u00ff']

/** Pictures of embedded objects whose own data are a picture (Paintbrush), by those data's place in the frame. */
export async function findEmbedded(
  documents: readonly CadDocument[],
  room: ReadRoom,
): Promise<ReadonlyMap<Uint8Array, KnownPicture>> {
  const found = new Map<Uint8Array, KnownPicture>()
  for (const { binaryData } of documents.flatMap(framesOf)) {
    const picture = found.has(binaryData) ? null : await pictureOf(binaryData)
    if (!picture) continue
    const { width, height, data: pixels } = picture
    const id = room.scene.addTexture({ name: `OLE ${found.size + 1}`, width, height, pixels })
    if (id !== null) found.set(binaryData, { id })
  }
  return found
}

const framesOf = (document: CadDocument): Ole2Frame[] =>
  [...allEntities(document)].filter((entity) => entity instanceof Ole2Frame)

async function pictureOf(frame: Uint8Array | undefined): Promise<Picture | null> {
  const storage = frame?.subarray(storageStart)
  if (!storage || !isCompoundFile(storage)) return null
  try {
    const file = await CompoundFile.open(memorySource('object', storage))
    const data = await file.stream(nativeData, 4 * mostPixels)
    if (!data || data.length < 4) return null
    const length = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(0, true)
    const content = data.subarray(4, 4 + length)
    return content.length === length && marks.some((mark) => matchesAt(content, 0, mark))
      ? decodePicture(content)
      : null
  } catch (error) {
    // A damaged object is shown as its frame, like one of another program.
    if (error instanceof TranslationError) return null
    throw error
  }
}
