import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productPackages } from './product-packages.mjs'
import { root } from './run.mjs'

/** Where the hashes are that were looked at when the packages were taken. */
export const wasmList = `${root}scripts/lib/wasm-hashes.json`

/** Compiled code of packages that the product runs, `{ path: sha256 }`, sorted: nobody reads it in a review. */
export function wasmHashes() {
  const paths = productPackages().flatMap(({ path }) => wasmBelow(path))
  const computeHash = (path) =>
    createHash('sha256')
      .update(readFileSync(root + path))
      .digest('hex')
  return Object.fromEntries(paths.toSorted().map((path) => [path, computeHash(path)]))
}

/** Files of a package itself; those of packages within it have a place of their own. */
function wasmBelow(folder) {
  if (!existsSync(root + folder)) return []
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : wasmBelow(path)
    return entry.isFile() && entry.name.endsWith('.wasm') ? [path] : []
  })
}
