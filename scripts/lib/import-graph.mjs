import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseImports } from './imports.mjs'
import { root } from './run.mjs'

const skippedFolders = new Set(['node_modules', 'dist', '.git', 'data'])
const modulePattern = /\.(ts|tsx|mjs)$/
const isFile = (path) => existsSync(join(root, path))

/** Returns paths of the modules below a folder, relative to the repository. */
function findModules(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : findModules(path)
    return modulePattern.test(entry.name) ? [path] : []
  })
}

/** Returns source modules of the workspaces by import name: `@kamar/core`, `@kamar/test-kit/chromium`, `@kamar/codecs/*`. */
function readPackageExports() {
  const sources = new Map()
  for (const folder of ['packages', 'apps'])
    for (const name of readdirSync(join(root, folder))) {
      const manifest = join(root, folder, name, 'package.json')
      if (!existsSync(manifest)) continue
      const { name: packageName, exports = {} } = JSON.parse(readFileSync(manifest, 'utf8'))
      for (const [entry, target] of Object.entries(exports))
        if (target.source) sources.set(join(packageName, entry), join(folder, name, target.source))
    }
  return sources
}

/** Returns the file of an import by an entry with `*`, or null. */
function resolvePattern(name, packageExports) {
  const [scope, packageName, ...entry] = name.split('/')
  const source = packageExports.get(`${scope}/${packageName}/*`)?.replace('*', entry.join('/'))
  return source !== undefined && isFile(source) ? source : null
}

/** Returns the file of an import, or null for a library. */
function resolveImport(from, name, packageExports) {
  if (!name.startsWith('.')) return packageExports.get(name) ?? resolvePattern(name, packageExports)
  const path = normalize(join(dirname(from), name))
  const sources = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')]
  return sources.find((source) => /\.\w+$/.test(source) && isFile(source)) ?? null
}

/** Returns the importers of each module, by path: the edges of the import graph from imported to importer. */
export function readImporters(folders = ['packages', 'apps', 'tests', 'scripts']) {
  const packageExports = readPackageExports()
  const importers = new Map()
  const add = (imported, importer) => {
    if (!importers.has(imported)) importers.set(imported, new Set())
    importers.get(imported).add(importer)
  }
  for (const path of folders.flatMap(findModules)) {
    for (const name of parseImports(readFileSync(join(root, path), 'utf8'))) {
      const imported = resolveImport(path, name, packageExports)
      if (imported) add(imported, path)
    }
    for (const tested of findTestedPrograms(path)) add(tested, path)
  }
  return importers
}

/** Returns entry points of the programs that a test runs without importing them. */
function findTestedPrograms(path) {
  if (path.endsWith('.browser.test.ts')) return ['packages/viewer/src/testing/page/page.ts']
  if (!/^tests\/(e2e|contract|fleet)\/.*\.test\.ts$/.test(path)) return []
  return path.startsWith('tests/e2e/')
    ? ['apps/server/src/main.ts', 'apps/web/src/main.tsx', 'apps/web/src/public/main.tsx']
    : ['apps/server/src/main.ts']
}

/**
 * Computes the number of imports between the nearest changed file and each module that depends on it, the changed files
 * included.
 */
export function computeDistances(changed, importers) {
  const distances = new Map(changed.map((path) => [path, 0]))
  let frontier = changed
  for (let distance = 1; frontier.length > 0; distance++) {
    const next = frontier.flatMap((path) => [...(importers.get(path) ?? [])]).filter((path) => !distances.has(path))
    for (const path of next) distances.set(path, distance)
    frontier = [...new Set(next)]
  }
  return distances
}
