import type { ExportJob } from '../kit/export-job.js'
import { createPackageSvg } from '../kit/pages/create-package-svg.js'

/** Writes a sheet as printed. */
export async function* write(job: ExportJob): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for (const text of await createPackageSvg(job, { hasSearchableText: true })) yield encoder.encode(`${text}\n`)
  job.onFraction(1)
}
