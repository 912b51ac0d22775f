import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleAll } from './bundle.mjs'
import { binary, root, step } from './run.mjs'
import { storeKernelCode } from './kernel-code.mjs'

const stampFile = join(root, 'node_modules/.cache/kamar-build-stamp')
const outputs = ['apps/server/dist/main.js', 'apps/cli/dist/main.js', 'apps/web/dist/index.html']
const skippedFolders = new Set(['node_modules', 'dist', '.git', 'data'])

function* sourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skippedFolders.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sourceFiles(path)
    else if (!entry.name.endsWith('.tsbuildinfo')) yield path
  }
}

/** Returns a hash over names, sizes and times of all build inputs. */
function sourceStamp() {
  const hash = createHash('sha256')
  const files = ['packages', 'apps'].flatMap((folder) => [...sourceFiles(join(root, folder))])
  for (const path of [...files, join(root, 'package-lock.json'), join(root, 'tsconfig.base.json')]) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** Compiles TypeScript and bundles server and web application, unless nothing has changed since the last build. */
export async function buildAll({ force = false } = {}) {
  const stamp = sourceStamp()
  const upToDate = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
  if (!force && upToDate && outputs.every((output) => existsSync(join(root, output))))
    return bundleAll().then(storeKernelCode)
  await step('Compiling', binary('tsc'), ['-b', 'tsconfig.build.json'])
  await bundleAll()
  await storeKernelCode()
  await step('Bundling the web application', 'npm', ['run', '--silent', '-w', 'apps/web', 'build'])
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  writeFileSync(stampFile, stamp)
}
