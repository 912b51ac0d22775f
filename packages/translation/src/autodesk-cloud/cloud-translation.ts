import { setTimeout as pause } from 'node:timers/promises'
import { uploadFormats } from '@kamar/core'
import { CloudError } from './cloud-refusal.js'
import { readCloudManifest, type CloudManifest } from './cloud-manifest.js'
import type { CloudSettings, CloudTiming } from './cloud-settings.js'
import type { ServiceCalls } from './service-calls.js'

/** Status codes for a file that the service does not accept. */
const notTaken = [400, 404, 406, 422]

/** A translation in the service, by the URN of its file. */
export class CloudTranslation {
  readonly #calls: ServiceCalls
  readonly #settings: CloudSettings
  readonly #urn: string

  constructor(calls: ServiceCalls, settings: CloudSettings, urn: string) {
    this.#calls = calls
    this.#settings = settings
    this.#urn = urn
  }

  get #address(): string {
    return `/modelderivative/v2/designdata/${this.#urn}`
  }

  get #region(): Record<string, string> {
    return { region: this.#settings.region }
  }

  /** Returns the state of the translation; null if it does not exist. */
  async readManifest(): Promise<CloudManifest | null> {
    const response = await this.#calls.call({
      method: 'GET',
      address: `${this.#address}/manifest`,
      headers: this.#region,
      also: [404, 202],
    })
    if (response.status === 200) return readCloudManifest(await response.json().catch(() => null))
    await response.body?.cancel()
    return response.status === 404 ? null : readCloudManifest(null)
  }

  /** Requests the SVF of a file. */
  async start(formatId: string): Promise<void> {
    const hasSheets = uploadFormats.find(({ id }) => id === formatId)?.cloudSheets === true
    const advanced = hasSheets ? { advanced: { '2dviews': 'pdf' } } : {}
    const response = await this.#calls.call({
      method: 'POST',
      address: '/modelderivative/v2/designdata/job',
      headers: this.#region,
      json: {
        input: { urn: this.#urn },
        output: {
          destination: { region: this.#settings.region.toLowerCase() },
          formats: [{ type: 'svf', views: ['2d', '3d'], ...advanced }],
        },
      },
      also: notTaken,
    })
    if (response.ok) {
      await response.body?.cancel()
      return
    }
    const body = (await response.json().catch(() => null)) as { readonly diagnostic?: unknown } | null
    const reason = typeof body?.diagnostic === 'string' ? body.diagnostic.slice(0, 200) : `${response.status}`
    throw new CloudError('not-translated', reason)
  }

  /** Waits until it has succeeded or failed; `onProgress` receives 0 to 1. */
  async wait({ pollMilliseconds }: CloudTiming, signal: AbortSignal, onProgress: (share: number) => void) {
    for (;;) {
      const manifest = await this.readManifest()
      if (manifest !== null && manifest.status !== 'underway') return manifest
      onProgress(manifest?.progress ?? 0)
      await pause(pollMilliseconds, undefined, { signal })
    }
  }

  /** Returns the address and cookies to download a file of the translation; null if the file is absent. */
  async ticketFor(derivativeUrn: string): Promise<{ readonly url: string; readonly cookie: string } | null> {
    const response = await this.#calls.call({
      method: 'GET',
      address: `${this.#address}/manifest/${encodeURIComponent(derivativeUrn)}/signedcookies`,
      headers: this.#region,
      also: [404],
    })
    if (response.status === 404) {
      await response.body?.cancel()
      return null
    }
    const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '')
    const { url } = (await response.json().catch(() => ({}))) as { readonly url?: unknown }
    if (typeof url !== 'string' || !URL.canParse(url)) throw new CloudError('unavailable', 'a file without an address')
    return { url, cookie: cookies.join('; ') }
  }

  /** Removes the derivative. */
  async remove(): Promise<void> {
    const response = await this.#calls.call({
      method: 'DELETE',
      address: `${this.#address}/manifest`,
      headers: this.#region,
      also: [404],
    })
    await response.body?.cancel()
  }
}
