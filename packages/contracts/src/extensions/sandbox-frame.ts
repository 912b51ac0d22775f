/** Path of the document in which extensions of others run; it has an origin of its own and may fetch nothing. */
export const sandboxFramePath = '/api/extensions/frame'

/** What the page sends the frame, once, with one port: the extension's code and what it should know first. */
export interface SandboxStart {
  readonly kind: 'start'
  /** The module. */
  readonly code: string
  readonly language: string
  readonly theme: 'light' | 'dark'
}

/** What the frame sends through the port. */
export type SandboxRequest =
  /** The module ran, or threw. */
  | { readonly kind: 'started' }
  | { readonly kind: 'failed'; readonly reason: string }
  /** One call of the API; answered with the same number. */
  | { readonly kind: 'call'; readonly id: number; readonly method: string; readonly parameter: unknown }

/** What the page sends through the port. */
export type SandboxMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly ok: false; readonly reason: string }
  /** Something happened that the extension may know of. */
  | { readonly kind: 'event'; readonly name: string; readonly data: unknown }
