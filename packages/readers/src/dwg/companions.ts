import type { ReadRoom } from '@kamar/scene'
import { type CadDocument, RasterImage } from '@node-projects/acad-ts'
import { lastPathSegment } from '../shared/names.js'
import { decodePicture } from '../shared/picture.js'
import { companionBytes } from '../shared/textures.js'
import type { KnownPicture } from './sheets/drawing.js'
import { isExternal } from './sheets/draw-inserts.js'

/** Files that a drawing asks for. */
export interface DrawingCompanions {
  /** Pictures by the name in the drawing; null where there is none to show. */
  readonly pictures: ReadonlyMap<string, KnownPicture | null>
  /** Names of files that are not attached. */
  readonly missing: ReadonlySet<string>
  readonly unreadable: readonly string[]
}

/** Looks up the pictures of a drawing and names the drawings it refers to. */
export async function findCompanions(document: CadDocument, room: ReadRoom): Promise<DrawingCompanions> {
  const pictures = new Map<string, KnownPicture | null>()
  const missing = new Set<string>()
  const unreadable: string[] = []
  for (const block of document.blockRecords ?? []) {
    for (const entity of block.entities) {
      const path = entity instanceof RasterImage ? entity.definition?.fileName : undefined
      if (path === undefined || path === '' || pictures.has(path)) continue
      const name = lastPathSegment(path)
      const bytes = await companionBytes(room, name)
      const picture = bytes && decodePicture(bytes)
      if (!bytes) missing.add(name)
      else if (!picture) unreadable.push(name)
      const id =
        picture && room.scene.addTexture({ name, width: picture.width, height: picture.height, pixels: picture.data })
      pictures.set(path, id === null ? null : { id })
    }
  }
  for (const path of externalPaths(document)) missing.add(path)
  return { pictures, missing, unreadable }
}

/** File names of the drawings that a drawing refers to. */
function externalPaths(document: CadDocument): string[] {
  return [...(document.blockRecords ?? [])]
    .filter((block) => isExternal(block) && [...block.entities].length === 0)
    .map(({ blockEntity, name }) => lastPathSegment(blockEntity.xRefPath ?? '') || `${name}.dwg`)
}
