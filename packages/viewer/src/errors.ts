/** Why the viewer cannot do what it was asked. The application has a text for each. */
export type ViewerErrorCode =
  /** The browser has no WebGL2, or its graphics card is blocked: 'WebGL is not supported in this browser'. */
  | 'webgl-not-supported'
  /** The graphics card was taken away; the viewer redraws by itself when it comes back. */
  | 'context-lost'
  /** There was no memory for the model, on the card or in the page, even for half of what the device should have. */
  | 'out-of-memory'
  /** A file of the package could not be fetched. */
  | 'fetch-failed'
  /** A file of the package is not what its manifest promises. */
  | 'package-damaged'
  /** `loadExtension` was called for an id that nobody registered. */
  | 'extension-unknown'
  /** An extension threw while it was loaded, or answered false. */
  | 'extension-failed'
  /** The viewer was disposed, or another model was loaded meanwhile. */
  | 'cancelled'

/** The one error class of the viewer. */
export class ViewerError extends Error {
  readonly code: ViewerErrorCode
  /** What it is about, for people who repair things: a path, an extension id. */
  readonly detail: string
  constructor(code: ViewerErrorCode, detail = '', options?: { cause?: unknown }) {
    super(detail === '' ? code : `${code}: ${detail}`, options)
    this.name = 'ViewerError'
    this.code = code
    this.detail = detail
  }
}

/** Whether something could not be had because there is no memory; every browser has words of its own. */
export function isOutOfMemory(error: unknown): boolean {
  if (error instanceof ViewerError) return error.code === 'out-of-memory'
  return error instanceof Error && !error.message.startsWith('view package') && memoryWords.test(error.message)
}

const memoryWords = /allocat|out of memory|insufficient memory/i

/** `error` as a `ViewerError`; anything unknown becomes `code`. */
export function asViewerError(error: unknown, code: ViewerErrorCode, detail = ''): ViewerError {
  if (error instanceof ViewerError) return error
  if (isOutOfMemory(error)) return new ViewerError('out-of-memory', String(error), { cause: error })
  return new ViewerError(code, detail, { cause: error })
}
