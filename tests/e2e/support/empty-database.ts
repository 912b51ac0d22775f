import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@kamar/database'
import type { TestProject } from 'vitest/node'

/** Folder of a database with every table and no row, of which servers of tests get copies. */
export type EmptyDatabaseFolder = string

declare module 'vitest' {
  interface ProvidedContext {
    emptyDatabase: EmptyDatabaseFolder
  }
}

const folder = mkdtempSync(join(tmpdir(), 'kamar-empty-database-'))

/**
 * Makes one database for all files of a run: PostgreSQL's first start costs seven seconds of a core, a copy of it a tenth
 * of one. That Kamar starts in an empty folder is shown where the server's own process is tested, and by the contract.
 */
export async function setup(project: TestProject): Promise<void> {
  const open = await openDatabase({ folder })
  await open.close()
  project.provide('emptyDatabase', folder)
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true })
}
