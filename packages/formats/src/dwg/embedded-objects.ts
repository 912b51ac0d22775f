import { TranslationError, type ReadContext, memorySource } from '@kamar/core'
import { CompoundFile } from '@kamar/codecs/compound-file'
import { isCompoundFile, matchesAt } from '@kamar/codecs/detection'
import { decodeDib, playMetafile, type Metafile, type MetafileMark } from '@kamar/codecs/metafile'
import { decodeImage, maxPixels, type RasterImage } from '@kamar/codecs/image'
import type { JoinedDrawing } from './joined-drawing.js'
import { visitEntities } from './visit-entities.js'
import { savedContents, savedPresentation } from './saved-presentation.js'
import type { EmbeddedObject, ImageTexture } from './sheets/drawing.js'

/** Bytes before an object's storage: its kind, corners and drawing aspect. */
const storageStart = 128
/** The data of the program that owns the object, after a length. */
const nativeData = '\u0001Ole10Native'
const marks = ['BM', '\u0089PNG', '\u00ff\u00d8\u00ff']
const maxStreamBytes = 4 * maxPixels
/**
 * Other streams with the visible form of an object: plain images or metafiles, or those after a header that states
 * their type.
 */
const contentsStream = /^(CONTENTS|\u0003EPRINT|\u0003META|Package)$/
const presentation = /^\u0002OlePres\d{3}$/

/**
 * Finds the visible form of embedded objects (Paintbrush images, and the metafiles saved with objects of other
 * programs), by the handle of their frame.
 */
export async function findEmbedded(
  source: JoinedDrawing,
  context: ReadContext,
): Promise<ReadonlyMap<number, EmbeddedObject>> {
  const objects = new Map<number, EmbeddedObject>()
  await visitEntities(source.entitiesNamed(frameNames), context, async (entity) => {
    const preview = entity.kind === 'oleFrame' ? await findPreview(entity.data) : null
    const embedded =
      preview &&
      (preview.kind === 'picture' ? addImage(preview.image, objects.size, context) : pushMarks(preview, context))
    if (embedded) objects.set(entity.handle, embedded)
  })
  return objects
}

const frameNames: ReadonlySet<string> = new Set(['OLE2FRAME'])

type Preview =
  | { readonly kind: 'picture'; readonly image: RasterImage }
  | { readonly kind: 'metafile'; readonly metafile: Metafile }

function addImage(
  { width, height, data: pixels }: RasterImage,
  number: number,
  context: ReadContext,
): EmbeddedObject | null {
  const id = context.scene.addTexture({ name: `OLE ${number + 1}`, width, height, pixels })
  return id === null ? null : { kind: 'picture', texture: { id } }
}

function pushMarks({ metafile }: Extract<Preview, { kind: 'metafile' }>, context: ReadContext): EmbeddedObject {
  const textures = new Map<MetafileMark, ImageTexture>()
  for (const mark of metafile.marks) {
    if (mark.kind !== 'image') continue
    const { width, height, data: pixels } = mark.image
    const id = context.scene.addTexture({ name: `OLE picture ${textures.size + 1}`, width, height, pixels })
    if (id !== null) textures.set(mark, { id })
  }
  return { kind: 'metafile', metafile, textures }
}

async function findPreview(frame: Uint8Array): Promise<Preview | null> {
  const storage = frame.subarray(storageStart)
  if (!isCompoundFile(storage)) return null
  try {
    const file = await CompoundFile.open(memorySource('object', storage))
    const native = await findNativeImage(file)
    if (native) return { kind: 'picture', image: native }
    for (const name of file.names) {
      const isContents = contentsStream.test(name)
      if (!isContents && !presentation.test(name)) continue
      const data = await file.stream(name, maxStreamBytes)
      const preview = data && (isContents ? decodePreview(savedContents(data)) : decodePreview(savedPresentation(data)))
      if (preview) return preview
    }
    return null
  } catch (error) {
    // A damaged object shows as its frame, like one without a saved form.
    if (error instanceof TranslationError) return null
    throw error
  }
}

async function findNativeImage(file: CompoundFile): Promise<RasterImage | null> {
  const data = await file.stream(nativeData, maxStreamBytes)
  if (!data || data.length < 4) return null
  const length = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(0, true)
  const content = data.subarray(4, 4 + length)
  return content.length === length && isImage(content) ? decodeImage(content) : null
}

const isImage = (bytes: Uint8Array): boolean => marks.some((mark) => matchesAt(bytes, 0, mark))

function decodePreview(data: Uint8Array | null): Preview | null {
  if (!data) return null
  const image = isImage(data) ? decodeImage(data) : decodeDib(data)
  if (image) return { kind: 'picture', image }
  const metafile = playMetafile(data)
  return metafile && { kind: 'metafile', metafile }
}
