import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, step } from './run.mjs'

const folder = join(root, 'apps/server/dist/bundle')

/** The server as one file: what `npm start`, the image and the tests of the whole product run. */
export const serverProgram = join(folder, 'main.js')

/** The modules that went into it. */
export const bundleInputsFile = join(folder, 'inputs.json')

/** Whether a module went into the bundle after it was made, or away. */
function isCurrent() {
  if (!existsSync(serverProgram) || !existsSync(bundleInputsFile)) return false
  const bundledAt = statSync(bundleInputsFile).mtimeMs
  return JSON.parse(readFileSync(bundleInputsFile, 'utf8')).every((path) => {
    const match = statSync(join(root, path), { throwIfNoEntry: false })
    return match !== undefined && match.mtimeMs < bundledAt
  })
}

/**
 * Bundles the compiled server with the libraries it loads, unless it is bundled already: 1,200 modules are 1 s of processor
 * at each start, one file is a third of that. Worker threads and reader processes go on being started from their own modules.
 */
export async function bundleServer() {
  if (!isCurrent()) await step('Bundling the server', process.execPath, [join(root, 'scripts/bundle-server.mjs')])
}
