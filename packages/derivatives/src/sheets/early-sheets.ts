import type { ManifestSheet } from '@kamar/view-package'
import type { PackageFiles } from '../files/package-files.js'
import { provisionalFolder } from '../provisional-chunks.js'
import type { TextureStore } from '../textures/texture-store.js'
import type { SheetStore } from './sheet-store.js'
import { writeSheetPictures } from './write-pictures.js'
import { type FallbackLetters, type SheetFileWriter, type SheetWriting, writeSheets } from './write-sheets.js'

/** Cheap coding: these files live for seconds. */
const quality = 2

/** Sheets that are shown while the reader still makes the bodies that come after them. */
export class EarlySheets {
  readonly #files: PackageFiles
  readonly #throwIfCancelled: () => void
  readonly #fallbackLetters: FallbackLetters
  readonly #paths: string[] = []

  constructor(
    files: PackageFiles,
    { throwIfCancelled, fallbackLetters }: Pick<SheetWriting, 'throwIfCancelled' | 'fallbackLetters'>,
  ) {
    this.#files = files
    this.#throwIfCancelled = throwIfCancelled
    this.#fallbackLetters = fallbackLetters
  }

  /** Writes what is on the sheets now, below the folder of provisional files; what sheets name is called as in the finished package. */
  async write(sheets: readonly SheetStore[], textures: TextureStore): Promise<readonly ManifestSheet[]> {
    const throwIfCancelled = this.#throwIfCancelled
    const fallbackLetters = this.#fallbackLetters
    const files: SheetFileWriter = {
      writeCompressed: async (path, bytes, cost) => ({
        ...(await this.#files.writeCompressed(this.#placeOf(path), bytes, cost)),
        path,
      }),
      writePlain: async (path, bytes) => ({ ...(await this.#files.writePlain(this.#placeOf(path), bytes)), path }),
    }
    const picturePath = await writeSheetPictures(sheets, textures, { files, throwIfCancelled })
    const writing: SheetWriting = { files, quality, picturePath, throwIfCancelled, fallbackLetters, isEarly: true }
    const written = await writeSheets(sheets, writing)
    return written.sheets.map((sheet) => ({ ...sheet, path: provisionalFolder + sheet.path }))
  }

  /** Removes the files. */
  async removeAll(): Promise<void> {
    await Promise.all(this.#paths.map((path) => this.#files.remove(path)))
  }

  #placeOf(path: string): string {
    const place = provisionalFolder + path
    this.#paths.push(place)
    return place
  }
}
