import {
  decodeSheetFills,
  decodeSheetLines,
  decodeSheetTexts,
  readSheetInfo,
  type SheetImage,
} from '@kamar/package-format/sheets'
import type { SheetDrawing } from '@kamar/packager/sheets'
import type { Manifest } from '@kamar/package-format/read'

/** Nesting of viewports in viewports, as deep as they are painted. */
const maxDepth = 2

/** A sheet to paint, with the drawings that its viewports show, by number. */
export interface PageSource {
  readonly drawings: readonly SheetDrawing[]
  readonly number: number
}

/** Lists the images of a sheet and of its viewports, each once. */
export function listSheetImages(drawings: PageSource['drawings'], number: number): SheetImage['picture'][] {
  const paths = new Set<string>()
  const add = (sheet: number, depth: number): void => {
    const drawing: SheetDrawing | undefined = drawings[sheet]
    if (drawing === undefined || depth > maxDepth) return
    for (const { picture: image } of drawing.info.images) paths.add(image)
    for (const { shows } of drawing.info.viewports) if (shows !== null) add(shows, depth + 1)
  }
  add(number, 0)
  return [...paths]
}

/** The files of a package that has sheets. */
export interface SheetFiles {
  readonly manifest: Pick<Manifest, 'sheets'>
  file(path: string): Promise<Uint8Array>
}

/** Reads and caches sheets of a package by number, including those shown through viewports. */
export class SheetReader {
  readonly drawings: SheetDrawing[] = []
  readonly #model: SheetFiles

  constructor(model: SheetFiles) {
    this.#model = model
  }

  /** Returns a sheet; throws `RangeError` when the package has no sheet with this number. */
  async read(number: number): Promise<SheetDrawing> {
    await this.#readShown(number, 0)
    return this.drawings[number]
  }

  async #readShown(number: number, depth: number): Promise<void> {
    if (depth > maxDepth) return
    this.drawings[number] ??= await this.#decode(number)
    for (const { shows } of this.drawings[number].info.viewports)
      if (shows !== null) await this.#readShown(shows, depth + 1)
  }

  async #decode(number: number): Promise<SheetDrawing> {
    const sheet = this.#model.manifest.sheets?.at(number)
    if (sheet === undefined) throw new RangeError(`the package has no sheet ${number}`)
    const info = readSheetInfo(JSON.parse(new TextDecoder().decode(await this.#model.file(sheet.path))))
    const lines: SheetDrawing['lines'][number][] = []
    for (const path of info.lineFiles) lines.push(decodeSheetLines(await this.#model.file(path), info))
    return {
      info,
      lines,
      fills: info.fillFile === null ? null : decodeSheetFills(await this.#model.file(info.fillFile), info),
      texts: info.textFile === null ? null : decodeSheetTexts(await this.#model.file(info.textFile), info),
    }
  }
}
