import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, type RunnerTestFile } from 'vitest'
import { PageRecorder } from './page-recorder.js'

const resultsFolder = fileURLToPath(new URL('../../../test-results/', import.meta.url))
const maxNameCharacters = 100

/** Told of each failure: what failed, and the folder of its records. */
type FailureListener = (name: string, folder: string) => Promise<void>

const isSecondTry = process.env['KAMAR_TEST_TRACE'] === '1'
const recorder = new PageRecorder({ traces: isSecondTry, videos: process.env['KAMAR_TEST_VIDEO'] === '1' })
let currentFile: RunnerTestFile | undefined
let listener: FailureListener | undefined

/** From now on the pages of this browser are recorded when a test fails. */
export const watchBrowser = (browser: Browser): Browser => recorder.watch(browser)

/** The texts of all pages that are open. */
export const describeOpenPages = (): Promise<string[]> => recorder.describePages()

/**
 * For a set-up file of the test runner: writes into `test-results/<project>/<file>/<test>/` what the pages of a failed test
 * show.
 */
export function recordFailures(onFailure?: FailureListener): void {
  listener = onFailure
  // oxlint-disable-next-line no-empty-pattern -- the runner reads from the source text that no fixture is wanted
  beforeAll(({}, { file }) => {
    currentFile = file
    // The second try adds to what the first has left.
    if (!isSecondTry) rmSync(getRecordFolder(file), { recursive: true, force: true })
  })
  beforeEach(() => recorder.begin())
  // Before the file's own hooks close its pages.
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await saveRecords(task.file, task.fullTestName)
    else await recorder.end(null)
  })
}

/** Before the pages of a file are closed: saves them when its set-up failed, because then none of its tests runs. */
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
