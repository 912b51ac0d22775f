import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Client, createClient, type SignInResponse } from '@kamar/contracts'
import { type Manifest, readManifest } from '@kamar/package-format/read'

/** API session of an account, of a guest or without sign-in. */
export class Session {
  readonly client: Client
  readonly #address: string
  readonly #headers: { readonly authorization: string }

  constructor(address: string, token = '') {
    this.client = createClient({ base: address, getAccessToken: () => token || null })
    this.#address = address
    this.#headers = { authorization: `Bearer ${token}` }
  }

  /** Returns the raw response bytes: `fetch` would decompress them. */
  async getBytes(path: string): Promise<Uint8Array> {
    const headers = { ...this.#headers, 'accept-encoding': 'br' }
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(this.#address + path, { headers }, resolve).once('error', reject)
    })
    const bytes = await buffer(response)
    if (response.statusCode !== 200)
      throw new Error(`${path}: expected status 200, found ${response.statusCode} ${bytes.toString()}`)
    return bytes
  }

  async getManifest(urn: string): Promise<Manifest> {
    const response = await fetch(`${this.#address}/api/derivatives/${urn}/manifest.json`, { headers: this.#headers })
    return readManifest(await response.json())
  }
}

const toToken = (response: SignInResponse): string => ('access_token' in response ? response.access_token : '')

/** Signs in an account. */
export async function signIn(address: string, account: { email: string; password: string }): Promise<Session> {
  const { email, password } = account
  const response = await new Session(address).client.call('login', { body: { email, password } })
  return new Session(address, toToken(response))
}

/** Signs in an administrator. */
export async function signInAdministrator(
  address: string,
  body: { username: string; password: string },
): Promise<Session> {
  return new Session(address, toToken(await new Session(address).client.call('adminLogin', { body })))
}
