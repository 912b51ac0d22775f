import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { toCommandTables } from './command-table.mjs'
import { loadSource as load } from './load-source.mjs'
import { root } from './run.mjs'

const pages = 'apps/web/src/modules'
const keyboardGuide = 'docs/guide/keyboard.md'
const commandHeading = '## All commands and their keys'
/** Returns the action of every viewer key, determined by simulating key presses. */
async function viewerKeys() {
  const { keys } = await load('packages/viewer/src/engine/interaction/keyboard.ts')
  const describeKey = (key, shift) => {
    let name = ''
    const actions = new Proxy(
      {},
      {
        get:
          (_, action) =>
          (...values) =>
            (name = describe(action, values)),
      },
    )
    keys[key](actions, shift)
    return name
  }
  const rows = new Map()
  for (const key of Object.keys(keys)) {
    for (const shift of key.startsWith('Arrow') ? [false, true] : [false]) {
      const action = describeKey(key, shift)
      rows.set(action, [...(rows.get(action) ?? []), shift ? `Shift+${key}` : key])
    }
  }
  return [...rows].map(([action, keysOfIt]) => ({ action, keys: keysOfIt }))
}

/** Zooming is one action of the viewer, but two for a user. */
const describe = (action, [factor]) => (action === 'zoom' ? (factor < 1 ? 'zoomIn' : 'zoomOut') : action)

/** Finds the installed location of a dependency: beside the package that requires it, or above. */
function findPackage(packages, name, from) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[path]) return packages[path].link ? packages[path].resolved : path
    if (folder === '') return null
  }
}

/** Returns paths of everything that the applications load, including our own workspaces. */
function runtimePackages(packages) {
  const packagePaths = new Set()
  const follow = (path) => {
    if (packagePaths.has(path)) return
    packagePaths.add(path)
    const { dependencies, optionalDependencies } = packages[path]
    // Optional dependencies of ours run with the product if installed; those of third parties are builds for other
    // platforms.
    const own = path.includes('node_modules/') ? {} : optionalDependencies
    for (const name of Object.keys({ ...dependencies, ...own })) {
      const dependency = findPackage(packages, name, path)
      if (dependency) follow(dependency)
    }
  }
  for (const application of ['apps/server', 'apps/cli', 'apps/web']) follow(application)
  return packagePaths
}

/** Returns the packages that run with the product, by licence. */
function licenceTable() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const byLicence = new Map()
  for (const path of runtimePackages(packages)) {
    const [, name] = /.*node_modules\/(.+)$/.exec(path) ?? []
    if (!name) continue
    // The only package that states its licence only in its readme.
    const licence = packages[path].license ?? 'MIT'
    byLicence.set(licence, new Set([...(byLicence.get(licence) ?? []), `${name} ${packages[path].version}`]))
  }
  return [...byLicence]
    .map(([licence, names]) => ({ licence, packages: [...names].sort((a, b) => (a < b ? -1 : 1)) }))
    .sort((a, b) => b.packages.length - a.packages.length || (a.licence < b.licence ? -1 : 1))
}

/** Returns the keyboard page of the user guide, with the command tables inserted. */
async function keyboardPage() {
  const tables = toCommandTables(await load('apps/web/src/platform/commands/definitions.ts'))
  const [before] = readFileSync(join(root, keyboardGuide), 'utf8').split(commandHeading)
  return `${before}${commandHeading}\n\n${tables}\n`
}

/**
 * Writes the tables of the documentation and licences pages. Returns the files that were out of date; `check` writes
 * nothing.
 */
export async function writePageTables({ check = false } = {}) {
  const toJson = (table) => `${JSON.stringify(table, null, 2)}\n`
  const files = {
    [`${pages}/documentation/generated/viewer-keys.json`]: toJson(await viewerKeys()),
    [`${pages}/legal/generated/licences.json`]: toJson(licenceTable()),
    [keyboardGuide]: await keyboardPage(),
  }
  const stale = []
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name)
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    stale.push(name)
    if (check) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return stale
}
