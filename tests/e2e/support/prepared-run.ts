import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@kamar/database'
import type { TestProject } from 'vitest/node'
import { bundleServer } from '../../../scripts/lib/bundle-server.mjs'
import { administratorSettings } from './administrator.js'
import { ServerProcess } from './server-process.js'

/** Folder of an embedded database with every table and no row, of which servers of tests get copies. */
export type EmptyDatabaseFolder = string

/** Where the server of the whole run is. */
export interface SharedServer {
  readonly address: string
  /** File with what it prints. */
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
 * Makes what all files of a run begin with, once: an empty database, because PostgreSQL's first start costs seconds of a
 * core and a copy of it a tenth of one, and the server that most of them share. That Kamar starts in an empty folder is
 * shown where the server's own process is tested, and by the contract.
 */
export async function setup(project: TestProject): Promise<void> {
  // After a change that was only compiled, the server would be an older one.
  await bundleServer()
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
