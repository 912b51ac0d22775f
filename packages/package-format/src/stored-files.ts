import type { Manifest, PackageFile } from './manifest.js'

type FileLists = Pick<Manifest, 'files' | 'packs'>

/** Lists what is stored: files that are in no pack, and packs. */
export const listStoredFiles = ({ files, packs = [] }: FileLists): PackageFile[] => [
  ...files.filter(({ pack }) => pack === undefined),
  ...packs,
]

/** Where a file is requested. */
export interface FileAddress {
  /** Of the file, or of its range in a pack: `scene/000.pack/0-4095` (`parsePackPath` of `@kamar/core`). */
  readonly path: string
  /** Of the stored file, which makes an address with it permanent; undefined if no manifest lists the file. */
  readonly sha256?: string
}

/** Resolves the paths of files, as a manifest lists them, to addresses. */
export class FileAddresses {
  readonly #addresses = new Map<string, FileAddress>()

  /** Adds the files of a manifest. A loader may get one before it is checked, so the lists may be absent. */
  add(manifest: Partial<FileLists> | null): void {
    if (!Array.isArray(manifest?.files)) return
    const packs = new Map((manifest.packs ?? []).map(({ path, sha256 }) => [path, sha256]))
    for (const { path, size, sha256, pack, offset = 0 } of manifest.files) {
      const packHash = pack === undefined ? undefined : packs.get(pack)
      const address = packHash && { path: `${pack}/${offset}-${offset + size - 1}`, sha256: packHash }
      this.#addresses.set(path, address || { path, sha256 })
    }
  }

  /** Returns the path itself if no added manifest lists it. */
  get(path: string): FileAddress {
    return this.#addresses.get(path) ?? { path }
  }
}
