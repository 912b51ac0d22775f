import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const readersFolder = 'packages/readers/src'

/** The files in which the readers pass their common suite: of every room the test that bears its name. */
export const readerSuites = () =>
  readdirSync(join(root, readersFolder))
    .map((reader) => `${readersFolder}/${reader}/${reader}.test.ts`)
    .filter((path) => existsSync(join(root, path)))
