import type { ReadContext } from '@kamar/core'
import type { Drawing } from '@kamar/codecs/drawing'
import type { DrawingReferences } from './externals.js'
import type { JoinedDrawing } from './joined-drawing.js'
import { lastPathSegment } from '@kamar/codecs/text'
import { decodeImage } from '@kamar/codecs/image'
import { visitEntities } from './visit-entities.js'
import { companionBytes } from '../kit/textures.js'
import type { ImageTexture } from './sheets/drawing.js'

/** Files that a drawing references. */
export interface DrawingCompanions {
  /** Images by their name in the drawing; null where none can be shown. */
  readonly textures: ReadonlyMap<string, ImageTexture | null>
  /** Names of files that are not attached. */
  readonly missing: ReadonlySet<string>
  readonly unreadable: readonly string[]
  readonly unreadableDrawings: readonly string[]
  /** Names of attached drawings of which the end is missing. */
  readonly truncatedDrawings: readonly string[]
  /** The drawings that are attached. */
  readonly drawings: readonly Pick<Drawing, 'unread'>[]
}

/** Finds the images of a drawing and of its external references. */
export async function findCompanions(
  { joined, ...references }: DrawingReferences,
  context: ReadContext,
): Promise<DrawingCompanions> {
  const textures = new Map<string, ImageTexture | null>()
  const missing = new Set<string>()
  const unreadable: string[] = []
  for (const path of await listImagePaths(joined, context)) {
    const name = lastPathSegment(path)
    const bytes = await companionBytes(context, name)
    const image = bytes && decodeImage(bytes)
    if (!bytes) missing.add(name)
    else if (!image) unreadable.push(name)
    const id = image && context.scene.addTexture({ name, width: image.width, height: image.height, pixels: image.data })
    textures.set(path, id === null ? null : { id })
  }
  for (const name of references.missing) missing.add(name)
  const [unreadableDrawings, truncatedDrawings] = [[...references.unreadable], [...references.truncated]]
  const drawings = joined.drawings.slice(1)
  return { textures, missing, unreadable, unreadableDrawings, truncatedDrawings, drawings }
}

const imageNames: ReadonlySet<string> = new Set(['IMAGE'])

/** Lists the distinct paths of all images. */
async function listImagePaths(source: JoinedDrawing, context: ReadContext): Promise<ReadonlySet<string>> {
  const paths = new Set<string>()
  await visitEntities(source.entitiesNamed(imageNames), context, (entity) => {
    if (entity.kind === 'image' && entity.fileName !== '') paths.add(entity.fileName)
  })
  return paths
}
