import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readImporters } from './import-graph.mjs'
import { root } from './run.mjs'

const isShipped = (path) => !/\.test\.tsx?$|\/(dist|fixtures|scripts|testing|test-support)\//.test(path)
const getWorkspace = (path) => path.split('/')[1]

/**
 * Returns the workspaces by name, with their description and the workspaces that their shipped sources import: the
 * import graph of the repository, without tests.
 */
export function readWorkspaceGraph() {
  const graph = new Map()
  for (const folder of ['packages', 'apps'])
    for (const name of readdirSync(join(root, folder))) {
      const manifest = join(root, folder, name, 'package.json')
      // What a build of an earlier version left.
      if (!existsSync(manifest)) continue
      const { description } = JSON.parse(readFileSync(manifest, 'utf8'))
      graph.set(name, { description, imports: new Set() })
    }
  for (const [imported, importers] of readImporters(['packages', 'apps']))
    for (const importer of importers)
      if (isShipped(importer) && getWorkspace(importer) !== getWorkspace(imported))
        graph.get(getWorkspace(importer)).imports.add(getWorkspace(imported))
  return graph
}
