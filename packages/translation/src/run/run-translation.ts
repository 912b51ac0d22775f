import { readerLimits, type MeshQuality, type ReaderLimits, type TranslationFailure } from '@kamar/contracts/core'
import type { PackageSink } from '@kamar/derivatives'
import { createPackageWriter } from '@kamar/derivatives/package-writer'
import { loadFallbackGlyphSource, openFileSource, type FileSource } from '@kamar/readers'
import type { ByteSource, ReadReport } from '@kamar/scene'
import type { Manifest } from '@kamar/view-package'
import { chooseReader, type ChosenReader } from './choose-reader.js'
import { toFailure } from './to-failure.js'
import { folderSink } from './folder-sink.js'
import { installedReaders, type ReaderSource } from './installed-readers.js'

const headerBytes = 64 * 1024
/** Share of the progress that belongs to reading; the rest is packing. */
const readingRatio = 0.9

/** Where an attached file lies, by the last segment of its name and without regard to case; null when it is not attached. */
export type CompanionFinder = (name: string) => Promise<string | null>

/** One file to read into a view package. */
interface ReadTask {
  readonly path: string
  /** What the reader sees; its extension says what the file claims to be. */
  readonly fileName: string
  /** Id of `uploadFormats`, by extension. */
  readonly formatId: string
  readonly signal?: AbortSignal
  readonly limits?: ReaderLimits
  /** How closely exact solids are meshed; default `standard`. */
  readonly quality?: MeshQuality
  readonly companions?: CompanionFinder
  /** Font files for characters that neither a drawing's fonts nor the product's have, in the order in which they are tried. */
  readonly fallbackFonts?: readonly string[]
  /** Reader to use whatever the content is; default: the content decides. */
  readonly reader?: string
  readonly readers?: ReaderSource
  /** 0 to 1, never falling; `stage` is a message key. */
  readonly onProgress?: (fraction: number, stage: string) => void
  /** A live manifest was written, together with the chunks it lists. */
  readonly onManifest?: (manifest: Manifest) => void
}

/** One file to read and where the package goes. */
export interface TranslationTask extends ReadTask {
  /** Exists; the package is written below it. */
  readonly outputFolder: string
}

/** What was read, and by which reader. */
interface ReadPackage {
  readonly manifest: Manifest
  readonly reader: string
}

/** How a translation ended. */
export type TranslationOutcome =
  | ({ readonly ok: true } & ReadPackage)
  | { readonly ok: false; readonly failure: TranslationFailure }

/** The same without what has a default. */
interface ReadyTask extends ReadTask {
  readonly signal: AbortSignal
  readonly limits: ReaderLimits
  readonly readers: ReaderSource
  readonly sink: PackageSink
  /** Opens a file that is closed when the translation ends. */
  readonly openFile: (path: string, name: string) => Promise<FileSource>
}

/**
 * Reads a file into a view package, in this process: the command line does it directly, a reader process inside its box.
 * Never throws; what is expected and what is not comes back as a failure.
 */
export async function runTranslation({ outputFolder, ...task }: TranslationTask): Promise<TranslationOutcome> {
  const limits = task.limits ?? readerLimits
  try {
    return { ok: true, ...(await readPackage({ ...task, limits }, folderSink(outputFolder))) }
  } catch (error) {
    return { ok: false, failure: task.signal?.aborted === true ? { code: 'cancelled' } : toFailure(error, limits) }
  }
}

/** Reads a file into a view package, in this process; throws what the reader throws. */
export async function readPackage(task: ReadTask, sink: PackageSink): Promise<ReadPackage> {
  const sources: FileSource[] = []
  const openFile = async (path: string, name: string): Promise<FileSource> => {
    const source = await openFileSource(path, name)
    sources.push(source)
    return source
  }
  try {
    return await chooseAndRead({
      ...task,
      limits: task.limits ?? readerLimits,
      signal: task.signal ?? new AbortController().signal,
      readers: task.readers ?? installedReaders,
      sink,
      openFile,
    })
  } finally {
    await Promise.all(sources.map((source) => source.close()))
  }
}

async function chooseAndRead(task: ReadyTask): Promise<ReadPackage> {
  const input = await task.openFile(task.path, task.fileName)
  const choice =
    task.reader === undefined ? await chooseByContent(task, input) : { readerId: task.reader, findings: [] }
  return { manifest: await readAndPack(task, input, choice), reader: choice.readerId }
}

async function chooseByContent({ fileName, formatId, readers }: ReadyTask, input: ByteSource): Promise<ChosenReader> {
  const header = await input.read(0, headerBytes)
  return chooseReader({ fileName, formatId, header, size: input.size }, readers)
}

async function readAndPack(task: ReadyTask, input: ByteSource, choice: ChosenReader): Promise<Manifest> {
  const { limits, signal, fallbackFonts = [] } = task
  const report = risingProgress(task)
  const reader = await task.readers.load(choice.readerId)
  const writer = createPackageWriter({
    sink: task.sink,
    limits,
    signal,
    source: { name: task.fileName, bytes: input.size, formatId: task.formatId, reader: choice.readerId },
    ...(fallbackFonts.length === 0 ? {} : { fallbackGlyphs: () => loadFallbackGlyphSource(fallbackFonts) }),
    ...(task.onManifest === undefined ? {} : { onManifest: task.onManifest }),
  })
  const readReport = await reader.read(input, {
    scene: writer,
    limits,
    signal,
    quality: task.quality ?? 'standard',
    progress: (fraction, stage) => report(fraction * readingRatio, stage),
    companion: (name) => findCompanion(task, name),
  })
  signal.throwIfAborted()
  report(readingRatio, 'packing')
  return writer.finish(withFindings(readReport, choice))
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
