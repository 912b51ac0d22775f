import type { Finding, TextureId } from '@kamar/scene'
import { texturePath } from '@kamar/view-package'
import type { PackageFiles } from '../files/package-files.js'
import type { PlacedScene } from '../pack/placed-scene.js'
import { encodeWebp } from './encode-webp.js'
import type { TextureStore } from './texture-store.js'

/** Bytes of all pictures of a package. */
const maxBytes = 32 * 1024 * 1024
const maxNames = 10

/** A picture that is in the package. */
export interface TextureFile {
  /** `texturePath` names its file. */
  readonly number: number
  /** Pixels of its longest side. */
  readonly side: number
}

/** What became of the pictures. */
export interface WrittenTextures {
  /** Those that are not there are shown as a colour. */
  readonly files: ReadonlyMap<TextureId, TextureFile>
  readonly findings: readonly Finding[]
}

/** Textures of placed instances, in the order in which these stand. */
function usedTextures(scene: PlacedScene): Set<TextureId> {
  const used = new Set<TextureId>()
  for (const number of new Set(scene.material)) {
    const { texture } = scene.materials[number]
    if (texture !== null) used.add(texture.image)
  }
  return used
}

/** Encodes and writes the pictures that are seen, until the package has as many bytes of them as it may. */
export async function writeTextures(
  textures: TextureStore,
  scene: PlacedScene,
  { files, throwIfCancelled }: { readonly files: PackageFiles; readonly throwIfCancelled: () => void },
): Promise<WrittenTextures> {
  const textureFiles = new Map<TextureId, TextureFile>()
  const left: string[] = []
  let total = 0
  for (const number of textures.count === 0 ? [] : usedTextures(scene)) {
    throwIfCancelled()
    const image = textures.image(number)
    const bytes = await encodeWebp(image)
    if (bytes === null || total + bytes.length > maxBytes) {
      left.push(textures.name(number))
      continue
    }
    total += bytes.length
    await files.writePlain(texturePath(textureFiles.size), bytes)
    textureFiles.set(number, { number: textureFiles.size, side: Math.max(image.width, image.height) })
  }
  const details = { count: left.length, names: left.slice(0, maxNames).join(', ') }
  const findings: Finding[] =
    left.length === 0 ? [] : [{ code: 'texture-as-average-colour', severity: 'information', details }]
  return { files: textureFiles, findings }
}
