import { ApiError } from '@kamar/contracts'
import { fetchStream } from '../api/api.js'
import { derivativeUrl } from '../files/derivative-url.js'
import { listOnDevice, removeFromDevice } from './device-models.js'

/** What the account may not see any more is taken away from this device, also when nobody opens it. */
export async function checkDevice(signal: AbortSignal): Promise<void> {
  for (const { urn } of await listOnDevice()) {
    if (signal.aborted) return
    try {
      // HEAD, because reading the manifest is recorded as opening the model.
      await fetchStream(derivativeUrl(urn, 'manifest.json'), { method: 'HEAD', signal })
    } catch (error) {
      const status = error instanceof ApiError ? error.status : null
      if (status === 403 || status === 404 || status === 410) await removeFromDevice(urn)
      // Without an answer nothing is known; it is asked again at the next start.
      else return
    }
  }
}
