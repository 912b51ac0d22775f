import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, step } from './run.mjs'

/**
 * Programs and worker threads that start from a bundle, by compiled module, as paths in the repository. Those of readers
 * are below `packages`, which a sandboxed process may read.
 */
export const bundles = {
  'apps/server/dist/main.js': 'apps/server/dist/bundle/main.js',
  'apps/cli/dist/main.js': 'apps/cli/dist/bundle/main.js',
  'packages/translation/dist/run.js': 'packages/translation/dist/bundle/run.js',
  'packages/translation/dist/reader-process/main.js': 'packages/translation/dist/bundle/reader-process.js',
  'packages/formats/dist/ifc/geometry/geometry-worker.js': 'packages/formats/dist/bundle/geometry-worker.js',
  'packages/formats/dist/iges/kernel-worker.js': 'packages/formats/dist/bundle/kernel-worker.js',
  'packages/codecs/dist/brep/brep-worker.js': 'packages/codecs/dist/bundle/brep-worker.js',
}

/** Bundled server, run by `npm start`, the image and the end-to-end tests. */
export const serverProgram = join(root, bundles['apps/server/dist/main.js'])

/** List of the bundled modules. */
export const bundleInputsFile = join(root, 'apps/server/dist/bundle/inputs.json')

/** Returns whether no bundled module was changed or removed since the bundles were built. */
function areCurrent() {
  const outputs = [bundleInputsFile, ...Object.values(bundles).map((path) => join(root, path))]
  if (!outputs.every((output) => existsSync(output))) return false
  const bundledAt = statSync(bundleInputsFile).mtimeMs
  return JSON.parse(readFileSync(bundleInputsFile, 'utf8')).every((path) => {
    const match = statSync(join(root, path), { throwIfNoEntry: false })
    return match !== undefined && match.mtimeMs < bundledAt
  })
}

/**
 * Bundles the compiled server, command line and readers with their libraries, unless the bundles are current: loading
 * 1,200 modules takes the server 1 s of CPU time at each start, one file a third of that.
 */
export async function bundleAll() {
  if (!areCurrent()) await step('Bundling server and readers', process.execPath, [join(root, 'scripts/bundle.mjs')])
}
