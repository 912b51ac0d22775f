import { encodeUploadResult, uploadResultHeader } from '@kamar/contracts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultOptions, type PreviousUpload, Upload } from 'tus-js-client'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord, uploadResult } from '../../../testing/records.js'
import { json, stubServer } from '../../../testing/stub-server.js'
import { accessToken } from '../../api/access-token.js'
import { startInternationalization } from '../../i18n/index.js'
import { transferFile, type TransferOptions } from './transfer-file.js'

interface TusOptions {
  readonly endpoint: string
  readonly metadata: Record<string, string>
  readonly fingerprint: (file: File) => Promise<string>
  onBeforeRequest(request: { setHeader(name: string, value: string): void }): Promise<void>
  onShouldRetry(error: { originalResponse: { getStatus(): number } | null }): boolean
  onProgress(sent: number): void
  onSuccess(payload: { lastResponse: { getHeader(name: string): string | undefined } }): void
  onError(error: unknown): void
}

/** Stub of the tus library without a network: records its options and calls. */
const tus = {
  options: null as unknown,
  previous: [] as Partial<PreviousUpload>[],
  start: vi.fn(),
  abort: vi.fn(async () => undefined),
  resume: vi.fn(),
}

const file = new File(['ISO-10303-21;'], 'house.ifc', { type: 'model/ifc' })
const options = () => tus.options as TusOptions
const answered = (status: number, body: unknown = '') => ({
  originalResponse: {
    getStatus: () => status,
    getBody: () => (typeof body === 'string' ? body : JSON.stringify(body)),
  },
})

function begin(over: Partial<TransferOptions> = {}) {
  const giving = new AbortController()
  const onPaused = vi.fn()
  const onProgress = vi.fn()
  const done = transferFile(file, { signal: giving.signal, onProgress, onPaused, ...over })
  done.catch(() => undefined)
  return { done, giving, onPaused, onProgress }
}

async function started(over: Partial<TransferOptions> = {}) {
  const transfer = begin(over)
  await expect.poll(() => tus.start).toHaveBeenCalled()
  return transfer
}

/** Returns the headers that the library would send. */
async function sentHeaders(): Promise<Record<string, string>> {
  const headers: Record<string, string> = {}
  await options().onBeforeRequest({ setHeader: (name, value) => void (headers[name] = value) })
  return headers
}

beforeEach(async () => {
  await startInternationalization('en')
  accessToken.write('token')
  vi.spyOn(Upload.prototype, 'findPreviousUploads').mockImplementation(async () => tus.previous as PreviousUpload[])
  vi.spyOn(Upload.prototype, 'resumeFromPreviousUpload').mockImplementation(tus.resume)
  vi.spyOn(Upload.prototype, 'abort').mockImplementation(tus.abort)
  vi.spyOn(Upload.prototype, 'start').mockImplementation(function start(this: Upload) {
    tus.options = this.options
    tus.start()
  })
})
afterEach(async () => {
  tus.options = null
  tus.previous = []
  vi.clearAllMocks()
  await cleanUpPage()
})

describe('transferFile', () => {
  test('sends the file name to the upload endpoint', async () => {
    await started()
    expect(options().endpoint).toMatch(/^https?:\/\/[^/]+\/api\/uploads$/)
    expect(options().metadata['filename']).toBe('house.ifc')
  })

  test.each(['file-1', 'file-2'])(
    'sends the file id %s of a new version and resumes only uploads for it',
    async (fileId) => {
      await started({ purpose: { fileId, note: 'wider' } })
      expect(options().metadata).toMatchObject({ filename: 'house.ifc', fileId, note: 'wider' })
      expect(await options().fingerprint(file)).toContain(`version-${fileId}-house.ifc-`)
    },
  )

  test('uses the default fingerprint of tus for a new file', async () => {
    await started()
    expect(options().fingerprint).toBe(defaultOptions.fingerprint)
  })

  test('reports progress and returns the upload result', async () => {
    const { done, onProgress } = await started()
    options().onProgress(5)
    expect(onProgress).toHaveBeenCalledWith(5)
    const result = uploadResult(fileRecord({ description: 'Շենք.ifc' }))
    options().onSuccess({
      lastResponse: { getHeader: (name) => (name === uploadResultHeader ? encodeUploadResult(result) : undefined) },
    })
    await expect(done).resolves.toEqual(result)
  })

  test('returns null when the response has no result header', async () => {
    const { done } = await started()
    options().onSuccess({ lastResponse: { getHeader: () => undefined } })
    await expect(done).resolves.toBeNull()
  })

  test('resumes a previous upload', async () => {
    const upload: PreviousUpload = {
      size: file.size,
      metadata: {},
      creationTime: '2026-11-24T10:00:00.000Z',
      urlStorageKey: 'tus::house.ifc',
      uploadUrl: '/api/uploads/1',
      parallelUploadUrls: null,
    }
    tus.previous = [upload]
    await started()
    expect(tus.resume).toHaveBeenCalledWith(upload)
  })

  test('deletes the upload from the server when it is aborted', async () => {
    const { done, giving } = await started()
    giving.abort()
    await expect(done).rejects.toMatchObject({ name: 'AbortError' })
    expect(tus.abort).toHaveBeenCalledWith(true)
  })
})

describe('transferFile authorization', () => {
  test('sends the token with every request', async () => {
    await started()
    expect(await sentHeaders()).toMatchObject({ Authorization: 'Bearer token', 'Accept-Language': 'en' })
  })

  test('refreshes a rejected token once', async () => {
    const server = stubServer({ 'POST /api/auth/refresh': () => json({ access_token: 'fresh' }) })
    await started()
    expect(options().onShouldRetry(answered(401))).toBe(true)
    expect(await sentHeaders()).toMatchObject({ Authorization: 'Bearer fresh' })
    expect(await sentHeaders()).toMatchObject({ Authorization: 'Bearer fresh' })
    expect(server.calls('POST /api/auth/refresh')).toHaveLength(1)
    expect(options().onShouldRetry(answered(401))).toBe(false)
  })
})

describe('transferFile failure', () => {
  test.each([
    [0, true],
    [409, true],
    [423, true],
    [500, true],
    [503, true],
    [507, false],
    [400, false],
    [413, false],
    [415, false],
  ])('maps status %s to the retry decision %s', async (status, again) => {
    await started()
    const error = status === 0 ? { originalResponse: null } : answered(status)
    expect(options().onShouldRetry(error)).toBe(again)
  })

  test('rejects with the error of the server', async () => {
    const { done } = await started()
    options().onError(answered(413, { status: 413, code: 'quota-exceeded', message: 'Not enough space' }))
    await expect(done).rejects.toMatchObject({ status: 413, code: 'quota-exceeded' })
  })

  test('rejects with the status when the body is not JSON', async () => {
    const { done } = await started()
    options().onError(answered(502, '<html>'))
    await expect(done).rejects.toMatchObject({ status: 502, body: null })
  })

  test('rejects as a network error without a response', async () => {
    const { done } = await started()
    options().onError(new Error('failed'))
    await expect(done).rejects.toMatchObject({ status: null })
  })

  test('pauses while the browser is offline and resumes afterwards', async () => {
    const { onPaused } = await started()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    options().onError({ originalResponse: null })
    expect(onPaused).toHaveBeenLastCalledWith(true)
    expect(options().onShouldRetry({ originalResponse: null })).toBe(false)
    tus.start.mockClear()
    dispatchEvent(new Event('online'))
    expect(onPaused).toHaveBeenLastCalledWith(false)
    expect(tus.start).toHaveBeenCalledOnce()
  })
})
