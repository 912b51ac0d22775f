/** Error codes of the viewer. The application has a text for each. */
export type ViewerErrorCode =
  /** The browser has no WebGL2, or its GPU is blocked: 'WebGL is not supported in this browser'. */
  | 'webgl-not-supported'
  /** The graphics context was lost; the viewer redraws by itself when it is restored. */
  | 'context-lost'
  /** Not enough memory for the model, on the GPU or in the page, even at half the device's budget. */
  | 'out-of-memory'
  /** A file of the package could not be fetched. */
  | 'fetch-failed'
  /** A file of the package differs from its manifest entry. */
  | 'package-damaged'
  /** `loadExtension` was called with an unregistered id. */
  | 'extension-unknown'
  /** An extension threw while loading, or returned false. */
  | 'extension-failed'
  /** The viewer was disposed, or another model was loaded meanwhile. */
  | 'cancelled'

/** The only error class of the viewer. */
export class ViewerError extends Error {
  readonly code: ViewerErrorCode
  /** Its subject, for support: a path, an extension id. */
  readonly detail: string
  constructor(code: ViewerErrorCode, detail = '', options?: { cause?: unknown }) {
    super(detail === '' ? code : `${code}: ${detail}`, options)
    this.name = 'ViewerError'
    this.code = code
    this.detail = detail
  }
}

/** Returns whether an error means that memory ran out; every browser has its own message. */
export function isOutOfMemory(error: unknown): boolean {
  if (error instanceof ViewerError) return error.code === 'out-of-memory'
  return error instanceof Error && !error.message.startsWith('view package') && memoryWords.test(error.message)
}

const memoryWords = /allocat|out of memory|insufficient memory/i

/** Returns `error` as a `ViewerError`; anything unknown becomes `code`. */
export function asViewerError(error: unknown, code: ViewerErrorCode, detail = ''): ViewerError {
  if (error instanceof ViewerError) return error
  if (isOutOfMemory(error)) return new ViewerError('out-of-memory', String(error), { cause: error })
  return new ViewerError(code, detail, { cause: error })
}
