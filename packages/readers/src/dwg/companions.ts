import type { ReadContext } from '@kamar/scene'
import { type CadDocument, RasterImage } from '@node-projects/acad-ts'
import type { JoinedDrawings } from './externals.js'
import { lastPathSegment } from '../shared/names.js'
import { decodePicture } from '../shared/picture.js'
import { companionBytes } from '../shared/textures.js'
import type { KnownPicture } from './sheets/drawing.js'
import { allEntities } from './library/all-entities.js'

/** Files that a drawing asks for. */
export interface DrawingCompanions {
  /** Pictures by the name in the drawing; null where there is none to show. */
  readonly pictures: ReadonlyMap<string, KnownPicture | null>
  /** Names of files that are not attached. */
  readonly missing: ReadonlySet<string>
  readonly unreadable: readonly string[]
  readonly unreadableDrawings: readonly string[]
}

/** Looks up the pictures of a drawing and of those that it refers to. */
export async function findCompanions(
  document: CadDocument,
  joined: JoinedDrawings,
  room: ReadContext,
): Promise<DrawingCompanions> {
  const pictures = new Map<string, KnownPicture | null>()
  const missing = new Set<string>()
  const unreadable: string[] = []
  for (const path of picturesOf([document, ...joined.documents])) {
    const name = lastPathSegment(path)
    const bytes = await companionBytes(room, name)
    const picture = bytes && decodePicture(bytes)
    if (!bytes) missing.add(name)
    else if (!picture) unreadable.push(name)
    const id =
      picture && room.scene.addTexture({ name, width: picture.width, height: picture.height, pixels: picture.data })
    pictures.set(path, id === null ? null : { id })
  }
  for (const name of joined.missing) missing.add(name)
  return { pictures, missing, unreadable, unreadableDrawings: [...joined.unreadable] }
}

/** Paths of all pictures of drawings, each once. */
function picturesOf(documents: readonly CadDocument[]): Set<string> {
  const paths = new Set<string>()
  for (const document of documents)
    for (const entity of allEntities(document))
      if (entity instanceof RasterImage && entity.definition?.fileName) paths.add(entity.definition.fileName)
  return paths
}
