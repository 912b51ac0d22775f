import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@kamar/database'
import type { TestProject } from 'vitest/node'
import { bundleAll } from '../../../scripts/lib/bundle.mjs'
import { administratorSettings } from './administrator.js'
import { ServerProcess } from './server-process.js'

/** Folder of an embedded database with every table and no rows, which test servers copy. */
export type EmptyDatabaseFolder = string

/** Address and output of the server shared by the whole run. */
export interface SharedServer {
  readonly address: string
  /** File with its output. */
  readonly outputFile: string
}

declare module 'vitest' {
  interface ProvidedContext {
    emptyDatabase: EmptyDatabaseFolder
    sharedServer: SharedServer
  }
}

const folder = mkdtempSync(join(tmpdir(), 'kamar-empty-database-'))
const server = new ServerProcess(administratorSettings)

/**
 * Prepares the shared state of a run once: an empty database, because PostgreSQL's first start takes seconds of CPU
 * time and a copy of it a tenth of a second, and the server that most test files share. The tests of the server process
 * and the contract tests cover the start in an empty folder.
 */
export async function setup(project: TestProject): Promise<void> {
  // After a change that was only compiled, the bundled server would be outdated.
  await bundleAll()
  const open = await openDatabase({ folder })
  await open.close()
  server.beginWith(folder)
  await server.start()
  project.provide('emptyDatabase', folder)
  project.provide('sharedServer', { address: server.address, outputFile: server.outputFile })
}

export async function teardown(): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  await server.dispose()
}
