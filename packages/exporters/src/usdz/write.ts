import type { ExportJob } from '../kit/export-job.js'
import { formatImagePath } from '../kit/export-image.js'
import { bakeModel } from '../kit/baking/bake-model.js'
import { alignedZip } from '../kit/stored-zip.js'
import { usdaText } from './usda-text.js'

/** Beyond this, Quick Look loads the text too slowly: a phone parses about 80 bytes a triangle. */
const maxTriangles = 200_000

/**
 * Writes the model for augmented reality on iPhone and iPad: a stored zip of one text scene and its images, 64-byte
 * aligned.
 */
export async function* write({ model, onFraction }: ExportJob): AsyncGenerator<Uint8Array> {
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
