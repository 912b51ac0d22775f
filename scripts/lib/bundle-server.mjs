import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, step } from './run.mjs'

const folder = join(root, 'apps/server/dist/bundle')

/** Server bundled into one file, run by `npm start`, the image and the end-to-end tests. */
export const serverProgram = join(folder, 'main.js')

/** List of the bundled modules. */
export const bundleInputsFile = join(folder, 'inputs.json')

/** Returns whether no bundled module was changed or removed since the bundle was built. */
function isCurrent() {
  if (!existsSync(serverProgram) || !existsSync(bundleInputsFile)) return false
  const bundledAt = statSync(bundleInputsFile).mtimeMs
  return JSON.parse(readFileSync(bundleInputsFile, 'utf8')).every((path) => {
    const match = statSync(join(root, path), { throwIfNoEntry: false })
    return match !== undefined && match.mtimeMs < bundledAt
  })
}

/**
 * Bundles the compiled server with its libraries, unless the bundle is current: 1,200 modules take 1 s of CPU time at
 * each start, one file takes a third of that. Worker threads and reader processes still start from their own modules.
 */
export async function bundleServer() {
  if (!isCurrent()) await step('Bundling the server', process.execPath, [join(root, 'scripts/bundle-server.mjs')])
}
