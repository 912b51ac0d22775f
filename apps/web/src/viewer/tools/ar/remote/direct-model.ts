import { type ArModel, blobAddresses, glbType, type LoadOptions } from '../ar-model.js'
import { findUsdzAddress } from './model-address.js'
import type { RemoteReply, RemoteRequest } from './remote-messages.js'
import { RemoteModelError } from './remote-model-error.js'

/** Input of the form. */
export interface DirectRequest {
  readonly model: URL
  /** Entered for iPhone and iPad; null: the one beside the model, if it exists. */
  readonly usdz: URL | null
}

/** Loads a model at a public URL; throws `RemoteModelError` when there is none to show. */
export async function directModel(request: DirectRequest, options: LoadOptions): Promise<ArModel> {
  const usdzAddress = request.usdz === null ? findUsdzAddress(request.model) : null
  const { bytes, hasUsdz } = await runWorker({ address: request.model.href, usdz: usdzAddress }, options)
  const blobs = blobAddresses()
  return {
    source: blobs.of(new Blob([bytes], { type: glbType })),
    usdz: request.usdz?.href ?? (hasUsdz ? usdzAddress : null),
    address: request.model.href,
    release: blobs.release,
  }
}

const startWorker = (): Worker =>
  new Worker(new URL('./remote-model-worker.js', import.meta.url), { type: 'module', name: 'kamar-remote-model' })

type RemoteModel = Extract<RemoteReply, { type: 'model' }>

async function runWorker(request: RemoteRequest, { onFraction, signal }: LoadOptions): Promise<RemoteModel> {
  const worker = startWorker()
  try {
    return await new Promise<RemoteModel>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      worker.addEventListener('error', () => reject(new RemoteModelError('blocked')))
      worker.addEventListener('message', ({ data }: MessageEvent<RemoteReply>) => {
        if (data.type === 'fraction') onFraction(data.fraction)
        if (data.type === 'model') resolve(data)
        if (data.type === 'problem') reject(new RemoteModelError(data.reason, data.detail))
      })
      worker.postMessage(request)
    })
  } finally {
    worker.terminate()
  }
}
