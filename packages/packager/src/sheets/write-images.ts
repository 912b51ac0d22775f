import { encodeTruePng } from '../files/png.js'
import { encodeWebp } from '../textures/encode-webp.js'
import type { TextureStore } from '../textures/texture-store.js'
import type { SheetStore } from './sheet-store.js'
import type { SheetFileWriter } from './write-sheets.js'

/** Writes the images on sheets; returns the path of each. */
export async function writeSheetImages(
  sheets: readonly SheetStore[],
  textures: TextureStore,
  { files, throwIfCancelled }: { readonly files: SheetFileWriter; readonly throwIfCancelled: () => void },
): Promise<(image: number) => string> {
  const paths = new Map<number, string>()
  for (const number of new Set(sheets.flatMap(({ images }) => images.map(({ picture: image }) => image)))) {
    throwIfCancelled()
    const image = textures.image(number)
    const webp = await encodeWebp(image)
    const path = `sheets/pictures/${String(paths.size).padStart(3, '0')}.${webp === null ? 'png' : 'webp'}`
    await files.writePlain(path, webp ?? encodeTruePng(image))
    paths.set(number, path)
  }
  return (image) => paths.get(image) ?? ''
}
