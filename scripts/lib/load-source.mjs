import { join } from 'node:path'
import { runnerImport } from 'vite'
import { root } from './run.mjs'

const sources = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } }, logLevel: 'error' }

/** Imports a TypeScript source file of this repository, without a build. */
export const loadSource = async (path) =>
  (await runnerImport(join(root, path), { ...sources, root, configFile: false })).module
