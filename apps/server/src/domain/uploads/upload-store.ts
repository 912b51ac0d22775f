import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import type { Upload } from '@tus/server'

/** Unfinished uploads live a day, and an hour more: a clock that jumps by a day must remove none. */
export const uploadLifetimeMilliseconds = 25 * 3_600_000

/** File store of tus that reports a full disk instead of "something went wrong". */
export class UploadStore extends FileStore {
  constructor(folder: string) {
    super({ directory: folder, expirationPeriodInMilliseconds: uploadLifetimeMilliseconds })
  }

  /** Describes an upload without its bytes. */
  async describe(id: string): Promise<Upload | undefined> {
    return this.configstore.get(id)
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset })
    await pipeline(content, file)
    return offset + file.bytesWritten
  }
}
