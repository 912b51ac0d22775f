import { fetchModel, isThere } from './fetch-model.js'
import type { RemoteReply, RemoteRequest } from './remote-messages.js'
import { RemoteModelError } from './remote-model-error.js'

// This is the only script that fetches from other sites. The server sends this file, by name, with its own policy;
// pages may connect to the server only (`security-headers.ts`).

function reply(message: RemoteReply, transferred: Transferable[] = []): void {
  self.postMessage(message, { transfer: transferred })
}

self.addEventListener('message', ({ data }: MessageEvent<RemoteRequest>) => void work(data))

async function work({ address, usdz }: RemoteRequest): Promise<void> {
  try {
    const bytes = await fetchModel(address, (fraction) => reply({ type: 'fraction', fraction }))
    const hasUsdz = usdz !== null && (await isThere(usdz))
    reply({ type: 'model', bytes: bytes.buffer, hasUsdz }, [bytes.buffer])
  } catch (error) {
    const { reason, detail } = error instanceof RemoteModelError ? error : new RemoteModelError('format')
    reply({ type: 'problem', reason, detail })
  }
}
