/**
 * In-memory stub of the browser's private file system: folders, files, and streams that take effect when they are
 * closed.
 */
export class MemoryFolder {
  readonly kind = 'directory'
  readonly #entries = new Map<string, MemoryFolder | MemoryFile>()

  async getDirectoryHandle(name: string, { create = false } = {}): Promise<MemoryFolder> {
    return this.#get(name, create, () => new MemoryFolder())
  }
  async getFileHandle(name: string, { create = false } = {}): Promise<MemoryFile> {
    return this.#get(name, create, () => new MemoryFile())
  }
  async removeEntry(name: string): Promise<void> {
    if (!this.#entries.delete(name)) throw missing()
  }
  async *keys(): AsyncGenerator<string> {
    for (const name of this.#entries.keys()) yield await Promise.resolve(name)
  }
  /** Returns the paths of all files below. */
  paths(): string[] {
    return [...this.#entries].flatMap(([name, entry]) =>
      entry instanceof MemoryFolder ? entry.paths().map((path) => `${name}/${path}`) : [name],
    )
  }

  #get<Entry extends MemoryFolder | MemoryFile>(name: string, create: boolean, make: () => Entry): Entry {
    const entry = this.#entries.get(name) as Entry | undefined
    if (entry) return entry
    if (!create) throw missing()
    const created = make()
    this.#entries.set(name, created)
    return created
  }
}

/** A file; a test may change `bytes` to damage it. */
export class MemoryFile {
  readonly kind = 'file'
  bytes = new Uint8Array(0)

  async getFile(): Promise<Blob> {
    return new Blob([this.bytes])
  }
  async createWritable() {
    const parts: Blob[] = []
    return {
      write: async (part: BufferSource): Promise<void> => void parts.push(new Blob([part as ArrayBuffer])),
      close: async (): Promise<void> => {
        this.bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
      },
      abort: async (): Promise<void> => undefined,
    }
  }
}

const missing = (): DOMException => new DOMException('not there', 'NotFoundError')
