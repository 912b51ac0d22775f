import type { ManifestSheet } from '@kamar/package-format'
import type { PackageFiles } from '../files/package-files.js'
import { provisionalFolder } from '../provisional-chunks.js'
import type { TextureStore } from '../textures/texture-store.js'
import type { SheetStore } from './sheet-store.js'
import { writeSheetImages } from './write-images.js'
import { type FallbackGlyphs, type SheetFileWriter, type SheetWriting, writeSheets } from './write-sheets.js'

/** Fast compression: these files live for seconds. */
const quality = 2

/** Writes sheets that are shown while the reader is still tessellating the bodies after them. */
export class ProvisionalSheets {
  readonly #files: PackageFiles
  readonly #throwIfCancelled: () => void
  readonly #fallbackGlyphs: FallbackGlyphs
  readonly #paths: string[] = []
  #publications = 0

  constructor(
    files: PackageFiles,
    { throwIfCancelled, fallbackGlyphs }: Pick<SheetWriting, 'throwIfCancelled' | 'fallbackGlyphs'>,
  ) {
    this.#files = files
    this.#throwIfCancelled = throwIfCancelled
    this.#fallbackGlyphs = fallbackGlyphs
  }

  /**
   * Writes the current sheets to a folder of provisional files, each time another one, because browsers keep what they
   * have; their internal file names equal those of the finished package.
   */
  async write(sheets: readonly SheetStore[], textures: TextureStore): Promise<readonly ManifestSheet[]> {
    const folder = `${provisionalFolder}${++this.#publications}/`
    const throwIfCancelled = this.#throwIfCancelled
    const fallbackGlyphs = this.#fallbackGlyphs
    const files: SheetFileWriter = {
      writeCompressed: async (path, bytes, cost) => ({
        ...(await this.#files.writeCompressed(this.#addPath(folder + path), bytes, cost)),
        path,
      }),
      writePlain: async (path, bytes) => ({
        ...(await this.#files.writePlain(this.#addPath(folder + path), bytes)),
        path,
      }),
    }
    const getImagePath = await writeSheetImages(sheets, textures, { files, throwIfCancelled })
    const writing: SheetWriting = {
      files,
      quality,
      getImagePath,
      throwIfCancelled,
      fallbackGlyphs,
      isProvisional: true,
    }
    const output = await writeSheets(sheets, writing)
    return output.sheets.map((sheet) => ({ ...sheet, path: folder + sheet.path }))
  }

  /** Removes the files. */
  async removeAll(): Promise<void> {
    await Promise.all(this.#paths.map((path) => this.#files.remove(path)))
  }

  #addPath(path: string): string {
    this.#paths.push(path)
    return path
  }
}
