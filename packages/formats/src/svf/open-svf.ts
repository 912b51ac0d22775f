import { TranslationError, type ByteSource, type ReadContext, type BundleIndex } from '@kamar/core'
import type { SVFReader } from 'svf-utils'
import { bundleNames } from './descriptor.js'

/** An SVF derivative opened for reading. */
export interface OpenSvf {
  readonly model: SVFReader
  /** False in the first pass, in which the reader only lists the files it needs. */
  readonly isComplete: boolean
  /** Returns the file at an address of the archive, or null if absent. */
  readonly find: (uri: string) => SvfFile | null
}

/** One file of a derivative. */
export interface SvfFile {
  /** Bytes. */
  readonly size: number
  readAll(): Promise<Uint8Array>
}

const maxIndexBytes = 16 * 1024 * 1024

/**
 * Opens the derivative among the companions. Throws `damaged` if it is not an archive, `no-reader` if the library is
 * not installed.
 */
export async function openSvf(context: ReadContext): Promise<OpenSvf> {
  const archive = await context.companion(bundleNames.archive)
  if (archive === null)
    throw new TranslationError({ code: 'companion-missing', details: { names: bundleNames.archive } })
  const index = await readIndex(context)
  const bundle = index === null ? null : await context.companion(bundleNames.files)
  const find = (uri: string): SvfFile | null => fileIn(bundle, index, uri)
  const read = async (uri: string): Promise<Buffer> => {
    const file = find(uri)
    if (file === null) throw damaged(`${uri} is missing`)
    return Buffer.from(await file.readAll())
  }
  const model = await openArchive(Buffer.from(await archive.readAll()), read)
  return { model, isComplete: index !== null, find }
}

function fileIn(bundle: ByteSource | null, index: BundleIndex | null, uri: string): SvfFile | null {
  const span = index !== null && Object.hasOwn(index.files, uri) ? index.files[uri] : undefined
  if (bundle === null || span === undefined) return null
  return { size: span.size, readAll: () => bundle.read(span.offset, span.size) }
}

/** Creates the error for bytes that the library cannot parse: the file is at fault, not the reader. */
export function damaged(reason: string, cause?: unknown): TranslationError {
  return new TranslationError({ code: 'damaged', details: { reason: reason.slice(0, 200) } }, { cause })
}

/** Runs the library on untrusted input. */
export async function understood<Value>(reading: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await reading()
  } catch (error) {
    if (error instanceof TranslationError) throw error
    throw damaged(error instanceof Error ? error.message : 'unknown', error)
  }
}

/** Returns the result, or null for damaged bytes: a model without properties is better than none. */
export async function undamagedOrNull<Value>(reading: () => Value | Promise<Value>): Promise<Value | null> {
  try {
    return await understood(reading)
  } catch (error) {
    if (error instanceof TranslationError && error.failure.code === 'damaged') return null
    throw error
  }
}

async function openArchive(bytes: Buffer, read: (uri: string) => Promise<Buffer>): Promise<SVFReader> {
  const Library = await loadLibrary()
  // The library's public factories open paths and network addresses; only the protected constructor takes bytes.
  class InMemoryReader extends Library {
    constructor() {
      super(bytes, read)
    }
  }
  return understood(() => new InMemoryReader())
}

/** Loaded on demand and only here: 287 ms and 26 MB that no other reader should pay. */
async function loadLibrary(): Promise<typeof SVFReader> {
  try {
    return (await import('svf-utils')).SVFReader
  } catch (cause) {
    throw new TranslationError(
      { code: 'no-reader', details: { expected: 'SVF (svf-utils is not installed)' } },
      { cause },
    )
  }
}

async function readIndex(context: ReadContext): Promise<BundleIndex | null> {
  const source = await context.companion(bundleNames.index)
  if (source === null) return null
  if (source.size > maxIndexBytes) throw damaged('the index is too large')
  return understood(async () => JSON.parse(Buffer.from(await source.readAll()).toString('utf8')) as BundleIndex)
}
