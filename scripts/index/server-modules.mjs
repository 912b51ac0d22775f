import { toIdentifier } from './identifiers.mjs'

const name = (id) => {
  const identifier = toIdentifier('', id)
  return `${identifier.charAt(0).toLowerCase()}${identifier.slice(1)}Module`
}

/** Renders the list of the server's modules. */
export function renderServerModules(ids) {
  return {
    'apps/server/src/generated/modules.ts': `${ids.map((id) => `import { ${name(id)} } from '../modules/${id}/module.js'\n`).join('')}
/** Every module, by id. */
export const modules = [${ids.map(name).join(', ')}] as const
`,
  }
}
