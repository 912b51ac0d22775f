import { TranslationError } from '@kamar/contracts/core'
import type { ReadContext } from '@kamar/scene'
import { type CadDocument, Ole2Frame } from '@node-projects/acad-ts'
import { memorySource } from '../sources/memory-source.js'
import { CompoundFile } from '../shared/compound/compound-file.js'
import { isCompoundFile } from '../shared/containers.js'
import { matchesAt } from '../shared/head.js'
import { bitmapPicture, playMetafile, type Metafile, type MetafileMark } from '../shared/metafile/index.js'
import { decodePicture, mostPixels, type Picture } from '../shared/picture.js'
import { savedContents, savedPresentation } from './saved-presentation.js'
import type { EmbeddedObject, KnownPicture } from './sheets/drawing.js'
import { allEntities } from './library/all-entities.js'

/** What stands before an object's storage: its kind, corners and how it was drawn. */
const storageStart = 128
/** The data of the program that owns the object, behind their length. */
const nativeData = '\u0001Ole10Native'
const marks = ['BM', '\u0089PNG', '\u00ff\u00d8\u00ff']
const mostStreamBytes = 4 * mostPixels
/** Where else an object may be saved as it is seen: whole pictures or metafiles, or those behind a head that says what they are. */
const wholeStream = /^(CONTENTS|\u0003EPRINT|\u0003META|Package)$/
const presentation = /^\u0002OlePres\d{3}$/

/** What is seen of embedded objects (pictures of Paintbrush, and the metafiles saved with objects of other programs), by those data's place in the frame. */
export async function findEmbedded(
  documents: readonly CadDocument[],
  room: ReadContext,
): Promise<ReadonlyMap<Uint8Array, EmbeddedObject>> {
  const found = new Map<Uint8Array, EmbeddedObject>()
  for (const { binaryData } of documents.flatMap(framesOf)) {
    const seen = found.has(binaryData) ? null : await seenOf(binaryData)
    const made = seen && (seen.kind === 'picture' ? pushPicture(seen.picture, found.size, room) : pushMarks(seen, room))
    if (made) found.set(binaryData, made)
  }
  return found
}

const framesOf = (document: CadDocument): Ole2Frame[] =>
  [...allEntities(document)].filter((entity) => entity instanceof Ole2Frame)

type Seen =
  | { readonly kind: 'picture'; readonly picture: Picture }
  | { readonly kind: 'metafile'; readonly metafile: Metafile }

function pushPicture(
  { width, height, data: pixels }: Picture,
  number: number,
  room: ReadContext,
): EmbeddedObject | null {
  const id = room.scene.addTexture({ name: `OLE ${number + 1}`, width, height, pixels })
  return id === null ? null : { kind: 'picture', picture: { id } }
}

function pushMarks({ metafile }: Extract<Seen, { kind: 'metafile' }>, room: ReadContext): EmbeddedObject {
  const pictures = new Map<MetafileMark, KnownPicture>()
  for (const mark of metafile.marks) {
    if (mark.kind !== 'image') continue
    const { width, height, data: pixels } = mark.picture
    const id = room.scene.addTexture({ name: `OLE picture ${pictures.size + 1}`, width, height, pixels })
    if (id !== null) pictures.set(mark, { id })
  }
  return { kind: 'metafile', metafile, pictures }
}

async function seenOf(frame: Uint8Array | undefined): Promise<Seen | null> {
  const storage = frame?.subarray(storageStart)
  if (!storage || !isCompoundFile(storage)) return null
  try {
    const file = await CompoundFile.open(memorySource('object', storage))
    const native = await nativePicture(file)
    if (native) return { kind: 'picture', picture: native }
    for (const name of file.names) {
      const isWhole = wholeStream.test(name)
      if (!isWhole && !presentation.test(name)) continue
      const data = await file.stream(name, mostStreamBytes)
      const seen = data && (isWhole ? seenIn(savedContents(data)) : seenIn(savedPresentation(data)))
      if (seen) return seen
    }
    return null
  } catch (error) {
    // A damaged object is shown as its frame, like one of which nothing is saved.
    if (error instanceof TranslationError) return null
    throw error
  }
}

async function nativePicture(file: CompoundFile): Promise<Picture | null> {
  const data = await file.stream(nativeData, mostStreamBytes)
  if (!data || data.length < 4) return null
  const length = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(0, true)
  const content = data.subarray(4, 4 + length)
  return content.length === length && isPicture(content) ? decodePicture(content) : null
}

const isPicture = (bytes: Uint8Array): boolean => marks.some((mark) => matchesAt(bytes, 0, mark))

function seenIn(data: Uint8Array | null): Seen | null {
  if (!data) return null
  const picture = isPicture(data) ? decodePicture(data) : bitmapPicture(data)
  if (picture) return { kind: 'picture', picture }
  const metafile = playMetafile(data)
  return metafile && { kind: 'metafile', metafile }
}
