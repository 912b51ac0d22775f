import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { AppError } from '@kamar/core'

/**
 * Passes bytes through and checks their hash at the end. The last chunk is held back until the hash is known, so a
 * client that counts bytes never accepts an altered blob as complete.
 */
export function verifiedStream(sha256: string): Transform {
  const hash = createHash('sha256')
  let tail: Buffer | null = null
  return new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
      hash.update(chunk)
      const previous = tail
      tail = chunk
      if (previous === null) done()
      else done(null, previous)
    },
    flush(done: TransformCallback): void {
      if (hash.digest('hex') !== sha256) done(new AppError('storage-damaged', { sha256 }))
      else if (tail === null) done()
      else done(null, tail)
    },
  })
}
