import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, type RunnerTestFile } from 'vitest'
import { PageRecorder } from './page-recorder.js'

const resultsFolder = fileURLToPath(new URL('../../../test-results/', import.meta.url))
const maxNameCharacters = 100

const recorder = new PageRecorder()
let currentFile: RunnerTestFile | undefined

/** From now on the pages of this browser are recorded when a test fails. */
export const watchBrowser = (browser: Browser): Browser => recorder.watch(browser)

/** The texts of all pages that are open. */
export const describeOpenPages = (): Promise<string[]> => recorder.describePages()

/**
 * For a set-up file of the test runner: writes into `test-results/<project>/<file>/<test>/` what the pages of a failed test
 * show. `onFailure` gets that folder.
 */
export function recordFailures(onFailure?: (test: string, folder: string) => Promise<void>): void {
  // oxlint-disable-next-line no-empty-pattern -- the runner reads from the source text that no fixture is wanted
  beforeAll(({}, { file }) => {
    currentFile = file
    // The second try of the runner adds to what the first has left.
    if (process.env['KAMAR_TEST_TRACE'] !== '1') rmSync(folderOf(file), { recursive: true, force: true })
  })
  beforeEach(() => recorder.begin())
  // Before the file's own hooks close its pages.
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return recorder.end(null)
    const folder = await saveRecords(task.file, task.fullTestName)
    await onFailure?.(task.name, folder)
  })
}

/** Before the pages of a file are closed: saves them when its set-up failed, because then none of its tests runs. */
export async function recordFailedSetUp(): Promise<void> {
  if (currentFile?.result?.errors?.length) await saveRecords(currentFile, 'set-up')
}

async function saveRecords(file: RunnerTestFile, name: string): Promise<string> {
  const folder = join(folderOf(file), toFolderName(name))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await recorder.savePages(folder)
  await recorder.end(folder)
  return folder
}

const folderOf = (file: RunnerTestFile): string =>
  join(resultsFolder, file.projectName ?? 'tests', basename(file.filepath).replace(/\.ts$/, ''))

const toFolderName = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, maxNameCharacters)
