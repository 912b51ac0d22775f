import type { ExportJob } from '../kit/export-job.js'
import { createSvg } from '../kit/pages/create-svg.js'

/** Writes a sheet as printed. */
export async function* write(job: ExportJob): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for (const text of await createSvg(job, { hasSearchableText: true })) yield encoder.encode(`${text}\n`)
  job.onFraction(1)
}
