import { Transformer } from '@napi-rs/image'
import type { ExportJob } from '../kit/export-job.js'
import { createPackageSvg } from '../kit/pages/create-package-svg.js'

/** Longest side: an A1 sheet at 120 dots per inch, at which the smallest text is legible. */
const pixels = 4096

/** Renders a sheet as printed to an image. */
export async function* write(job: ExportJob): AsyncGenerator<Uint8Array> {
  const svg = await createPackageSvg(job, { hasSearchableText: false, pixels })
  job.onFraction(0.5)
  yield await Transformer.fromSvg(svg.join('\n'), 'white').png()
  job.onFraction(1)
}
