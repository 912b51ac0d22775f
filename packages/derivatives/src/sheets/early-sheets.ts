import type { ManifestSheet } from '@kamar/view-package'
import type { PackageFiles } from '../files/package-files.js'
import { provisionalFolder } from '../provisional-chunks.js'
import type { TextureStore } from '../textures/texture-store.js'
import type { SheetStore } from './sheet-store.js'
import { writeSheetPictures } from './write-pictures.js'
import { type SheetFileWriter, writeSheets } from './write-sheets.js'

/** Cheap coding: these files live for seconds. */
const quality = 2

/** Sheets that are shown while the reader still makes the bodies that come after them. */
export class EarlySheets {
  readonly #files: PackageFiles
  readonly #throwIfCancelled: () => void
  readonly #paths: string[] = []

  constructor(files: PackageFiles, throwIfCancelled: () => void) {
    this.#files = files
    this.#throwIfCancelled = throwIfCancelled
  }

  /** Writes what is on the sheets now, below the folder of provisional files; what sheets name is called as in the finished package. */
  async write(sheets: readonly SheetStore[], textures: TextureStore): Promise<readonly ManifestSheet[]> {
    const throwIfCancelled = this.#throwIfCancelled
    const files: SheetFileWriter = {
      writeCompressed: async (path, bytes, cost) => ({
        ...(await this.#files.writeCompressed(this.#placeOf(path), bytes, cost)),
        path,
      }),
      writePlain: async (path, bytes) => ({ ...(await this.#files.writePlain(this.#placeOf(path), bytes)), path }),
    }
    const picturePath = await writeSheetPictures(sheets, textures, { files, throwIfCancelled })
    const written = await writeSheets(sheets, { files, quality, picturePath, throwIfCancelled, isEarly: true })
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
