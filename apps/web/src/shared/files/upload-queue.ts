import { limits, type UploadResult } from '@kamar/contracts'
import { createObservable, type Observable } from '../observable.js'
import type { TransferOptions, UploadPurpose } from './transfer-file.js'

/** The transfer under way. */
export interface UploadState {
  readonly fileName: string
  readonly totalBytes: number
  readonly sentBytes: number
  /** 0 to 100; 100 only when the server has the file. Back at 0 a second later. */
  readonly percent: number
  readonly paused: boolean
  /** Files that come after this one. */
  readonly waiting: number
}

export interface UploadQueueOptions {
  readonly transfer: (file: File, options: TransferOptions) => Promise<UploadResult | null>
  readonly onFinished: (result: UploadResult | null) => void
  readonly onFailed: (file: File, error: unknown) => void
}

export interface UploadQueue {
  readonly state: Observable<UploadState>
  /** With a purpose, what the files become besides files of their own. */
  readonly add: (files: readonly File[], purpose?: UploadPurpose) => void
  /** Gives up the transfer under way; the next file follows. */
  readonly cancel: () => void
}

const idle: UploadState = { fileName: '', totalBytes: 0, sentBytes: 0, percent: 0, paused: false, waiting: 0 }
/** All bytes sent is not yet finished: the server still has to make them durable. */
const mostPercentWhileSending = 99

interface Waiting {
  readonly file: File
  readonly purpose: UploadPurpose | undefined
}

/** Sends files one after the other. */
export function createUploadQueue(options: UploadQueueOptions): UploadQueue {
  const state = createObservable(idle)
  const waiting: Waiting[] = []
  let running: AbortController | null = null
  let reset: ReturnType<typeof setTimeout> | undefined

  async function sendNext(): Promise<void> {
    const next = waiting.shift()
    if (!next) return
    const { file, purpose } = next
    clearTimeout(reset)
    running = new AbortController()
    state.set({ ...idle, fileName: file.name, totalBytes: file.size, waiting: waiting.length })
    try {
      const result = await options.transfer(file, {
        ...followed(state, file, running.signal),
        ...(purpose ? { purpose } : {}),
      })
      state.set((current) => ({ ...current, sentBytes: file.size, percent: 100 }))
      options.onFinished(result)
    } catch (error) {
      state.set((current) => ({ ...current, percent: 0 }))
      if (!running.signal.aborted) options.onFailed(file, error)
    }
    running = null
    if (waiting.length > 0) return sendNext()
    reset = setTimeout(() => state.set(idle), limits.uploadProgressResetMilliseconds)
  }

  return {
    state,
    add(files, purpose) {
      waiting.push(...files.map((file) => ({ file, purpose })))
      state.set((current) => ({ ...current, waiting: waiting.length }))
      if (running === null) void sendNext()
    },
    cancel: () => running?.abort(),
  }
}

function followed(state: Observable<UploadState>, file: File, signal: AbortSignal): TransferOptions {
  return {
    signal,
    onProgress: (sentBytes) =>
      state.set((current) => ({
        ...current,
        sentBytes,
        percent: Math.min(mostPercentWhileSending, (sentBytes / file.size) * 100),
      })),
    onPaused: (paused) => state.set((current) => ({ ...current, paused })),
  }
}
