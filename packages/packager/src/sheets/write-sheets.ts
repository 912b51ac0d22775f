import type { PropertySet, GlyphSource } from '@kamar/core'
import {
  decodeSheetFills,
  decodeSheetLines,
  decodeSheetTexts,
  encodePropertyBlock,
  encodeSheetEntities,
  encodeSheetFills,
  encodeSheetLines,
  encodeSheetTexts,
  type ManifestSheet,
  type SheetInfo,
  type SheetPolyline,
  type SheetRectangle,
} from '@kamar/package-format'
import type { BrotliQuality, PackageFiles } from '../files/package-files.js'
import { composeSheet, type ComposedSheet } from './compose-sheet.js'
import { encodeEntityFingerprints } from './entity-fingerprints.js'
import { productFaces } from './glyphs/face-fonts.js'
import { paintSheet, printedPainting, type SheetDrawing } from './paint-sheet.js'
import { type RasterView, SheetRaster, viewOfContent, viewOfSheet } from './sheet-raster.js'
import { createSheetInfo, getGrid } from './sheet-info.js'
import type { SheetStore } from './sheet-store.js'

/** Points per file of lines: large drawings are split. */
const maxPointsPerFile = 1_000_000
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
  readonly composed: ComposedSheet | null
}

/** Thumbnail size in pixels: the same as for models. */
const thumbnail = { width: 512, height: 384 } as const

const formatFolder = (number: number): string => `sheets/${String(number).padStart(3, '0')}`

/** Writes all sheets one after the other, and returns a summary. */
export async function writeSheets(stores: readonly SheetStore[], writing: SheetWriting): Promise<WrittenSheets> {
  const finished = await composeSheets(stores, writing)
  const active = activeSheet(finished)
  const thumbnails = new Map<number, SheetThumbnail>()
  const sheets: ManifestSheet[] = []
  for (const { store, composed, info } of finished) {
    writing.throwIfCancelled()
    const path = `${formatFolder(store.number)}/thumbnail.png`
    const view = viewOfSheet(info, thumbnail)
    const raster = composed && !writing.isProvisional ? paintThumbnail(finished, store.number, view) : null
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
    finished.push(await writeSheet(store, composeSheet(store, productFaces, fallback), writing))
  }
  return finished
}

function countUnknownCharacters(finished: readonly FinishedSheet[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { composed } of finished)
    for (const character of composed?.unknownCharacters ?? []) counts.set(character, (counts.get(character) ?? 0) + 1)
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
  const full = finished.filter(({ composed }) => composed !== null)
  const selection =
    full.find(({ store }) => store.input.active === true) ?? full.find(({ info }) => info.kind !== 'model') ?? full[0]
  return (selection ?? finished[0])?.store.number ?? 0
}

async function writeSheet(
  store: SheetStore,
  composed: ComposedSheet | null,
  writing: SheetWriting,
): Promise<FinishedSheet> {
  const { files, quality } = writing
  const folder = formatFolder(store.number)
  const write = async (name: string, bytes: Uint8Array): Promise<string> =>
    (await files.writeCompressed(`${folder}/${name}`, bytes, quality)).path
  const lineBytes = splitLines(composed?.lines ?? []).map((lines) => encodeSheetLines(lines, getGrid(composed)))
  const lineFiles: string[] = []
  for (const [number, bytes] of lineBytes.entries())
    lineFiles.push(await write(`lines-${String(number).padStart(3, '0')}.bin`, bytes))
  const fillBytes = composed && composed.areas.length > 0 ? encodeSheetFills(composed.areas, composed.grid) : null
  const textBytes = composed && composed.texts.texts.length > 0 ? encodeSheetTexts(composed.texts) : null
  const parts = {
    lineFiles,
    fillFile: fillBytes && (await write('fills.bin', fillBytes)),
    textFile: textBytes && (await write('texts.bin', textBytes)),
    ...(await writeEntities(store, writing)),
  }
  if (!writing.isProvisional) await write('prints.bin', encodeEntityFingerprints(store))
  const info = createSheetInfo(store, composed, { ...parts, getImagePath: writing.getImagePath })
  await write('sheet.json', new TextEncoder().encode(JSON.stringify(info)))
  return {
    store,
    composed,
    info,
    lines: lineBytes.map((bytes) => decodeSheetLines(bytes, info)),
    fills: fillBytes && decodeSheetFills(fillBytes, info),
    texts: textBytes && decodeSheetTexts(textBytes, info),
  }
}

/** Splits the lines into one group per file. */
function splitLines(lines: readonly SheetPolyline[]): SheetPolyline[][] {
  const chunks: SheetPolyline[][] = []
  let points = Infinity
  for (const line of lines) {
    if (points > maxPointsPerFile) {
      chunks.push([])
      points = 0
    }
    chunks[chunks.length - 1].push(line)
    points += line.points.length / 2
  }
  return chunks
}

async function writeEntities(
  store: SheetStore,
  { files, quality }: SheetWriting,
): Promise<Pick<SheetInfo, 'entityFile' | 'propertyFiles'>> {
  const { entities, properties } = store
  const numbers = new Map<number, number>()
  const sets: PropertySet[] = []
  const own = entities.handles.map((_, entity) =>
    store.setsOf(entity).map((set) => {
      const existing = numbers.get(set)
      if (existing !== undefined) return existing
      numbers.set(set, sets.length)
      return sets.push(properties.set(set)) - 1
    }),
  )
  const blockStart: number[] = []
  const propertyFiles: string[] = []
  for (let first = 0; first < sets.length; first += setsPerBlock) {
    const block = `${formatFolder(store.number)}/properties/${String(blockStart.length).padStart(3, '0')}.bin`
    await files.writeCompressed(block, encodePropertyBlock(sets.slice(first, first + setsPerBlock), first), quality)
    propertyFiles.push(block)
    blockStart.push(first)
  }
  if (sets.length > 0) blockStart.push(sets.length)
  const [types, names] = [entities.type.view(), entities.name.view()]
  const input = {
    layer: entities.layer.view(),
    handles: entities.handles,
    types: Array.from(types, (type) => entities.types.values[type]),
    names: Array.from(names, (name) => entities.names.values[name]),
    sets: own,
    blockStart,
  }
  const entityFile = `${formatFolder(store.number)}/entities.bin`
  await files.writeCompressed(entityFile, encodeSheetEntities(input), quality)
  return { entityFile, propertyFiles }
}
