import type { FileRecord, UploadResult } from '@kamar/contracts'

const json = { 'content-type': 'application/json' }
const form = { email: 'builder@kamar.test', name: 'Builder', password: 'the words of a builder' }

/** User who sends requests to any responding server. */
export class FleetUser {
  readonly #addresses: readonly string[]
  #token = ''
  #requestCount = 0

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses
  }

  get headers(): { authorization: string } {
    return { authorization: `Bearer ${this.#token}` }
  }

  async signUp(): Promise<void> {
    await this.#request('/api/auth/register', { method: 'POST', headers: json, body: JSON.stringify(form) })
    await this.signIn()
  }

  async signIn(): Promise<void> {
    const { email, password } = form
    const response = await this.#request('/api/auth/login', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email, password }),
    })
    this.#token = ((await response.json()) as { access_token: string }).access_token
  }

  /** Uploads until a server confirms the file; the idempotency key makes one file of all attempts. */
  async upload(fileName: string, content: string): Promise<FileRecord> {
    for (;;) {
      const body = new FormData()
      body.append('file', new Blob([content]), fileName)
      const headers = { 'idempotency-key': fileName }
      const response = await this.#request('/api/auth/upload', { method: 'POST', headers, body }).catch(() => null)
      if (response !== null) return ((await response.json()) as UploadResult).file
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  async files(): Promise<FileRecord[]> {
    for (;;) {
      const response = await this.#request('/api/auth/my-urns').catch(() => null)
      if (response !== null) return (await response.json()) as FileRecord[]
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  /** Alternates between servers, as behind a load balancer without health checks. */
  async #request(path: string, init: RequestInit = {}): Promise<Response> {
    const address = this.#addresses[this.#requestCount++ % this.#addresses.length] ?? ''
    const response = await fetch(`${address}${path}`, {
      ...init,
      headers: { ...this.headers, ...(init.headers as Record<string, string> | undefined) },
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
    return response
  }
}

/** Returns a different small model for each number. */
export function createModel(number: number): string {
  const facets = Array.from(
    { length: 40 },
    (_, index) =>
      `facet normal 0 0 1\nouter loop\nvertex ${index} 0 ${number}\nvertex ${index + 1} 0 ${number}\nvertex ${index} 1 ${number}\nendloop\nendfacet\n`,
  )
  return `solid model${number}\n${facets.join('')}endsolid model${number}\n`
}
