import { TranslationError } from '@kamar/contracts/core'
import type { ByteSource, ReadRoom } from '@kamar/scene'
import { unzipModel } from '../shared/part21/unzip-model.js'

const mostPictureBytes = 16 * 1024 * 1024

/** The stored picture of a model since 2021, or null; a damaged archive fails as one. */
export async function thumbnailInArchive(
  input: ByteSource,
  archiveStart: number,
  { limits, signal }: ReadRoom,
): Promise<Uint8Array | null> {
  const archive = (await input.readAll()).subarray(archiveStart)
  const nothing = new TranslationError({ code: 'nothing-to-show' })
  try {
    const { bytes } = await unzipModel(archive, {
      search: { modelName: /model_thumbnail\.png$/i, advice: 'SketchUp 2020', noModel: () => nothing },
      limits: { inflatedBytes: Math.min(limits.inflatedBytes, mostPictureBytes) },
      signal,
    })
    return bytes.slice()
  } catch (error) {
    if (error === nothing) return null
    throw error
  }
}
