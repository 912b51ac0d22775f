import { loadDescriptors, renderRows } from './descriptors.mjs'

const source = 'packages/exporters/src'

/** Renders the writers, and the metadata that the whole product uses without a writer. */
export async function renderExporters(ids) {
  const metadata = (await loadDescriptors(source, ids)).map((descriptor) => ({ ...descriptor, order: undefined }))
  return {
    [`${source}/generated/writers.ts`]: `import type { ExporterId } from '@kamar/core'
import type { ExportWriter } from '../kit/export-job.js'

/** Loads the writer of an exporter when it is needed. */
export const exportWriters: Readonly<Record<ExporterId, () => Promise<ExportWriter>>> = {
${ids.map((id) => `  '${id}': () => import('../${id}/write.js'),\n`).join('')}}
`,
    'packages/core/src/generated/exporters.ts': `import type { ExporterMetadata } from '../exporter-metadata.js'

/** Metadata of every exporter, in the order of lists; its types are literal. */
export const exporterRows = ${renderRows(metadata)} as const satisfies readonly ExporterMetadata[]
`,
  }
}
