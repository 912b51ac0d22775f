import { fetchModel, isThere } from './fetch-model.js'
import type { RemoteReply, RemoteRequest } from './remote-messages.js'
import { RemoteModelError } from './remote-model-error.js'

// The only script of ours that fetches from other sites: the server sends this file, by its name, with a policy of its own,
// while pages may connect to nothing but the server (`security-headers.ts`).

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
