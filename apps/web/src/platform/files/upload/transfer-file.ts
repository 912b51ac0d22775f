import { ApiError, decodeUploadResult, ErrorBody, type UploadResult, uploadResultHeader } from '@kamar/contracts'
import type { DetailedError, HttpRequest, PreviousUpload, Upload } from 'tus-js-client'
import { accessToken } from '../../api/access-token.js'
import { refreshAccessToken } from '../../api/refresh-access-token.js'
import { currentLanguage } from '../../i18n/index.js'

/** Target of an upload: the next version of a file, or a folder for a new one; without either the personal project. */
export type UploadPurpose =
  | {
      readonly fileId: string
      /** The uploader's note on the version. */
      readonly note: string
    }
  | { readonly folderId: string }

export interface TransferOptions {
  readonly signal: AbortSignal
  readonly onProgress: (sentBytes: number) => void
  /** Called with true while the transfer waits for the network. */
  readonly onPaused: (paused: boolean) => void
  readonly purpose?: UploadPurpose
}

const retryDelaysMilliseconds = [0, 1_000, 3_000, 5_000, 10_000, 20_000]

/** Size up to which a file is sent in the request that begins its upload: sending it again costs less than resuming. */
const maxBytesOfOneRequest = 1_000_000

/**
 * Sends a file with the tus protocol and resolves with the server's result; null when the response was lost although
 * all bytes arrived. Resumes earlier transfers (a failed attempt, a closed tab). Rejects with `ApiError`, or with the
 * signal's reason.
 */
export async function transferFile(file: File, options: TransferOptions): Promise<UploadResult | null> {
  const tus = await import('tus-js-client')
  return new Promise((resolve, reject) => {
    const renewal = createRenewal()
    const upload: Upload = new tus.Upload(file, {
      endpoint: new URL('/api/uploads', location.href).href,
      retryDelays: retryDelaysMilliseconds,
      removeFingerprintOnSuccess: true,
      uploadDataDuringCreation: file.size <= maxBytesOfOneRequest,
      metadata: {
        filename: file.name,
        filetype: file.type,
        modifiedAt: new Date(file.lastModified).toISOString(),
        ...options.purpose,
      },
      ...(options.purpose ? { fingerprint: fingerprintFor(options.purpose) } : {}),
      onBeforeRequest: (request) => renewal.authorize(request),
      onShouldRetry: (error) => renewal.mayRetry(error),
      onProgress: options.onProgress,
      onSuccess: ({ lastResponse }) => resolve(decodeUploadResult(lastResponse?.getHeader(uploadResultHeader))),
      onError: (error) => {
        if (isOffline(error)) waitForNetwork(upload, options)
        else reject(asApiError(error))
      },
    })
    options.signal.addEventListener('abort', () => {
      void upload.abort(true).catch(() => null)
      reject(options.signal.reason as Error)
    })
    void begin(upload, options.signal)
  })
}

/** Returns the fingerprint of an upload; an interrupted one is resumed for the same purpose only. */
function fingerprintFor(purpose: UploadPurpose): (file: File) => Promise<string> {
  const target = 'fileId' in purpose ? ['version', purpose.fileId] : ['folder', purpose.folderId]
  return ({ lastModified, name, size }) =>
    Promise.resolve([...target, name, size, lastModified, location.origin].join('-'))
}

async function begin(upload: Upload, signal: AbortSignal): Promise<void> {
  const previous: PreviousUpload[] = await upload.findPreviousUploads().catch(() => [])
  if (signal.aborted) return
  if (previous[0]) upload.resumeFromPreviousUpload(previous[0])
  upload.start()
}

/** Creates the renewal of a rejected token, once per transfer and request, as everywhere else. */
function createRenewal() {
  let refused: string | null = null
  let wasRenewed = false
  return {
    async authorize(request: HttpRequest): Promise<void> {
      if (refused !== null) {
        await refreshAccessToken(refused)
        refused = null
      }
      const token = accessToken.read()
      if (token) request.setHeader('Authorization', `Bearer ${token}`)
      request.setHeader('Accept-Language', currentLanguage())
    },
    mayRetry(error: DetailedError): boolean {
      const status = error.originalResponse?.getStatus() ?? 0
      if ((status === 401 || status === 403) && !wasRenewed) {
        refused = accessToken.read() ?? ''
        wasRenewed = true
        return true
      }
      const isTransient = status < 400 || status >= 500 || status === 409 || status === 423
      return isTransient && status !== 507 && navigator.onLine
    },
  }
}

const isOffline = (error: Error | DetailedError): boolean => getResponse(error) === null && !navigator.onLine

function waitForNetwork(upload: Upload, { signal, onPaused }: TransferOptions): void {
  onPaused(true)
  const goOn = (): void => {
    onPaused(false)
    upload.start()
  }
  addEventListener('online', goOn, { once: true, signal })
}

const getResponse = (error: Error | DetailedError) => ('originalResponse' in error ? error.originalResponse : null)

function asApiError(error: Error | DetailedError): ApiError {
  const response = getResponse(error)
  if (!response) return new ApiError(null, null, { cause: error })
  return new ApiError(response.getStatus(), readBody(response.getBody()), { cause: error })
}

function readBody(text: string): ErrorBody | null {
  try {
    return ErrorBody.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
