import { TranslationError, type ReadContext, throwIfCancelled } from '@kamar/core'
import {
  ACadVersion,
  CadDocument,
  DwgDocumentBuilder,
  DwgReader,
  DxfReader,
  type CadHeader,
} from '@node-projects/acad-ts'
import { isDxf } from '../descriptor.js'
import { modernDxf } from '../dxf/older-release.js'
import { letteredDxf } from '../dxf/unicode-dxf.js'
import { readDataStorage } from './data-storage.js'
import { patchTables } from './patch-entities.js'
import { installPatches } from './install-patches.js'
import type { DocumentBuilderParts, DwgReaderParts } from './private-parts.js'
import { ReadWatch, watchReads, type ObjectReadError } from './read-watch.js'

/** A drawing as the library returns it, with the objects it could not read. */
export interface OpenDrawing {
  readonly document: CadDocument
  readonly header: CadHeader
  readonly readErrors: readonly ObjectReadError[]
  /** The file is truncated or its tables are damaged: more may be missing than is counted. */
  readonly isCut: boolean
  /** SAT or SAB by the handle of the solid, where it is not stored in the entity itself. */
  readonly bodies: ReadonlyMap<number, Uint8Array>
}

/** Opens a DWG or DXF of release 13 and later (DXF from 12); throws `unsupported-version` for older ones. */
export async function openDrawing(bytes: Uint8Array, context: ReadContext): Promise<OpenDrawing> {
  installPatches()
  const watch = new ReadWatch(bytes.length)
  try {
    return isDxf(bytes) ? await openDxf(bytes, watch, context) : await openDwg(bytes, watch, context)
  } finally {
    watchReads(null)
  }
}

const oldest = 'AC1012'

function requireKnownVersion(bytes: Uint8Array): void {
  const version = String.fromCharCode(...bytes.subarray(0, 6))
  if (/^AC10\d\d$/.test(version) && version >= oldest) return
  throw new TranslationError({
    code: 'unsupported-version',
    details: { version: formatRelease(version), advice: '2000 (AC1015)' },
  })
}

const releases: Readonly<Record<string, string>> = {
  'AC1.40': '1.4',
  'AC1.50': '2.05',
  'AC2.10': '2.1',
  AC1002: '2.5',
  AC1003: '2.6',
  AC1004: '9',
  AC1006: '10',
  AC1009: '11/12',
}

const formatRelease = (version: string): string => `${releases[version] ?? ''} (${version})`.trim()

/** Runs a step of the library under the watch; null when it failed. */
function attempt<Result>(watch: ReadWatch, step: () => Result): Result | null {
  watchReads(watch)
  watch.endObject()
  try {
    return step()
  } catch (error) {
    if (error instanceof TranslationError) throw error
    return null
  } finally {
    watchReads(null)
  }
}

/** Yields to the event loop and checks for cancellation. */
async function pause(context: ReadContext): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  throwIfCancelled(context.signal)
}

async function openDwg(bytes: Uint8Array, watch: ReadWatch, context: ReadContext): Promise<OpenDrawing> {
  requireKnownVersion(bytes)
  const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  const library = new DwgReader(copy)
  library.configuration.ignoreProxyGraphics = false
  library.configuration.keepUnknownEntities = true
  const reader = library as unknown as DwgReaderParts
  const document = new CadDocument(ACadVersion.AC1032, false)
  reader._document = document
  const fileHeader = attempt(watch, () => reader.readFileHeader())
  if (!fileHeader) throw new TranslationError({ code: 'damaged', bytePosition: 0 })
  ;(reader as unknown as { _fileHeader: unknown })._fileHeader = fileHeader
  const builder = new DwgDocumentBuilder(fileHeader.acadVersion, document, reader.configuration)
  reader._builder = builder as unknown as DocumentBuilderParts
  const header = attempt(watch, () => reader.readHeader())
  if (!header) throw new TranslationError({ code: 'damaged', bytePosition: 0 })
  document.header = header
  header.document = document
  const classes = attempt(watch, () => reader._readClasses())
  if (classes) document.classes = classes
  await pause(context)
  const areObjectsRead = attempt(watch, () => (reader._readObjects(), true)) ?? false
  await pause(context)
  const isBuilt = attempt(watch, () => (reader._builder?.buildDocument(), true)) ?? false
  await pause(context)
  const storage = attempt(watch, () => reader._getSectionStream('AcDb:AcDsPrototype_1b')?.stream ?? null)
  return {
    document,
    header,
    readErrors: watch.readErrors,
    isCut: !areObjectsRead || !isBuilt || classes === null,
    bodies: storage ? readDataStorage(storage) : new Map(),
  }
}

async function openDxf(stored: Uint8Array, watch: ReadWatch, context: ReadContext): Promise<OpenDrawing> {
  const lettered = letteredDxf(modernDxf(stored))
  const library = new DxfReader(lettered.bytes, (_sender, { message }) => {
    const kind = /^Error while reading an? (\w+)|^Entity not supported: (\S+)/.exec(message)
    if (kind) watch.readErrors.push({ kind: kind[2] ?? kind[1] ?? 'entity', isEntity: true })
  })
  library.configuration.keepUnknownEntities = true
  await pause(context)
  const document = attempt(watch, () => library.read())
  const parts = library as unknown as { _document: CadDocument; _builder: DocumentBuilderParts | undefined }
  await pause(context)
  const isRescued = document !== null || attempt(watch, () => (parts._builder?.buildDocument(), true)) !== null
  const drawing = document ?? parts._document
  if (!isRescued || !drawing.header) throw new TranslationError({ code: 'damaged' })
  if (lettered.codePage !== null) drawing.header.codePage = lettered.codePage
  patchTables(drawing)
  return {
    document: drawing,
    header: drawing.header,
    readErrors: watch.readErrors,
    isCut: document === null || watch.endings > 0,
    bodies: parts._builder?.acdsDataRecords ?? new Map(),
  }
}
