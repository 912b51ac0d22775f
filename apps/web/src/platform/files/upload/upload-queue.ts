import { limits, type UploadResult } from '@kamar/contracts'
import { createObservable, type Observable } from '../../observable.js'
import type { TransferOptions, UploadPurpose } from './transfer-file.js'
import { openSource, type UploadSource } from './tree/upload-source.js'

/** The transfer in progress. */
export interface UploadState {
  readonly fileName: string
  readonly totalBytes: number
  readonly sentBytes: number
  /** 0 to 100; 100 only when the server has the file. Resets to 0 a second later. */
  readonly percent: number
  readonly paused: boolean
  /** Number of queued files after this one. */
  readonly waiting: number
}

/** A file to upload, and its target if it is not a new file. */
export interface UploadRequest {
  readonly file: UploadSource
  /** Name to upload it under, when not its own. */
  readonly name?: string | undefined
  readonly purpose?: UploadPurpose | undefined
}

/** A file of the upload list. */
export interface UploadItem extends UploadRequest {
  readonly id: number
  readonly state: 'waiting' | 'sending' | 'received' | 'failed'
  /** Reason for the failure. */
  readonly error: unknown
  /** The server's result; null until the file is received, and when the response was lost. */
  readonly result: UploadResult | null
  /** Whether it was added alone. */
  readonly isSingle: boolean
}

export interface UploadQueueOptions {
  readonly transfer: (file: File, options: TransferOptions) => Promise<UploadResult | null>
  readonly onFinished: (result: UploadResult | null, item: UploadItem) => void
  readonly onFailed: (file: UploadSource, error: unknown) => void
}

export interface UploadQueue {
  readonly state: Observable<UploadState>
  /** All items that were added and not cleared, in the order of adding. */
  readonly items: Observable<readonly UploadItem[]>
  readonly add: (requests: readonly UploadRequest[]) => void
  /** Aborts the transfer in progress; the next file follows. */
  readonly cancel: () => void
  /** Removes a file from the list; aborts its transfer. */
  readonly remove: (id: number) => void
  /** Sends a failed file again, after the queued ones. */
  readonly retry: (id: number) => void
  /** Removes all items that are neither queued nor being sent. */
  readonly clear: () => void
}

const idle: UploadState = { fileName: '', totalBytes: 0, sentBytes: 0, percent: 0, paused: false, waiting: 0 }
/** After the last byte the server still has to store the file durably. */
const maxPercentWhileSending = 99

/** Creates the items of a queue with their operations. */
function createItemList() {
  const items = createObservable<readonly UploadItem[]>([])
  let lastId = 0
  return {
    items,
    waiting: () => items.get().filter(({ state }) => state === 'waiting'),
    add(requests: readonly UploadRequest[]): void {
      const isSingle = requests.length === 1
      const added = requests.map((request): UploadItem => {
        lastId += 1
        return { ...request, id: lastId, state: 'waiting', error: null, result: null, isSingle }
      })
      items.set((list) => [...list, ...added])
    },
    change: (id: number, part: Partial<UploadItem>) =>
      items.set((list) => list.map((item) => (item.id === id ? { ...item, ...part } : item))),
    remove: (id: number) => items.set((list) => list.filter((item) => item.id !== id)),
    /** Moves a failed item to the end of the queue. */
    requeue: (id: number) =>
      items.set((list) => {
        const failed = list.find((item) => item.id === id && item.state === 'failed')
        if (!failed) return list
        return [...list.filter((item) => item !== failed), { ...failed, state: 'waiting', error: null }]
      }),
    clear: () => items.set((list) => list.filter(({ state }) => state === 'waiting' || state === 'sending')),
  }
}

/** Creates a queue that sends files one after the other. */
export function createUploadQueue(options: UploadQueueOptions): UploadQueue {
  const state = createObservable(idle)
  const list = createItemList()
  let running: { readonly id: number; readonly abort: AbortController } | null = null
  let reset: ReturnType<typeof setTimeout> | undefined

  async function sendNext(): Promise<void> {
    const [next, ...others] = list.waiting()
    if (!next) return
    clearTimeout(reset)
    const abort = new AbortController()
    running = { id: next.id, abort }
    list.change(next.id, { state: 'sending' })
    state.set({ ...idle, fileName: next.file.name, totalBytes: next.file.size, waiting: others.length })
    await send(next, abort.signal)
    running = null
    if (list.waiting().length > 0) return sendNext()
    reset = setTimeout(() => state.set(idle), limits.uploadProgressResetMilliseconds)
  }

  async function send(item: UploadItem, signal: AbortSignal): Promise<void> {
    const { file: source, id, name = source.name, purpose } = item
    try {
      const content = openSource(source, name, signal)
      const file = content instanceof File ? content : await content
      const followed = followProgress(state, file, signal)
      const result = await options.transfer(file, { ...followed, ...(purpose ? { purpose } : {}) })
      state.set((current) => ({ ...current, sentBytes: file.size, percent: 100 }))
      list.change(id, { state: 'received', result })
      options.onFinished(result, item)
    } catch (error) {
      state.set((current) => ({ ...current, percent: 0 }))
      if (signal.aborted) return list.remove(id)
      list.change(id, { state: 'failed', error })
      options.onFailed(source, error)
    }
  }

  const proceed = (): void => {
    state.set((current) => ({ ...current, waiting: list.waiting().length }))
    if (running === null) void sendNext()
  }

  return {
    state,
    items: list.items,
    clear: list.clear,
    cancel: () => running?.abort.abort(),
    add(requests) {
      list.add(requests)
      proceed()
    },
    remove(id) {
      if (running?.id === id) return running.abort.abort()
      list.remove(id)
      proceed()
    },
    retry(id) {
      list.requeue(id)
      proceed()
    },
  }
}

function followProgress(state: Observable<UploadState>, file: File, signal: AbortSignal): TransferOptions {
  return {
    signal,
    onProgress: (sentBytes) =>
      state.set((current) => ({
        ...current,
        sentBytes,
        percent: Math.min(maxPercentWhileSending, (sentBytes / file.size) * 100),
      })),
    onPaused: (paused) => state.set((current) => ({ ...current, paused })),
  }
}
