import { LiveEvent } from '@kamar/contracts'
import { authorizedFetch } from './authorized-fetch.js'
import { EventStreamParser } from './event-stream.js'

export interface LiveEventsOptions {
  readonly signal: AbortSignal
  readonly onEvent: (event: LiveEvent) => void
  /** Called with true while the stream is open. Events may have been missed before each opening: reload the list. */
  readonly onConnection: (connected: boolean) => void
}

const firstPauseMilliseconds = 1_000
const maxPauseMilliseconds = 30_000
/** The server sends a comment periodically; longer silence means that the connection is dead. */
const silenceMilliseconds = 70_000

/** Follows the account's live events until the signal aborts; reopens the stream whenever it ends. */
export async function followLiveEvents(options: LiveEventsOptions): Promise<void> {
  let pause = firstPauseMilliseconds
  while (!options.signal.aborted) {
    const wasOpen = await followOnce(options).catch(() => false)
    options.onConnection(false)
    pause = wasOpen ? firstPauseMilliseconds : Math.min(pause * 2, maxPauseMilliseconds)
    await pauseOrOnline(pause, options.signal)
  }
}

async function followOnce({ signal, onEvent, onConnection }: LiveEventsOptions): Promise<boolean> {
  const silence = new AbortController()
  const response = await authorizedFetch('/api/auth/events', {
    headers: { accept: 'text/event-stream' },
    signal: AbortSignal.any([signal, silence.signal]),
  })
  if (!response.ok || !response.body) return false
  onConnection(true)
  await readEvents(response.body, onEvent, silence)
  return true
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: LiveEvent) => void,
  silence: AbortController,
): Promise<void> {
  const parser = new EventStreamParser()
  const reader = body.getReader()
  let timer = setTimeout(() => silence.abort(), silenceMilliseconds)
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMilliseconds)
      for (const data of parser.push(part.value)) deliver(data, onEvent)
    }
  } catch {
    // The connection broke; the caller reopens it.
  } finally {
    clearTimeout(timer)
  }
}

function deliver(data: string, onEvent: (event: LiveEvent) => void): void {
  const event = LiveEvent.safeParse(parseJson(data))
  // Ignores unknown events of a newer server.
  if (event.success) onEvent(event.data)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function pauseOrOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      globalThis.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    globalThis.addEventListener('online', done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
