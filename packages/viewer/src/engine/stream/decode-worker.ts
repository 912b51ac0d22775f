import { decoderReady } from '@kamar/package-format/read'
import { isOutOfMemory } from '../errors.js'
import { gpuChunkTransferables } from '../store/gpu-chunk.js'
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
    const { bytes, mode } = event.data
    try {
      const chunk = build(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes), mode)
      scope.postMessage({ ok: true, chunk }, gpuChunkTransferables(chunk))
    } catch (error) {
      scope.postMessage({ ok: false, reason: String(error), outOfMemory: isOutOfMemory(error) })
    }
  })
}
