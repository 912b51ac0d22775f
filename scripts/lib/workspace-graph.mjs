import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseImports } from './imports.mjs'
import { root } from './run.mjs'

const isShipped = (path) =>
  /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)(dist|fixtures|testing|test-support)\//.test(path)

/**
 * Returns the workspaces by name, with their description and the workspaces that their shipped sources import: the
 * import graph of the repository, without tests.
 */
export function readWorkspaceGraph() {
  const graph = new Map()
  for (const folder of ['packages', 'apps'])
    for (const name of readdirSync(join(root, folder))) {
      const manifest = join(root, folder, name, 'package.json')
      if (!existsSync(manifest)) continue
      const sources = join(root, folder, name, 'src')
      const imports = readdirSync(sources, { recursive: true })
        .filter(isShipped)
        .flatMap((path) => parseImports(readFileSync(join(sources, path), 'utf8')))
        .flatMap((module) => (module.startsWith('@kamar/') ? [module.split('/')[1]] : []))
      const { description } = JSON.parse(readFileSync(manifest, 'utf8'))
      graph.set(name, { description, imports: new Set(imports.filter((other) => other !== name)) })
    }
  return graph
}
