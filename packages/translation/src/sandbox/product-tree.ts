import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folders with the shared libraries that Node and the sandbox's own tools load; absent ones are omitted. */
const runtimePaths = [
  '/lib',
  '/lib32',
  '/lib64',
  '/usr/lib',
  '/usr/lib32',
  '/usr/lib64',
  '/usr/local/lib',
  '/usr/share/nodejs',
]

function workspaceRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules', '@kamar'))) return folder
    if (folder === dirname(folder)) return start
  }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

/** Returns the folders of the product's own modules and their dependencies, wherever npm has put them. */
function productPaths(): string[] {
  const root = workspaceRoot(dirname(fileURLToPath(import.meta.url)))
  const modules = join(root, 'node_modules')
  const scope = join(modules, '@kamar')
  const linked = existsSync(scope) ? readdirSync(scope).map((name) => realpathSync(join(scope, name))) : []
  const packages = linked.filter((path) => path.includes('/packages/') || !isBelow(path, root))
  return [modules, ...packages].filter((path) => existsSync(path))
}

/** Returns all paths of the machine that a reader process must see, parents before children, without duplicates. */
export function visiblePaths(): readonly string[] {
  const tools = ['/usr/bin/setpriv', realpathSync(process.execPath)]
  const existingPaths = [...runtimePaths, ...tools, ...productPaths()].filter((path) => existsSync(path)).toSorted()
  return existingPaths.filter((path) => !existingPaths.some((other) => other !== path && isBelow(path, other)))
}
