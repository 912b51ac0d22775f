import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productPackages } from './product-packages.mjs'
import { root } from './run.mjs'

/** Path of the hashes reviewed when the packages were added. */
export const wasmList = `${root}scripts/lib/wasm-hashes.json`

/**
 * Returns hashes of the compiled code in packages that the product runs, `{ path: sha256 }`, sorted: a review cannot
 * read it.
 */
export function wasmHashes() {
  const paths = productPackages().flatMap(({ path }) => wasmBelow(path))
  const computeHash = (path) =>
    createHash('sha256')
      .update(readFileSync(root + path))
      .digest('hex')
  return Object.fromEntries(paths.toSorted().map((path) => [path, computeHash(path)]))
}

/** Returns the files of a package itself; nested packages are listed separately. */
function wasmBelow(folder) {
  if (!existsSync(root + folder)) return []
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : wasmBelow(path)
    return entry.isFile() && entry.name.endsWith('.wasm') ? [path] : []
  })
}
