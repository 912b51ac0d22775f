import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { findFormatByExtension, getFileExtension, type MeshQuality, uploadFormats } from '@kamar/core'
import { listStoredFiles, ReaderPool, runTranslation, type TranslationOutcome } from '@kamar/translation/run'
import { createCompanionFinder, listSiblingFiles, type SiblingFile } from './companion-finder.js'
import { copyPackage, prepareOutputFolder } from './output-folder.js'
import { createSummary, type Summary } from './summary.js'
import { UsageError } from './usage-error.js'

/** Options of `kamar translate`. */
export interface TranslateOptions {
  readonly file: string
  readonly outputFolder: string
  /** Reads in a separate process, sandboxed as on the server. */
  readonly sandboxed: boolean
  /** Tessellation quality of exact solids. */
  readonly quality: MeshQuality
  readonly signal?: AbortSignal
  /** 0 to 1. */
  readonly onProgress?: (fraction: number, stage: string) => void
}

function detectFormat(file: string): string {
  const extension = getFileExtension(file)
  const format = findFormatByExtension(extension)
  if (format === undefined) throw new UsageError(`Unsupported file format: ${extension}`)
  return format.id
}

async function assertFile(file: string): Promise<void> {
  const stats = await stat(file).catch(() => null)
  if (stats?.isFile() !== true) throw new UsageError(`No such file: ${file}.`)
}

/**
 * Translates one file into a folder. Throws `UsageError` when it cannot start; failures of the file are in the summary.
 */
export async function translate(options: TranslateOptions): Promise<Summary> {
  await assertFile(options.file)
  const formatId = detectFormat(options.file)
  await prepareOutputFolder(options.outputFolder)
  const startedAt = performance.now()
  const outcome = await (options.sandboxed
    ? translateSandboxed(options, formatId)
    : translateLocally(options, formatId))
  if (!outcome.ok) await rm(options.outputFolder, { recursive: true, force: true })
  return createSummary(outcome, performance.now() - startedAt)
}

function translateLocally(options: TranslateOptions, formatId: string): Promise<TranslationOutcome> {
  const { file, outputFolder, quality, signal, onProgress } = options
  return runTranslation({
    path: file,
    fileName: basename(file),
    formatId,
    outputFolder,
    quality,
    companions: createCompanionFinder(file),
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
  })
}

/**
 * Lists the sibling files that the format may request: a sandboxed reader cannot access the folder, so it gets them all
 * up front.
 */
async function companionFiles(file: string, formatId: string): Promise<SiblingFile[]> {
  const extensions = uploadFormats.find((format) => format.id === formatId)?.companions ?? []
  return (await listSiblingFiles(file)).filter(({ name }) => extensions.includes(getFileExtension(name)))
}

/** The machine is the caller's own: no operator limits what a large file may use. */
const noMaxLimits = { dataBytes: Number.POSITIVE_INFINITY, wallClockMilliseconds: Number.POSITIVE_INFINITY }

async function translateSandboxed(options: TranslateOptions, formatId: string): Promise<TranslationOutcome> {
  const { file, outputFolder, quality, signal, onProgress } = options
  const workFolder = await mkdtemp(join(tmpdir(), 'kamar-'))
  const pool = await ReaderPool.open({ workFolder, size: 1, warm: false, maxLimits: noMaxLimits })
  try {
    const companions = await companionFiles(file, formatId)
    const result = await pool.run(
      { path: file, fileName: basename(file), formatId, companions, quality },
      { ...(signal === undefined ? {} : { signal }), ...(onProgress === undefined ? {} : { onProgress }) },
    )
    if (result.outcome.ok) {
      const paths = ['manifest.json', ...listStoredFiles(result.outcome.manifest).map(({ path }) => path)]
      await copyPackage(result.output.folder, outputFolder, paths)
    }
    await result.release()
    return result.outcome
  } finally {
    await pool.stop()
    await rm(workFolder, { recursive: true, force: true })
  }
}
