import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const readersFolder = 'packages/formats/src'

/** Returns the files in which the readers run their common suite: for every reader the test with its name. */
export const readerSuites = () =>
  readdirSync(join(root, readersFolder))
    .map((reader) => `${readersFolder}/${reader}/${reader}.test.ts`)
    .filter((path) => existsSync(join(root, path)))
