import { readFileSync } from 'node:fs'
import { root } from './run.mjs'

/** What is run: the rest of the repository makes and tests it. */
const products = ['apps/server', 'apps/web', 'apps/cli']

/**
 * Every package of others that the product runs, by package-lock.json alone: `{ path, name, version, licence, integrity,
 * needs }`, sorted by path; `needs` are paths. The marks `dev` of the lock do not tell: packages of our own that only tests
 * use have dependencies too.
 */
export function productPackages() {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))
  const stated = JSON.parse(readFileSync(`${root}scripts/lib/stated-licences.json`, 'utf8'))
  const found = new Map(products.map((path) => [path, needsOf(packages, path)]))
  for (const needs of found.values())
    for (const path of needs) if (!found.has(path)) found.set(path, needsOf(packages, path))
  return [...found]
    .filter(([path]) => path.includes('node_modules/'))
    .map(([path, needs]) => {
      const foreign = needs.filter((need) => need.includes('node_modules/'))
      const { integrity = null, license, name, version } = packages[path]
      const licence = stated[path]?.licence ?? license ?? null
      return { path, name: name ?? path.split('node_modules/').at(-1), version, licence, integrity, needs: foreign }
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function needsOf(packages, path) {
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = packages[path]
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers].flatMap((name) => {
    const place = placeOf(packages, path, name)
    if (place === null) return []
    return [packages[place].link ? packages[place].resolved : place]
  })
}

/** Where Node finds a package that is asked for from a folder; null for one that is left out (optional, for others). */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[place] !== undefined) return place
    if (folder === '') return null
  }
}
