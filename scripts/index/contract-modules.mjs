import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/run.mjs'

/** Folder of the contract: one folder for each module with routes. */
export const contractModules = 'packages/contracts/src'

/** Returns the names of the tables that a module's `routes.ts` exports: JSON routes, streams, or both. */
function listTables(id) {
  const text = readFileSync(join(root, contractModules, id, 'routes.ts'), 'utf8')
  return [...text.matchAll(/^export const (\w+(?:Routes|Streams)) /gm)].map((match) => match[1])
}

/** Renders the tables of all routes and the list of all shapes of the contract. */
export function renderContractModules(ids) {
  const modules = ids.map((id) => ({ id, tables: listTables(id) }))
  const spread = (suffix) =>
    modules
      .flatMap(({ tables }) => tables.filter((table) => table.endsWith(suffix)))
      .map((table) => `  ...${table},\n`)
      .join('')
  const shapes = ids.flatMap((id) =>
    readdirSync(join(root, contractModules, id))
      .filter((file) => file.endsWith('shapes.ts'))
      .map((file) => `export * from '../${id}/${file.replace(/\.ts$/, '.js')}'\n`),
  )
  const importTables = (suffix) =>
    modules
      .map(({ id, tables }) => ({ id, tables: tables.filter((table) => table.endsWith(suffix)) }))
      .filter(({ tables }) => tables.length > 0)
      .map(({ id, tables }) => `import { ${tables.join(', ')} } from '../${id}/routes.js'\n`)
      .join('')
  return {
    [`${contractModules}/generated/route-tables.ts`]: `${importTables('Routes')}
${ids.map((id) => `export * from '../${id}/routes.js'\n`).join('')}
/** All JSON routes of the API (specification section 7; paths under \`/api/\`). */
export const routes = {
${spread('Routes')}} as const
`,
    // A module of its own, which pages do not load.
    [`${contractModules}/generated/stream-tables.ts`]: `${importTables('Streams')}
/** Routes whose request or response is not only JSON; listed for the documentation and the rights matrix. */
export const streamRoutes = [
${spread('Streams')}] as const
`,
    [`${contractModules}/generated/shapes.ts`]: shapes.join(''),
  }
}
