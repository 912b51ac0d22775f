import type { GlyphSource } from '@kamar/core'
import {
  decodeSheetFills,
  decodeSheetLines,
  encodePropertyBlock,
  encodeSheetEntities,
  encodeSheetFills,
  encodeSheetLines,
  encodeSheetTexts,
  type ManifestSheet,
  type SheetInfo,
  type SheetLines,
  type SheetPolyline,
  type SheetRectangle,
  type SheetText,
  type SheetTexts,
} from '@kamar/package-format'
import type { BrotliQuality, PackageFiles } from '../files/package-files.js'
import {
  addLineExtents,
  composePolylines,
  composeSheet,
  type ComposedSheet,
  type ComposeOptions,
} from './compose-sheet.js'
import { EntityFingerprints } from './entity-fingerprints.js'
import { productFaces } from './glyphs/face-fonts.js'
import { paintSheet, printedPainting, type SheetDrawing } from './paint-sheet.js'
import { type RasterView, SheetRaster, viewOfContent, viewOfSheet } from './sheet-raster.js'
import { GrowingColumn } from '../stores/growing-column.js'
import { getSheetEntities } from './sheet-entities.js'
import { computeLongSide, ExtentCollector } from './sheet-extents.js'
import { createSheetInfo } from './sheet-info.js'
import type { SheetStore } from './sheet-store.js'

/** Property sets per block. */
const setsPerBlock = 2048

/** Result of writing a package's sheets. */
export interface WrittenSheets {
  readonly sheets: readonly ManifestSheet[]
  /** PNG of the sheet that represents the drawing; null when no sheet has visible content. */
  readonly thumbnail: Uint8Array | null
  /**
   * Whether that sheet is a layout with lines or texts of its own: then the file is a drawing, even if it contains
   * bodies.
   */
  readonly isDrawing: boolean
  /** Characters drawn as a question mark, and their counts. */
  readonly unknownCharacters: ReadonlyMap<string, number>
}

/** Destination of sheet files. */
export type SheetFileWriter = Pick<PackageFiles, 'writeCompressed' | 'writePlain'>

/** Loads the additional glyphs of an installation; null: it has none. Called when there are texts. */
export type FallbackGlyphs = (() => Promise<GlyphSource>) | null

/** Settings for writing sheets. */
export interface SheetWriting {
  readonly files: SheetFileWriter
  readonly quality: BrotliQuality
  /** Returns the path in the package of the image with this number. */
  readonly getImagePath: (image: number) => string
  readonly throwIfCancelled: () => void
  /** Loads glyphs for characters that neither the source's fonts nor ours have. */
  readonly fallbackGlyphs: FallbackGlyphs
  /** Provisional: without sheet images and without the data for version comparison. */
  readonly isProvisional?: boolean
}

interface FinishedSheet extends SheetDrawing {
  readonly store: SheetStore
  readonly isEmpty: boolean
  readonly unknownCharacters: readonly string[]
}

/** Thumbnail size in pixels: the same as for models. */
const thumbnail = { width: 512, height: 384 } as const

/** Points of the lines of a sheet beyond which a thumbnail shows only some of those that are smaller than a pixel. */
const maxThumbnailPoints = 2_000_000

const noPaths = { lineFiles: [], fillFile: null, textFile: null, entityFile: '', propertyFiles: [] } as const

const formatFolder = (number: number): string => `sheets/${String(number).padStart(3, '0')}`

/** Writes all sheets one after the other, and returns a summary. */
export async function writeSheets(stores: readonly SheetStore[], writing: SheetWriting): Promise<WrittenSheets> {
  const finished = await composeSheets(stores, writing)
  const active = activeSheet(finished)
  const thumbnails = new Map<number, SheetThumbnail>()
  const sheets: ManifestSheet[] = []
  for (const { store, isEmpty, info } of finished) {
    writing.throwIfCancelled()
    const path = `${formatFolder(store.number)}/thumbnail.png`
    const view = viewOfSheet(info, thumbnail)
    const raster = !isEmpty && !writing.isProvisional ? paintThumbnail(finished, store.number, view) : null
    const png = raster?.png() ?? null
    if (png) await writing.files.writePlain(path, png)
    const content = raster?.findContent()
    if (png && content) thumbnails.set(store.number, { png, view, content })
    sheets.push({
      name: info.name,
      kind: info.kind,
      path: `${formatFolder(store.number)}/sheet.json`,
      thumbnail: png ? path : null,
      active: store.number === active,
      entities: info.counts.entities,
    })
  }
  const selection = chooseSheet(sheets, thumbnails)
  return {
    sheets,
    thumbnail: selection === null ? null : chooseThumbnail(finished, selection, thumbnails.get(selection)),
    isDrawing: selection !== null && hasOwnContent(finished[selection].info),
    unknownCharacters: countUnknownCharacters(finished),
  }
}

async function composeSheets(stores: readonly SheetStore[], writing: SheetWriting): Promise<FinishedSheet[]> {
  const finished: FinishedSheet[] = []
  const hasTexts = stores.some(({ texts }) => texts.length > 0)
  const fallback = hasTexts && writing.fallbackGlyphs ? await writing.fallbackGlyphs() : null
  for (const store of stores) {
    writing.throwIfCancelled()
    // Before the sheet is composed: both take much memory.
    const entityPaths = await writeEntities(store, writing)
    const collector = new ExtentCollector()
    for await (const part of store.polylines.coordinates.load()) addLineExtents(collector, store, part)
    finished.push(
      await writeSheet({ store, compose: { faces: productFaces, fallback, collector }, entityPaths }, writing),
    )
  }
  return finished
}

function countUnknownCharacters(finished: readonly FinishedSheet[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { unknownCharacters } of finished)
    for (const character of unknownCharacters) counts.set(character, (counts.get(character) ?? 0) + 1)
  return counts
}

/** Painted sheet, and the part of it that is not empty paper. */
interface SheetThumbnail {
  readonly png: Uint8Array
  readonly view: RasterView
  readonly content: SheetRectangle
}

/**
 * Returns the layout that is shown first, otherwise the first layout, otherwise the first sheet; sheets without visible
 * content do not qualify.
 */
function chooseSheet(sheets: readonly ManifestSheet[], thumbnails: ReadonlyMap<number, SheetThumbnail>): number | null {
  const computeRank = ({ active, kind }: ManifestSheet): number => (active ? 0 : 1) + (kind === 'model' ? 2 : 0)
  const [selection] = [...thumbnails.keys()].toSorted(
    (a, b) => computeRank(sheets[a]) - computeRank(sheets[b]) || a - b,
  )
  return selection ?? null
}

/** Viewports alone only repeat the model; a frame, a title or a note makes the layout a drawing. */
const hasOwnContent = ({ kind, counts }: SheetInfo): boolean =>
  kind === 'layout' && counts.polylines + counts.fills + counts.texts > 0

function chooseThumbnail(
  drawings: readonly FinishedSheet[],
  number: number,
  image: SheetThumbnail | undefined,
): Uint8Array | null {
  if (!image) return null
  const cropped = viewOfContent(drawings[number].info, image.content, thumbnail)
  const isTiny = cropped.unitsPerPixel < image.view.unitsPerPixel * cropFrom
  return isTiny ? paintThumbnail(drawings, number, cropped).png() : image.png
}

/**
 * Above this content ratio cropping is pointless: an image is repainted without its empty paper only when that enlarges
 * its content by a tenth.
 */
const cropFrom = 0.9

function paintThumbnail(drawings: readonly FinishedSheet[], number: number, view: RasterView): SheetRaster {
  const canvas = new SheetRaster(view)
  paintSheet(drawings, number, { canvas, painting: { ...printedPainting, plottableOnly: false } })
  return canvas
}

/**
 * Returns the sheet that the source opens with, otherwise the first non-empty layout, otherwise the first non-empty
 * sheet.
 */
function activeSheet(finished: readonly FinishedSheet[]): number {
  const full = finished.filter(({ isEmpty }) => !isEmpty)
  const selection =
    full.find(({ store }) => store.input.active === true) ?? full.find(({ info }) => info.kind !== 'model') ?? full[0]
  return (selection ?? finished[0])?.store.number ?? 0
}

interface SheetContent {
  readonly store: SheetStore
  readonly compose: ComposeOptions
  readonly entityPaths: EntityPaths
}

async function writeSheet(
  { store, compose, entityPaths }: SheetContent,
  writing: SheetWriting,
): Promise<FinishedSheet> {
  const { files, quality } = writing
  const folder = formatFolder(store.number)
  const write = async (name: string, bytes: Uint8Array): Promise<string> =>
    (await files.writeCompressed(`${folder}/${name}`, bytes, quality)).path
  const { layout, draft, ...content } = await writeContent(store, compose, { ...writing, write })
  const { lines, ...paths } = await writeLines(store, { layout, info: draft }, { ...writing, write })
  const info = { ...draft, ...paths, ...entityPaths }
  await write('sheet.json', new TextEncoder().encode(JSON.stringify(info)))
  return { store, isEmpty: layout === null, info, lines, ...content }
}

/** What the polylines of a sheet are composed with. */
type SheetLayout = Pick<ComposedSheet, 'grid' | 'levels' | 'rules'>

interface WrittenContent extends Pick<FinishedSheet, 'fills' | 'texts' | 'unknownCharacters'> {
  /** Null for an empty sheet. */
  readonly layout: SheetLayout | null
  /** Without the files of entities and lines. */
  readonly draft: SheetInfo
}

/** Composes a sheet, and writes its areas and texts, which take much memory and are freed before its lines. */
async function writeContent(
  store: SheetStore,
  compose: ComposeOptions,
  { getImagePath, write }: PathWriting,
): Promise<WrittenContent> {
  const composed = composeSheet(store, compose)
  const info = createSheetInfo(store, composed, { ...noPaths, getImagePath })
  if (composed === null) return { layout: null, draft: info, fills: null, texts: null, unknownCharacters: [] }
  const { areas, texts, grid, levels, rules, unknownCharacters } = composed
  const fillBytes = areas.length > 0 ? encodeSheetFills(areas, grid) : null
  const textBytes = texts.texts.length > 0 ? encodeSheetTexts(texts) : null
  const draft = {
    ...info,
    fillFile: fillBytes && (await write('fills.bin', fillBytes)),
    textFile: textBytes && (await write('texts.bin', textBytes)),
  }
  return {
    layout: { grid, levels, rules },
    draft,
    fills: fillBytes && decodeSheetFills(fillBytes, info),
    texts: selectThumbnailTexts(texts, info),
    unknownCharacters,
  }
}

interface PathWriting extends SheetWriting {
  /** Writes a file of the sheet, and returns its path. */
  readonly write: (name: string, bytes: Uint8Array) => Promise<string>
}

/** Writes the polylines of a sheet part by part, with the fingerprints of its entities, and frees their columns. */
async function writeLines(
  store: SheetStore,
  { layout, info }: { readonly layout: SheetLayout | null; readonly info: SheetInfo },
  { isProvisional = false, throwIfCancelled, write }: PathWriting,
): Promise<{ readonly lineFiles: readonly string[]; readonly lines: readonly SheetLines[] }> {
  const lineFiles: string[] = []
  const lines: SheetLines[] = []
  const fingerprints = isProvisional ? null : new EntityFingerprints(store)
  for await (const part of store.polylines.coordinates.load()) {
    throwIfCancelled()
    fingerprints?.addPolylines(part)
    const polylines = layout ? composePolylines(store, layout, part) : []
    if (layout === null || polylines.length === 0) continue
    const bytes = encodeSheetLines(polylines, layout.grid)
    lineFiles.push(await write(`lines-${String(lineFiles.length).padStart(3, '0')}.bin`, bytes))
    if (!isProvisional) lines.push(decodeThumbnailLines(bytes, polylines, info))
  }
  if (fingerprints) {
    await write('prints.bin', fingerprints.encode())
    store.polylines.clear()
  }
  return { lineFiles, lines }
}

type EntityPaths = Pick<SheetInfo, 'entityFile' | 'propertyFiles'>

/** Returns the number of which thumbnails show one small line of a sheet. */
const getThumbnailInterval = ({ counts }: SheetInfo): number => Math.ceil(counts.vertices / maxThumbnailPoints)

/** Returns the texts for thumbnails: of large sheets those that are larger than a pixel. */
function selectThumbnailTexts(texts: SheetTexts, info: SheetInfo): SheetTexts {
  if (getThumbnailInterval(info) <= 1) return texts
  const minHeight = computeLongSide(info.core) / thumbnail.width
  const isPainted = ({ box, yAxis }: SheetText): boolean => (box[3] - box[1]) * Math.hypot(...yAxis) > minHeight
  return { ...texts, texts: texts.texts.filter(isPainted) }
}

/** Decodes the lines of a part for thumbnails: of large sheets only some, as far as they are small. */
function decodeThumbnailLines(bytes: Uint8Array, polylines: readonly SheetPolyline[], info: SheetInfo): SheetLines {
  const every = getThumbnailInterval(info)
  if (every <= 1) return decodeSheetLines(bytes, info)
  const minExtent = computeLongSide(info.core) / thumbnail.width
  const isPainted = (polyline: SheetPolyline, number: number): boolean =>
    number % every === 0 || computeExtent(polyline.points) > minExtent
  return decodeSheetLines(encodeSheetLines(polylines.filter(isPainted), info), info)
}

function computeExtent(points: Float64Array): number {
  let extent = 0
  for (let at = 2; at < points.length; at++) extent = Math.max(extent, Math.abs(points[at] - points[at & 1]))
  return extent
}

async function writeEntities(store: SheetStore, { files, quality }: SheetWriting): Promise<EntityPaths> {
  const { start, values } = store.groupSets()
  const { numbers, sets } = renumber(values, store.properties.count)
  const blockStart: number[] = []
  const propertyFiles: string[] = []
  for (let first = 0; first < sets.length; first += setsPerBlock) {
    const block = `${formatFolder(store.number)}/properties-${String(blockStart.length).padStart(3, '0')}.bin`
    const content = Array.from(sets.subarray(first, first + setsPerBlock), (set) => store.properties.set(set))
    await files.writeCompressed(block, encodePropertyBlock(content, first), quality)
    propertyFiles.push(block)
    blockStart.push(first)
  }
  if (sets.length > 0) blockStart.push(sets.length)
  const entities = getSheetEntities(store, {
    sets: (entity) => numbers.subarray(start[entity], start[entity + 1]),
    blockStart: Uint32Array.from(blockStart),
  })
  const entityFile = `${formatFolder(store.number)}/entities.bin`
  await files.writeCompressed(entityFile, encodeSheetEntities(entities), quality)
  return { entityFile, propertyFiles }
}

/** Numbers property sets in the order of their first use. */
function renumber(used: Uint32Array, count: number): { readonly numbers: Uint32Array; readonly sets: Uint32Array } {
  const numberBySet = new Int32Array(count).fill(-1)
  const sets = new GrowingColumn(Uint32Array)
  const numbers = used.map((set) => {
    if (numberBySet[set] < 0) {
      numberBySet[set] = sets.length
      sets.push(set)
    }
    return numberBySet[set]
  })
  return { numbers, sets: sets.view() }
}
