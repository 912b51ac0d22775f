import { join } from 'node:path'
import { runnerImport } from 'vite'
import { root } from './run.mjs'

const settings = {
  root,
  configFile: false,
  logLevel: 'error',
  // The packages of this repository are loaded from their sources, too: there may be no build.
  environments: { inline: { resolve: { noExternal: [/^@kamar\//], conditions: ['source'] } } },
}

/** Imports a TypeScript source file of this repository, without a build. */
export const loadSource = async (path) => (await runnerImport(join(root, path), settings)).module
