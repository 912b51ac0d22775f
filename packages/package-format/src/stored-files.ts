import { malformed } from './container/container-layout.js'
import type { Manifest, PackageFile } from './manifest.js'

type FileLists = Pick<Manifest, 'files' | 'packs'>

/** Lists what is stored: files that are in no pack, and packs. */
export const listStoredFiles = ({ files, packs = [] }: FileLists): PackageFile[] => [
  ...files.filter(({ location }) => location === undefined),
  ...packs,
]

/** Where a file is requested. */
export interface FileAddress {
  /** Of the file, or of a stream in a pack: `scene/000.pack/0-4095` (`parsePackPath` of `@kamar/core`). */
  readonly path: string
  /** Of the stored file, which makes an address with it permanent; undefined if no manifest lists the file. */
  readonly sha256?: string
  /** The file in the decompressed stream. */
  readonly part?: { readonly start: number; readonly size: number }
}

/** Resolves the paths of files, as a manifest lists them, to addresses. */
export class FileAddresses {
  readonly #addresses = new Map<string, FileAddress>()

  /** Adds the files of a manifest. A loader may get one before it is checked, so the lists may be absent. */
  add(manifest: Partial<FileLists> | null): void {
    if (!Array.isArray(manifest?.files)) return
    const packs = new Map((manifest.packs ?? []).map((pack) => [pack.path, pack.sha256]))
    for (const { path, size, sha256, location } of manifest.files as readonly PackageFile[]) {
      if (location === undefined) this.#addresses.set(path, { path, sha256 })
      else {
        const { pack, offset, start } = location
        const address = `${pack}/${offset}-${offset + location.size - 1}`
        this.#addresses.set(path, { path: address, sha256: packs.get(pack) ?? '', part: { start, size } })
      }
    }
  }

  /** Returns the path itself if no added manifest lists it. */
  get(path: string): FileAddress {
    return this.#addresses.get(path) ?? { path }
  }
}

type Content = ArrayBuffer | Uint8Array
type FetchAddress = (address: FileAddress, signal: AbortSignal) => Promise<Content>

/** Streams that stay decompressed, because their other files are wanted soon: about 3 MB. */
const maxRecentStreams = 8

/** Fetches the files of a package; those of one stream with one request. */
export class FileFetcher {
  readonly addresses = new FileAddresses()
  readonly #fetch: FetchAddress
  readonly #recent = new Map<string, Promise<Content>>()

  /** `fetch` returns what is at an address, decompressed. */
  constructor(fetch: FetchAddress) {
    this.#fetch = fetch
  }

  /** Rejects as `fetch` does, and with `RangeError` if the stream is shorter than the manifest states. */
  async fetchFile(path: string, signal: AbortSignal): Promise<Content> {
    const address = this.addresses.get(path)
    if (address.part === undefined) return this.#fetch(address, signal)
    const stream = await this.#getStream(address, signal)
    const { start, size } = address.part
    // Nothing else is in the stream, so it would only take memory.
    if (size === stream.byteLength) this.#recent.delete(address.path)
    if (start + size > stream.byteLength) throw malformed(`stream of ${path}`)
    return stream.slice(start, start + size)
  }

  #getStream(address: FileAddress, signal: AbortSignal): Promise<Content> {
    const recent = this.#recent.get(address.path)
    if (recent === undefined) return this.#fetchStream(address, signal)
    // The caller that requested it may have cancelled it.
    return recent.catch(() => this.#recent.get(address.path) ?? this.#fetchStream(address, signal))
  }

  #fetchStream(address: FileAddress, signal: AbortSignal): Promise<Content> {
    const stream = this.#fetch(address, signal)
    this.#recent.set(address.path, stream)
    stream.catch(() => this.#recent.delete(address.path))
    for (const oldest of this.#recent.keys()) {
      if (this.#recent.size <= maxRecentStreams) break
      this.#recent.delete(oldest)
    }
    return stream
  }
}
