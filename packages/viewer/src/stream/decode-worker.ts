import { decoderReady } from '@kamar/view-package/read'
import { placedChunkTransferables } from '../store/placed-chunk.js'
import { ChunkPlacer } from './chunk-placer.js'
import type { DecodeAnswer, DecodeRequest } from './decode-messages.js'

interface WorkerScope {
  onmessage: ((event: MessageEvent<DecodeRequest>) => void) | null
  postMessage(message: DecodeAnswer, transfer?: Transferable[]): void
}

const scope = globalThis as unknown as WorkerScope
const placer = new ChunkPlacer()

scope.onmessage = (event) => {
  void decoderReady.then(() => {
    const { bytes } = event.data
    try {
      const chunk = placer.place(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes))
      scope.postMessage({ ok: true, chunk }, placedChunkTransferables(chunk))
    } catch (error) {
      scope.postMessage({ ok: false, reason: String(error) })
    }
  })
}
