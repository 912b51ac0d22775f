import type { OnFraction } from '../export-progress.js'
import type { PackageReader } from '../package-reader.js'
import { createSvg } from './write-svg.js'

/** Longest side: an A1 sheet at 120 dots per inch, in which the smallest letters can be read. */
const pixels = 4096

/** A picture of a sheet, as it is printed. */
export async function* writePng(
  model: PackageReader,
  sheet: number,
  onFraction: OnFraction,
): AsyncGenerator<Uint8Array> {
  const svg = await createSvg(model, sheet, { hasSearchableText: false, pixels })
  onFraction(0.5)
  // Native code, which the box of reader processes does not let in: they load this package too.
  const { Transformer } = await import('@napi-rs/image')
  yield await Transformer.fromSvg(svg.join('\n'), 'white').png()
  onFraction(1)
}
