import { joinSheetMatrices, type SheetMatrix } from '@kamar/core'
import type { SheetImage } from '@kamar/package-format/sheets'
import type { LoadedSheet, SheetFiles } from '../loaded-sheet.js'
import type { SheetPaper } from '../sheet-api.js'
import type { SheetLayers } from './sheet-layers.js'
import {
  computeDetailView,
  isLargeSheet,
  servesView,
  SheetDetail,
  withMargin,
  type DetailView,
} from './sheet-detail.js'
import type { SheetRenderer } from './sheet-renderer.js'
import type { GpuSheet, SheetPass } from './sheet-pass.js'
import { styleRows } from './sheet-styles.js'

/** View parameters of a frame. */
export interface SceneView {
  /** From the open sheet's units to device pixels from the centre, y up. */
  readonly matrix: SheetMatrix
  readonly pixelRatio: number
  readonly unitsPerPixel: number
  /** Minimum line width in device-independent pixels; 1 by default. */
  readonly minLinePixels?: number
}

/** Dependencies of a scene. */
export interface SceneParts {
  readonly renderer: SheetRenderer
  readonly layers: SheetLayers
  readonly paper: SheetPaper
  /** Whether lines have their plotted width; null or omitted: as the open sheet specifies. */
  readonly plottedWeights?: boolean | null
  /** Rows of the style texture instead of the sheet's own colours. */
  readonly rowsOf?: typeof styleRows
}

/** The part of a large sheet that is on the GPU. */
interface DetailPart {
  readonly view: DetailView
  readonly gpuSheet: GpuSheet
}

/** Device-independent pixels per millimetre of line weight without paper. */
const modelPixelsPerMillimetre = 3.2

/** The open sheet and those visible through its viewports, on the GPU. */
export class SheetScene {
  readonly sheets: ReadonlyMap<number, LoadedSheet>
  readonly open: LoadedSheet
  readonly #renderer: SheetRenderer
  readonly #layers: SheetLayers
  readonly #rowsOf: typeof styleRows
  readonly #gpuSheets = new Map<number, GpuSheet>()
  readonly #details = new Map<number, SheetDetail>()
  /** Parts of large sheets, one for each viewport that shows them. */
  readonly #parts = new Map<string, DetailPart>()
  readonly #styles = new Map<string, WebGLTexture>()
  readonly #photos = new Map<string, WebGLTexture>()
  paper: SheetPaper
  plottedWeights: boolean | null

  constructor(
    sheets: ReadonlyMap<number, LoadedSheet>,
    open: LoadedSheet,
    { renderer, layers, paper, plottedWeights = null, rowsOf = styleRows }: SceneParts,
  ) {
    this.sheets = sheets
    this.open = open
    this.#renderer = renderer
    this.#layers = layers
    this.paper = paper
    this.plottedWeights = plottedWeights
    this.#rowsOf = rowsOf
    for (const sheet of sheets.values())
      if (isLargeSheet(sheet)) this.#details.set(sheet.number, new SheetDetail(sheet))
      else this.#gpuSheets.set(sheet.number, renderer.upload(sheet))
  }

  /** Fetches the images on the sheets; calls `changed` whenever one is ready. */
  async loadPhotos(files: SheetFiles, changed: () => void): Promise<void> {
    const paths = new Set(
      [...this.sheets.values()].flatMap(({ info }) => info.images.map(({ picture: imagePath }) => imagePath)),
    )
    for (const path of paths) {
      const bytes = await files.bytes(path)
      const photo = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
      this.#photos.set(path, this.#renderer.photoTexture(photo))
      photo.close()
      changed()
    }
  }

  /** Updates the styles after colours or layers changed. */
  restyle(): void {
    for (const texture of this.#styles.values()) this.#renderer.deleteTexture(texture)
    this.#styles.clear()
  }

  dispose(): void {
    this.restyle()
    for (const gpuSheet of this.#gpuSheets.values()) this.#renderer.release(gpuSheet)
    for (const { gpuSheet } of this.#parts.values()) this.#renderer.release(gpuSheet)
    for (const photo of this.#photos.values()) this.#renderer.deleteTexture(photo)
  }

  draw(view: SceneView): void {
    const { open } = this
    const base = this.createPass(open, view, null)
    for (const [number, viewport] of open.info.viewports.entries()) {
      const shownSheet = viewport.shows === null ? undefined : this.sheets.get(viewport.shows)
      if (!shownSheet || shownSheet === open || viewport.clip.length === 0) continue
      this.#renderer.beginClip(base, viewport.clip)
      const pass = this.createPass(shownSheet, view, number)
      this.#drawImages(shownSheet, pass)
      this.#renderer.draw(pass)
      this.#renderer.endClip()
    }
    this.#drawImages(open, base)
    this.#renderer.draw(base)
  }

  /**
   * Returns the pass of a sheet; `viewport`: number of the viewport of the open sheet that shows it, null for itself.
   */
  createPass(sheet: LoadedSheet, view: SceneView, viewport: number | null, gpuSheet?: GpuSheet): SheetPass {
    const window = viewport === null ? null : this.open.info.viewports[viewport]
    const matrix = window === null ? view.matrix : joinSheetMatrices(view.matrix, window.matrix)
    const { levels, kind, millimetresPerUnit, thinLines = false } = this.open.info
    const hasWeights = this.plottedWeights ?? !thinLines
    const toDepth = (level: number): number => 1 - (2 * level) / (levels + 1)
    const onPaper = 1 / (view.unitsPerPixel * millimetresPerUnit)
    return {
      sheet: gpuSheet ?? this.#getGpuSheet(sheet, viewport, matrix),
      styles: this.#getStyles(sheet, viewport),
      matrix,
      // Content of a viewport lies above everything below the viewport and below everything above it.
      far: window === null ? 1 : toDepth(window.level + 0.5),
      near: window === null ? -1 : toDepth(window.level + 1),
      pixelsPerMillimetre: hasWeights ? (kind === 'model' ? modelPixelsPerMillimetre : onPaper) * view.pixelRatio : 0,
      minLinePixels: view.pixelRatio * (view.minLinePixels ?? 1),
      dashScale: window?.lineTypeScale ?? 1,
    }
  }

  #getGpuSheet(sheet: LoadedSheet, viewport: number | null, matrix: SheetMatrix): GpuSheet {
    const detail = this.#details.get(sheet.number)
    const gpuSheet = detail ? this.#fitPart(sheet, detail, { viewport, matrix }) : this.#gpuSheets.get(sheet.number)
    if (gpuSheet === undefined) throw new RangeError(`sheet ${sheet.number} is not on the card`)
    return gpuSheet
  }

  /** Returns the part of a large sheet that a view shows; uploads another one if the view has left the last one. */
  #fitPart(
    { number, info }: LoadedSheet,
    detail: SheetDetail,
    { viewport, matrix }: { readonly viewport: number | null; readonly matrix: SheetMatrix },
  ): GpuSheet {
    const key = `${number} ${viewport ?? ''}`
    const view = computeDetailView(info, matrix, this.#renderer.region)
    const last = this.#parts.get(key)
    if (last && servesView(last.view, view)) return last.gpuSheet
    if (last) this.#renderer.release(last.gpuSheet)
    const part = withMargin(view)
    const gpuSheet = this.#renderer.upload(detail.choose(part))
    this.#parts.set(key, { view: part, gpuSheet })
    return gpuSheet
  }

  #getStyles(sheet: LoadedSheet, viewport: number | null): WebGLTexture {
    const key = `${sheet.number} ${viewport ?? ''}`
    let texture = this.#styles.get(key)
    if (texture === undefined) {
      const frozen = new Set(viewport === null ? [] : this.open.info.viewports[viewport].frozenLayers)
      const isShown = (layer: number): boolean => this.#layers.isShown(sheet, layer, frozen)
      texture = this.#renderer.styleTexture(this.#rowsOf(sheet.info, isShown, this.paper))
      this.#styles.set(key, texture)
    }
    return texture
  }

  #drawImages(sheet: LoadedSheet, pass: SheetPass): void {
    for (const image of sheet.info.images) {
      const photo = this.#photos.get(image.picture)
      if (photo === undefined || !this.#layers.isShown(sheet, image.layer, new Set())) continue
      this.#drawImage(image, pass, photo)
    }
  }

  /** Draws an image; its clip boundary applies only if it is not visible through a viewport. */
  #drawImage(image: SheetImage, pass: SheetPass, photo: WebGLTexture): void {
    const isCut = image.clip.length > 0 && pass.matrix !== null && pass.far === 1
    if (isCut) this.#renderer.beginClip(pass, image.clip)
    this.#renderer.drawImage(pass, image, photo)
    if (isCut) this.#renderer.endClip()
  }
}
