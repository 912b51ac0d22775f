import { readFileSync } from 'node:fs'
import { root } from './run.mjs'

/** Runtime workspaces of the product: the rest of the repository builds and tests it. */
const products = ['apps/server', 'apps/web', 'apps/cli']

/**
 * Returns every third-party package that the product runs, from package-lock.json alone: `{ path, name, version,
 * licence, integrity, needs }`, sorted by path; `needs` are paths. The `dev` flags of the lock are insufficient: our
 * own packages that only tests use have dependencies too.
 */
export function productPackages() {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))
  const declaredLicences = JSON.parse(readFileSync(`${root}scripts/lib/stated-licences.json`, 'utf8'))
  const needsByProduct = new Map(products.map((path) => [path, listNeeds(packages, path)]))
  for (const needs of needsByProduct.values())
    for (const path of needs) if (!needsByProduct.has(path)) needsByProduct.set(path, listNeeds(packages, path))
  return [...needsByProduct]
    .filter(([path]) => path.includes('node_modules/'))
    .map(([path, needs]) => {
      const foreign = needs.filter((need) => need.includes('node_modules/'))
      const { integrity = null, license, name, version } = packages[path]
      const licence = declaredLicences[path]?.licence ?? license ?? null
      return { path, name: name ?? path.split('node_modules/').at(-1), version, licence, integrity, needs: foreign }
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function listNeeds(packages, path) {
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = packages[path]
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers].flatMap((name) => {
    const packagePath = findPackagePath(packages, path, name)
    if (packagePath === null) return []
    return [packages[packagePath].link ? packages[packagePath].resolved : packagePath]
  })
}

/**
 * Returns where Node finds a package required from a folder; null for an omitted one (optional, for other platforms).
 */
function findPackagePath(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const packagePath = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[packagePath] !== undefined) return packagePath
    if (folder === '') return null
  }
}
