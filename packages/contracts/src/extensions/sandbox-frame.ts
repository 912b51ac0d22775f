/** Path of the document that runs third-party extensions; it has its own origin and may fetch nothing. */
export const sandboxFramePath = '/api/extensions/frame'

/** First message from the page to the frame, sent once with one port: the extension's code and its initial data. */
export interface SandboxStart {
  readonly kind: 'start'
  /** Source of the module. */
  readonly code: string
  readonly language: string
  readonly theme: 'light' | 'dark'
}

/** Message from the frame to the page. */
export type SandboxRequest =
  /** The module has run, or has thrown. */
  | { readonly kind: 'started' }
  | { readonly kind: 'failed'; readonly reason: string }
  /** API call; the response has the same number. */
  | { readonly kind: 'call'; readonly id: number; readonly method: string; readonly parameter: unknown }

/** Message from the page to the frame. */
export type SandboxMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly ok: false; readonly reason: string }
  /** Event that the extension may receive. */
  | { readonly kind: 'event'; readonly name: string; readonly data: unknown }
