import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/run.mjs'
import { toIdentifier } from './identifiers.mjs'

/** Folder of the viewer's tools. */
export const viewerTools = 'packages/viewer/src/tools'

/** Renders the published names of all tools, and the descriptors of those that are extensions. */
export function renderViewerTools(ids) {
  const extensions = ids.filter((id) => existsSync(join(root, viewerTools, id, 'descriptor.ts')))
  const identifier = (id) => toIdentifier('descriptor', id)
  return {
    [`${viewerTools}/generated/exports.ts`]: ids.map((id) => `export * from '../${id}/index.js'\n`).join(''),
    [`${viewerTools}/generated/descriptors.ts`]: `import type { ExtensionDescriptor } from '../../engine/extension/extension-registry.js'
${extensions.map((id) => `import { descriptor as ${identifier(id)} } from '../${id}/descriptor.js'\n`).join('')}
/** The tools that are extensions; importing this loads none of them. */
export const descriptors: readonly ExtensionDescriptor[] = [
${extensions.map((id) => `  ${identifier(id)},\n`).join('')}]
`,
  }
}
