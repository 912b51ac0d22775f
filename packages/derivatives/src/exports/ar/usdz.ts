import type { OnFraction } from '../export-progress.js'
import { formatImagePath } from '../glb/export-image.js'
import type { PackageReader } from '../package-reader.js'
import { bakeModel } from './bake-model.js'
import { alignedZip } from '../stored-zip.js'
import { usdaText } from './usda-text.js'

/** Quick Look takes the text of more than this too slowly: about 80 bytes a triangle that a phone parses. */
const maxTriangles = 200_000

/** What iPhone and iPad show in augmented reality: a stored zip of one text scene and its pictures, 64-byte aligned. */
export async function* writeUsdz(model: PackageReader, onFraction: OnFraction): AsyncGenerator<Uint8Array> {
  const { parts, images } = await bakeModel({ model, maxTriangles, onFraction })
  const encoder = new TextEncoder()
  const kinds = new Map([...images].map(([number, image]) => [number, formatImagePath(number, image)]))
  const text = usdaText(parts, { creator: model.manifest.writer, imagePaths: kinds })
  const chunks = Array.from(text, (chunk) => encoder.encode(chunk))
  const files = [...images].map(([number, image]) => ({
    name: formatImagePath(number, image),
    chunks: [image.bytes],
  }))
  yield* alignedZip([{ name: 'model.usda', chunks }, ...files])
}
