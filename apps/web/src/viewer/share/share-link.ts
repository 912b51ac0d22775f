import { ApiError, type OpenedLink } from '@kamar/contracts'
import { publicApi } from '../../platform/api/api.js'
import { createObservable, type Observable } from '../../platform/observable.js'
import type { FoundViewerToken } from '../session/packages/viewer-token.js'

/** State of a guest's access to a secret link. */
export type GuestState =
  | { readonly kind: 'opening' }
  /** `wrong` after an incorrect password. */
  | { readonly kind: 'password'; readonly wrong: boolean }
  | { readonly kind: 'open'; readonly link: OpenedLink }
  /** Expired, revoked or never existed: the server does not distinguish. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly error: unknown }

const getCode = (error: unknown): string | null => (error instanceof ApiError ? error.code : null)

function refusal(error: unknown): GuestState {
  const code = getCode(error)
  if (code === 'link-password-needed') return { kind: 'password', wrong: false }
  if (code === 'password-not-right') return { kind: 'password', wrong: true }
  return code === 'link-not-valid' ? { kind: 'ended' } : { kind: 'failed', error }
}

/** An opened secret link, with its password where it has one; stays open for the lifetime of the page. */
export class GuestLink {
  readonly state: Observable<GuestState> = createObservable<GuestState>({ kind: 'opening' })
  readonly #secret: string
  #password: string | undefined

  constructor(secret: string) {
    this.#secret = secret
  }

  async open(password?: string): Promise<void> {
    this.#password = password
    try {
      this.state.set({ kind: 'open', link: await this.#request(false) })
    } catch (error) {
      this.state.set(refusal(error))
    }
  }

  /** Returns the token that reads the package. */
  readonly getToken = async (): Promise<FoundViewerToken> => {
    const state = this.state.get()
    return { token: state.kind === 'open' ? state.link.token.access_token : await this.renewToken(), from: 'server' }
  }

  /** Renews the token; ends the link if it was revoked meanwhile. */
  readonly renewToken = async (): Promise<string> => {
    try {
      const link = await this.#request(true)
      this.state.set({ kind: 'open', link })
      return link.token.access_token
    } catch (error) {
      if (getCode(error) === 'link-not-valid') this.state.set({ kind: 'ended' })
      throw error
    }
  }

  #request(again: boolean): Promise<OpenedLink> {
    const password = this.#password === undefined ? {} : { password: this.#password }
    return publicApi.call('openShareLink', { body: { secret: this.#secret, again, ...password } })
  }
}
