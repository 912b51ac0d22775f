import type { OnFraction } from '../export-progress.js'
import { pictureFile } from '../glb/export-picture.js'
import type { PackageReader } from '../package-reader.js'
import { bakeModel } from './bake-model.js'
import { alignedZip } from '../stored-zip.js'
import { usdaText } from './usda-text.js'

/** Quick Look takes the text of more than this too slowly: about 80 bytes a triangle that a phone parses. */
const mostTriangles = 200_000

/** What iPhone and iPad show in augmented reality: a stored zip of one text scene and its pictures, 64-byte aligned. */
export async function* writeUsdz(model: PackageReader, onFraction: OnFraction): AsyncGenerator<Uint8Array> {
  const { parts, pictures } = await bakeModel({ model, mostTriangles, onFraction })
  const encoder = new TextEncoder()
  const kinds = new Map([...pictures].map(([number, picture]) => [number, pictureFile(number, picture)]))
  const text = usdaText(parts, { creator: model.manifest.writer, pictureFiles: kinds })
  const pieces = Array.from(text, (piece) => encoder.encode(piece))
  const files = [...pictures].map(([number, picture]) => ({
    name: pictureFile(number, picture),
    pieces: [picture.bytes],
  }))
  yield* alignedZip([{ name: 'model.usda', pieces }, ...files])
}
