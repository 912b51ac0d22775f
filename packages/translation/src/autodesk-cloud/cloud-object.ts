import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { CloudError } from './cloud-refusal.js'
import type { CloudSettings, CloudTiming } from './cloud-settings.js'
import type { ServiceCalls } from './service-calls.js'

const partsPerResponse = 25
const expired = 403
const maxAddressesPerPart = 3

/** A file in the deployment's bucket. Its name derives from the translation, so that a later attempt finds it again. */
export class CloudObject {
  readonly bucket: string
  readonly key: string
  readonly #calls: ServiceCalls
  readonly #settings: CloudSettings

  constructor(calls: ServiceCalls, settings: CloudSettings, { key }: { readonly key: string }) {
    this.#calls = calls
    this.#settings = settings
    this.key = key
    this.bucket = `kamar-${createHash('sha256').update(settings.clientId).digest('hex').slice(0, 24)}`
  }

  /** Returns the object's URN in the service's translations: base64url, without padding. */
  get urn(): string {
    return Buffer.from(`urn:adsk.objects:os.object:${this.bucket}/${this.key}`).toString('base64url')
  }

  get #address(): string {
    return `/oss/v2/buckets/${this.bucket}/objects/${encodeURIComponent(this.key)}`
  }

  /** Uploads a file, unless an earlier attempt did. `onPart` receives the uploaded fraction. */
  async upload(path: string, { partBytes }: Pick<CloudTiming, 'partBytes'>, onPart: (share: number) => void) {
    const { size } = await stat(path)
    await this.#makeBucket()
    if (await this.#isThere(size)) return
    const parts = Math.max(1, Math.ceil(size / partBytes))
    const file = await open(path)
    try {
      let ticket: UploadTicket = { uploadKey: null, urls: [], firstPart: 1 }
      for (let part = 1; part <= parts; part++) {
        const length = Math.min(partBytes, size - (part - 1) * partBytes)
        const bytes = Buffer.alloc(length)
        await file.read(bytes, 0, length, (part - 1) * partBytes)
        ticket = await this.#send({ bytes, part, parts, ticket })
        onPart(part / parts)
      }
      const json = { uploadKey: ticket.uploadKey }
      await this.#calls.call({ method: 'POST', address: `${this.#address}/signeds3upload`, json })
    } finally {
      await file.close()
    }
  }

  /** Removes the file from the bucket; does nothing if it is absent. */
  async remove(): Promise<void> {
    const response = await this.#calls.call({ method: 'DELETE', address: this.#address, also: [404] })
    await response.body?.cancel()
  }

  /** Objects of a transient bucket expire after a day, even if this server is lost. */
  async #makeBucket(): Promise<void> {
    const response = await this.#calls.call({
      method: 'POST',
      address: '/oss/v2/buckets',
      json: { bucketKey: this.bucket, policyKey: 'transient' },
      headers: { 'x-ads-region': this.#settings.region },
      also: [409],
    })
    await response.body?.cancel()
  }

  async #isThere(size: number): Promise<boolean> {
    const response = await this.#calls.call({ method: 'GET', address: `${this.#address}/details`, also: [404] })
    if (response.status !== 404) return ((await response.json()) as { readonly size?: unknown }).size === size
    await response.body?.cancel()
    return false
  }

  /** Sends one part; requests a new address if its own has expired. */
  async #send(sending: PartOnItsWay): Promise<UploadTicket> {
    let { ticket } = sending
    for (let retries = 0; ; retries++) {
      const url = ticket.urls[sending.part - ticket.firstPart]
      if (url !== undefined) {
        const put = { method: 'PUT', address: url, bytes: sending.bytes, isTransfer: true, also: [expired] } as const
        const response = await this.#calls.call(put)
        await response.body?.cancel()
        if (response.ok) return ticket
      }
      if (retries >= maxAddressesPerPart) throw new CloudError('unavailable', 'an address for a part that is not taken')
      ticket = await this.#requestTicket(sending, ticket.uploadKey)
    }
  }

  async #requestTicket({ part, parts }: PartOnItsWay, uploadKey: string | null): Promise<UploadTicket> {
    const query = new URLSearchParams({
      firstPart: `${part}`,
      parts: `${Math.min(partsPerResponse, parts - part + 1)}`,
      minutesExpiration: '60',
      ...(uploadKey === null ? {} : { uploadKey }),
    })
    const response = (await this.#calls.json({
      method: 'GET',
      address: `${this.#address}/signeds3upload?${query.toString()}`,
    })) as { readonly uploadKey?: unknown; readonly urls?: unknown }
    if (typeof response.uploadKey !== 'string' || !Array.isArray(response.urls))
      throw new CloudError('unavailable', 'an answer without addresses')
    const urls = response.urls.filter((url): url is string => typeof url === 'string' && URL.canParse(url))
    return { uploadKey: response.uploadKey, urls, firstPart: part }
  }
}

interface UploadTicket {
  readonly uploadKey: string | null
  readonly urls: readonly string[]
  /** Part number of the first address. */
  readonly firstPart: number
}

interface PartOnItsWay {
  readonly bytes: Uint8Array
  /** Counted from 1. */
  readonly part: number
  readonly parts: number
  readonly ticket: UploadTicket
}
