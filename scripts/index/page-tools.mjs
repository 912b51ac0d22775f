import { loadDescriptors } from './descriptors.mjs'
import { toIdentifier } from './identifiers.mjs'

const source = 'apps/web/src/viewer'

/** Folder of the tools. */
export const pageTools = `${source}/tools`

/** Renders the descriptors of the viewer's tools, which load no code, and the tools themselves. */
export async function renderPageTools(folders) {
  const descriptors = await loadDescriptors(pageTools, folders)
  const ids = descriptors.map(({ id }) => id)
  const forEveryone = descriptors.filter(({ access }) => access === 'everyone').map(({ id }) => id)
  return {
    [`${source}/generated/descriptors.ts`]: `${ids.map((id) => `import { descriptor as ${toIdentifier('descriptor', id)} } from '../tools/${id}/descriptor.js'\n`).join('')}
/** The descriptors of all tools, in order; importing them loads no tool. */
export const toolDescriptors = [
${ids.map((id) => `  ${toIdentifier('descriptor', id)},\n`).join('')}] as const
`,
    [`${source}/generated/tools.ts`]: renderList(ids, { name: 'tools', comment: 'All tools, in order.' }),
    [`${source}/generated/guest-tools.ts`]: renderList(forEveryone, {
      name: 'guestTools',
      comment: 'The tools that guests of a secret link may use; their page loads no others.',
    }),
  }
}

const renderList = (ids, { name, comment }) =>
  `${ids.map((id) => `import { tool as ${toIdentifier('tool', id)} } from '../tools/${id}/tool.js'\n`).join('')}
/** ${comment} */
export const ${name} = [
${ids.map((id) => `  ${toIdentifier('tool', id)},\n`).join('')}] as const
`
