import type { OnFraction } from '../export-progress.js'
import type { PackageReader } from '../package-reader.js'
import { bakeModel } from './bake-model.js'
import { alignedZip } from '../stored-zip.js'
import { usdaText } from './usda-text.js'

/** Quick Look takes the text of more than this too slowly: about 80 bytes a triangle that a phone parses. */
const mostTriangles = 200_000

/** What iPhone and iPad show in augmented reality: a stored zip of one text scene, 64-byte aligned. */
export async function* writeUsdz(model: PackageReader, onFraction: OnFraction): AsyncGenerator<Uint8Array> {
  const { parts } = await bakeModel({ model, mostTriangles, onFraction })
  const encoder = new TextEncoder()
  const pieces = Array.from(usdaText(parts, model.manifest.writer), (text) => encoder.encode(text))
  yield* alignedZip([{ name: 'model.usda', pieces }])
}
