import { loadDescriptors, renderRows } from './descriptors.mjs'
import { toIdentifier } from './identifiers.mjs'

const source = 'packages/formats/src'
/** Fields of a descriptor that the table of metadata has; the others need the reader's package. */
const metadataFields = [
  'id',
  'name',
  'source',
  'extensions',
  'optionalExtensions',
  'dimensions',
  'companions',
  'previewOnly',
  'exactSolids',
  'cadDrawings',
  'buildings',
  'cloudSheets',
]

/** Renders the descriptors, the readers, and the metadata that the whole product uses without a reader. */
export async function renderFormats(ids) {
  const metadata = (await loadDescriptors(source, ids)).map((descriptor) =>
    Object.fromEntries(metadataFields.map((field) => [field, descriptor[field]])),
  )
  const identifier = (id) => toIdentifier('descriptor', id)
  return {
    [`${source}/generated/descriptors.ts`]: `import type { FormatDescriptor } from '@kamar/core'
${ids.map((id) => `import { descriptor as ${identifier(id)} } from '../${id}/descriptor.js'\n`).join('')}
/** The descriptors of all formats, by id; importing them loads no parser. */
export const formatDescriptors: readonly FormatDescriptor[] = [${ids.map(identifier).join(', ')}]
`,
    [`${source}/generated/readers.ts`]: `import type { ReaderModule } from '../reader-module.js'

/** Loads the module of a reader when it is needed; the key is the format's id. */
export const readerModules: Readonly<Record<string, () => Promise<ReaderModule>>> = {
${ids.map((id) => `  '${id}': () => import('../${id}/reader.js'),\n`).join('')}}
`,
    'packages/core/src/generated/formats.ts': `import type { FormatMetadata } from '../format-metadata.js'

/** Metadata of every format, in the order of lists. */
export const formats: readonly FormatMetadata[] = ${renderRows(metadata)}
`,
  }
}
