import { readerLimits, type MeshQuality, type ReaderLimits, type TranslationFailure } from '@kamar/contracts/core'
import { createPackageWriter } from '@kamar/derivatives/package-writer'
import { openFileSource, type FileSource } from '@kamar/readers'
import type { ByteSource, ReadReport } from '@kamar/scene'
import type { Manifest } from '@kamar/view-package'
import { chooseReader, type ChosenReader } from './choose-reader.js'
import { failureOf } from './failure-of.js'
import { folderSink } from './folder-sink.js'
import { installedReaders, type ReaderSource } from './installed-readers.js'

const headBytes = 64 * 1024
/** Share of the progress that belongs to reading; the rest is packing. */
const readingShare = 0.9

/** Where an attached file lies, by the last segment of its name and without regard to case; null when it is not attached. */
export type CompanionFinder = (name: string) => Promise<string | null>

/** One file to read and where the package goes. */
export interface TranslationTask {
  readonly path: string
  /** What the reader sees; its extension says what the file claims to be. */
  readonly fileName: string
  /** Id of `uploadFormats`, by extension. */
  readonly formatId: string
  /** Exists; the package is written below it. */
  readonly outputFolder: string
  readonly signal?: AbortSignal
  readonly limits?: ReaderLimits
  /** How closely exact solids are meshed; default `standard`. */
  readonly quality?: MeshQuality
  readonly companions?: CompanionFinder
  /** Reader to use whatever the content is: it reads what another provider made of the file. */
  readonly reader?: 'svf'
  readonly readers?: ReaderSource
  /** 0 to 1, never falling; `stage` is a message key. */
  readonly onProgress?: (fraction: number, stage: string) => void
  /** A live manifest was written, together with the chunks it lists. */
  readonly onManifest?: (manifest: Manifest) => void
}

/** How a translation ended. */
export type TranslationOutcome =
  | { readonly ok: true; readonly manifest: Manifest; readonly reader: string }
  | { readonly ok: false; readonly failure: TranslationFailure }

/** The same without what has a default. */
interface ReadyTask extends TranslationTask {
  readonly signal: AbortSignal
  readonly limits: ReaderLimits
  readonly readers: ReaderSource
  /** Opens a file that is closed when the translation ends. */
  readonly openFile: (path: string, name: string) => Promise<FileSource>
}

/**
 * Reads a file into a view package, in this process: the command line does it directly, a reader process inside its box.
 * Never throws; what is expected and what is not comes back as a failure.
 */
export async function runTranslation(task: TranslationTask): Promise<TranslationOutcome> {
  const opened: FileSource[] = []
  const limits = task.limits ?? readerLimits
  const ready: ReadyTask = {
    ...task,
    limits,
    signal: task.signal ?? new AbortController().signal,
    readers: task.readers ?? installedReaders,
    openFile: async (path, name) => {
      const source = await openFileSource(path, name)
      opened.push(source)
      return source
    },
  }
  try {
    return await translate(ready)
  } catch (error) {
    return { ok: false, failure: ready.signal.aborted ? { code: 'cancelled' } : failureOf(error, limits) }
  } finally {
    await Promise.all(opened.map((source) => source.close()))
  }
}

async function translate(task: ReadyTask): Promise<TranslationOutcome> {
  const input = await task.openFile(task.path, task.fileName)
  const chosen =
    task.reader === undefined ? await chooseByContent(task, input) : { readerId: task.reader, findings: [] }
  const manifest = await readAndPack(task, input, chosen)
  return { ok: true, manifest, reader: chosen.readerId }
}

async function chooseByContent({ fileName, formatId, readers }: ReadyTask, input: ByteSource): Promise<ChosenReader> {
  const head = await input.read(0, headBytes)
  return chooseReader({ fileName, formatId, head, size: input.size }, readers)
}

async function readAndPack(task: ReadyTask, input: ByteSource, chosen: ChosenReader): Promise<Manifest> {
  const { limits, signal } = task
  const report = risingProgress(task)
  const reader = await task.readers.load(chosen.readerId)
  const writer = createPackageWriter({
    sink: folderSink(task.outputFolder),
    limits,
    signal,
    source: { name: task.fileName, bytes: input.size, formatId: task.formatId, reader: chosen.readerId },
    ...(task.onManifest === undefined ? {} : { onManifest: task.onManifest }),
  })
  const readReport = await reader.read(input, {
    scene: writer,
    limits,
    signal,
    quality: task.quality ?? 'standard',
    progress: (fraction, stage) => report(fraction * readingShare, stage),
    companion: (name) => findCompanion(task, name),
  })
  signal.throwIfAborted()
  report(readingShare, 'packing')
  return writer.finish(withFindings(readReport, chosen))
}

function withFindings(report: ReadReport, { findings }: ChosenReader): ReadReport {
  return findings.length === 0 ? report : { ...report, findings: [...findings, ...report.findings] }
}

function risingProgress({ onProgress }: ReadyTask): (fraction: number, stage: string) => void {
  let highest = 0
  return (fraction, stage) => {
    if (Number.isFinite(fraction)) highest = Math.min(1, Math.max(highest, fraction))
    onProgress?.(highest, stage)
  }
}

async function findCompanion(task: ReadyTask, name: string): Promise<ByteSource | null> {
  const lastSegment = name.split(/[/\\]/).at(-1) ?? ''
  const path = lastSegment === '' ? null : ((await task.companions?.(lastSegment)) ?? null)
  return path === null ? null : task.openFile(path, lastSegment)
}
