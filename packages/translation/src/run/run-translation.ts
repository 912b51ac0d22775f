import { closeSync } from 'node:fs'
import {
  readerLimits,
  type MeshQuality,
  type ReaderLimits,
  type TranslationFailure,
  type ByteSource,
  type GlyphSource,
  type ReadReport,
  type SliceExchange,
} from '@kamar/core'
import type { PackageSink } from '@kamar/packager'
import { createPackageWriter } from '@kamar/packager/package-writer'
import { openFileSource, type FileSource } from '@kamar/formats'
import type { Manifest } from '@kamar/package-format'
import { chooseReader, type ChosenReader } from './choose-reader.js'
import { toFailure } from './to-failure.js'
import { folderSink } from './folder-sink.js'
import { installedReaders, type ReaderSource } from './installed-readers.js'

const headerBytes = 64 * 1024
/** Fraction of the progress for reading; the rest is packing. */
const readingRatio = 0.9

/**
 * Finds the path of an attached file by the last segment of its name, case-insensitively; null if it is not attached.
 */
export type CompanionFinder = (name: string) => Promise<string | null>

/** One file to read into a view package. */
interface ReadTask {
  readonly path: string
  /** The name that the reader sees; its extension is the file's claimed format. */
  readonly fileName: string
  /** Id of `uploadFormats`, by extension. */
  readonly formatId: string
  readonly signal?: AbortSignal
  readonly limits?: ReaderLimits
  /** Mesh quality of exact solids; default `standard`. */
  readonly quality?: MeshQuality
  readonly companions?: CompanionFinder
  /** Font files for characters that neither a drawing's fonts nor the product's have, in order of preference. */
  readonly fallbackFonts?: readonly string[]
  /** Reader to use regardless of the content; default: chosen by content. */
  readonly reader?: string
  readonly readers?: ReaderSource
  /** Shares the work on a large file with other processes. */
  readonly slices?: SliceExchange
  /** 0 to 1, never falling; `stage` is a message key. */
  readonly onProgress?: (fraction: number, stage: string) => void
  /** Called when a live manifest and the chunks it lists have been written. */
  readonly onManifest?: (manifest: Manifest) => void
}

/** One file to read and the destination of the package. */
export interface TranslationTask extends ReadTask {
  /** An existing folder; the package is written into it. */
  readonly outputFolder: string
}

/** The content that was read, and its reader. */
interface ReadPackage {
  readonly manifest: Manifest
  readonly reader: string
}

/** Result of a translation. */
export type TranslationOutcome =
  | ({ readonly ok: true } & ReadPackage)
  | { readonly ok: false; readonly failure: TranslationFailure }

/** The task with its defaults resolved. */
interface ReadyTask extends ReadTask {
  readonly signal: AbortSignal
  readonly limits: ReaderLimits
  readonly readers: ReaderSource
  readonly sink: PackageSink
  /** Opens a file that is closed when the translation ends. */
  readonly openFile: (path: string, name: string) => Promise<FileSource>
  /** Opens a scratch file of the sink, if it has any, that is closed when the translation ends. */
  readonly openScratchFile?: () => number
}

/**
 * Reads a file into a view package, in this process: the command line calls it directly, a reader process inside its
 * sandbox. Never throws; expected and unexpected errors are returned as failures.
 */
export async function runTranslation({ outputFolder, ...task }: TranslationTask): Promise<TranslationOutcome> {
  const limits = task.limits ?? readerLimits
  try {
    return { ok: true, ...(await readPackage({ ...task, limits }, folderSink(outputFolder))) }
  } catch (error) {
    return { ok: false, failure: task.signal?.aborted === true ? { code: 'cancelled' } : toFailure(error, limits) }
  }
}

/** Reads a file into a view package, in this process; throws the reader's errors. */
export async function readPackage(task: ReadTask, sink: PackageSink): Promise<ReadPackage> {
  const sources: FileSource[] = []
  const scratchFiles: number[] = []
  const openFile = async (path: string, name: string): Promise<FileSource> => {
    const source = await openFileSource(path, name)
    sources.push(source)
    return source
  }
  try {
    const { scratch } = sink
    const openScratchFile =
      scratch &&
      ((): number => {
        const descriptor = scratch.open()
        scratchFiles.push(descriptor)
        return descriptor
      })
    return await chooseAndRead({
      ...task,
      ...(openScratchFile && { openScratchFile }),
      limits: task.limits ?? readerLimits,
      signal: task.signal ?? new AbortController().signal,
      readers: task.readers ?? installedReaders,
      sink,
      openFile,
    })
  } finally {
    await Promise.all(sources.map((source) => source.close()))
    for (const descriptor of scratchFiles) closeSync(descriptor)
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

/** Opens glyphs for characters that no font of a drawing has; few drawings need the module. */
async function openFallbackGlyphs(paths: readonly string[]): Promise<GlyphSource> {
  const { FallbackGlyphSource } = await import('@kamar/codecs/fonts')
  return new FallbackGlyphSource(paths)
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
    ...(fallbackFonts.length === 0 ? {} : { fallbackGlyphs: () => openFallbackGlyphs(fallbackFonts) }),
    ...(task.onManifest === undefined ? {} : { onManifest: task.onManifest }),
  })
  try {
    const readReport = await reader.read(input, {
      scene: writer,
      limits,
      signal,
      quality: task.quality ?? 'standard',
      progress: (fraction, stage) => report(fraction * readingRatio, stage),
      companion: (name) => findCompanion(task, name),
      ...(task.openScratchFile && { openScratchFile: task.openScratchFile }),
      ...(task.slices && { slices: task.slices }),
    })
    signal.throwIfAborted()
    report(readingRatio, 'packing')
    return await writer.finish(withFindings(readReport, choice), task.slices?.properties)
  } finally {
    writer.close()
  }
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
