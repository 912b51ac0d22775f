import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, type RunnerTestFile } from 'vitest'
import { PageRecorder } from '../browser/page-recorder.js'

const resultsFolder = fileURLToPath(new URL('../../../../test-results/', import.meta.url))
const maxNameCharacters = 100

/** Callback for each failure: its test name and record folder. */
type FailureListener = (name: string, folder: string) => Promise<void>

const isSecondTry = process.env['KAMAR_TEST_TRACE'] === '1'
const recorder = new PageRecorder({ hasTraces: isSecondTry, videos: process.env['KAMAR_TEST_VIDEO'] === '1' })
let currentFile: RunnerTestFile | undefined
let listener: FailureListener | undefined

/** Starts recording the pages of this browser for failed tests. */
export const watchBrowser = (browser: Browser): Browser => recorder.watch(browser)

/** Returns the texts of all open pages. */
export const describeOpenPages = (): Promise<string[]> => recorder.describePages()

/**
 * Installs the hooks, for a set-up file of the test runner: they write the pages of a failed test into
 * `test-results/<project>/<file>/<test>/`.
 */
export function recordFailures(onFailure?: FailureListener): void {
  listener = onFailure
  // oxlint-disable-next-line no-empty-pattern -- the runner reads from the source text that no fixture is wanted
  beforeAll(({}, { file }) => {
    currentFile = file
    // The second attempt adds to the records of the first.
    if (!isSecondTry) rmSync(getRecordFolder(file), { recursive: true, force: true })
  })
  beforeEach(() => recorder.begin())
  // Runs before the file's own hooks close its pages.
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await saveRecords(task.file, task.fullTestName)
    else await recorder.end(null)
  })
}

/** Saves the pages of a file before they close if its set-up failed, because then none of its tests runs. */
export async function recordFailedSetUp(): Promise<void> {
  if (currentFile?.result?.errors?.length) await saveRecords(currentFile, 'set-up')
}

async function saveRecords(file: RunnerTestFile, name: string): Promise<void> {
  const folder = join(getRecordFolder(file), toFolderName(name))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await recorder.savePages(folder)
  await recorder.end(folder)
  await listener?.(name, folder)
}

const getRecordFolder = (file: RunnerTestFile): string =>
  join(resultsFolder, file.projectName ?? 'tests', basename(file.filepath).replace(/\.ts$/, ''))

const toFolderName = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, maxNameCharacters)
