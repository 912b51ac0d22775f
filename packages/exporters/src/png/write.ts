import type { OnFraction } from '../kit/export-job.js'
import type { PackageReader } from '@kamar/view-package/package-reader'
import { createSvg } from '../kit/pages/create-svg.js'

/** Longest side: an A1 sheet at 120 dots per inch, at which the smallest text is legible. */
const pixels = 4096

/** Renders a sheet as printed to an image. */
export async function* writePng(
  model: PackageReader,
  sheet: number,
  onFraction: OnFraction,
): AsyncGenerator<Uint8Array> {
  const svg = await createSvg(model, sheet, { hasSearchableText: false, pixels })
  onFraction(0.5)
  // Native code, which the reader sandbox does not allow: reader processes load this package too.
  const { Transformer } = await import('@napi-rs/image')
  yield await Transformer.fromSvg(svg.join('\n'), 'white').png()
  onFraction(1)
}
