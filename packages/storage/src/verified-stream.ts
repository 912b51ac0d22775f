import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { AppError } from '@kamar/contracts/core'

/**
 * Passes bytes through and compares their hash at the end. The last piece is held back until the hash is known, so a
 * client that counts bytes never takes an altered blob for a whole one.
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
