import { ApiError } from '@kamar/contracts'
import { fetchStream } from '../api/api.js'
import { derivativeUrl } from '../files/derivative-url.js'
import { listOnDevice, removeFromDevice } from './device-models.js'

/** Removes models from this device that the account may no longer view, even if they are not opened. */
export async function checkDevice(signal: AbortSignal): Promise<void> {
  for (const { urn } of await listOnDevice()) {
    if (signal.aborted) return
    try {
      // HEAD, because reading the manifest is recorded as opening the model.
      await fetchStream(derivativeUrl(urn, 'manifest.json'), { method: 'HEAD', signal })
    } catch (error) {
      const status = error instanceof ApiError ? error.status : null
      if (status === 403 || status === 404 || status === 410) await removeFromDevice(urn)
      // Without a response the state is unknown; checked again at the next start.
      else return
    }
  }
}
