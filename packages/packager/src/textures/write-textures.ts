import type { Finding, TextureId } from '@kamar/core'
import { texturePath } from '@kamar/package-format'
import type { PackageFiles } from '../files/package-files.js'
import type { PlacedScene } from '../pack/placed-scene.js'
import { encodeWebp } from './encode-webp.js'
import type { TextureStore } from './texture-store.js'

/** Maximum bytes of all images of a package. */
const maxBytes = 32 * 1024 * 1024
const maxNames = 10

/** Image in the package. */
export interface TextureFile {
  /** Number of its file, see `texturePath`. */
  readonly number: number
  /** Longest side in pixels. */
  readonly side: number
}

/** Result of writing the images. */
export interface WrittenTextures {
  /** Missing ones are displayed as a colour. */
  readonly files: ReadonlyMap<TextureId, TextureFile>
  readonly findings: readonly Finding[]
}

/** Returns the textures of the instances, in instance order. */
function usedTextures(scene: PlacedScene): Set<TextureId> {
  const used = new Set<TextureId>()
  for (const number of new Set(scene.material)) {
    const { texture } = scene.materials[number]
    if (texture !== null) used.add(texture.image)
  }
  return used
}

/** Encodes and writes the visible images, up to the byte limit of the package. */
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
