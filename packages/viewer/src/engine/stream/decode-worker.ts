import { collectBuffers, decoderReady, releaseArrays } from '@kamar/package-format/read'
import { isOutOfMemory } from '../errors.js'
import { packChunk } from '../store/gpu-chunk.js'
import { createChunkBuilder } from './gpu-chunk-builder.js'
import type { DecodeReply, DecodeRequest } from './decode-messages.js'

interface WorkerScope {
  onmessage: ((event: MessageEvent<DecodeRequest>) => void) | null
  postMessage(message: DecodeReply, transfer?: Transferable[]): void
}

const scope = globalThis as unknown as WorkerScope
const build = createChunkBuilder()

scope.onmessage = (event) => {
  void decoderReady.then(() => {
    const { bytes, mode, isPacked } = event.data
    try {
      const built = build(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes), mode)
      const chunk = isPacked ? packChunk(built, (bytes as Uint8Array<ArrayBuffer>).buffer) : built
      scope.postMessage({ ok: true, chunk }, collectBuffers(chunk))
      if (isPacked) releaseArrays(built)
    } catch (error) {
      scope.postMessage({ ok: false, reason: String(error), outOfMemory: isOutOfMemory(error) })
    }
  })
}
