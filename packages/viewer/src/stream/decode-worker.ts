import { decoderReady } from '@kamar/view-package/read'
import { isOutOfMemory } from '../errors.js'
import { placedChunkTransferables } from '../store/placed-chunk.js'
import { createPlacing } from './chunk-placer.js'
import type { DecodeAnswer, DecodeRequest } from './decode-messages.js'

interface WorkerScope {
  onmessage: ((event: MessageEvent<DecodeRequest>) => void) | null
  postMessage(message: DecodeAnswer, transfer?: Transferable[]): void
}

const scope = globalThis as unknown as WorkerScope
const place = createPlacing()

scope.onmessage = (event) => {
  void decoderReady.then(() => {
    const { bytes, manner } = event.data
    try {
      const chunk = place(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes), manner)
      scope.postMessage({ ok: true, chunk }, placedChunkTransferables(chunk))
    } catch (error) {
      scope.postMessage({ ok: false, reason: String(error), outOfMemory: isOutOfMemory(error) })
    }
  })
}
