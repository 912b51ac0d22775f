import type { LiveEvent } from '@kamar/contracts'
import { bearer, type TestUser } from './test-server.js'

/** Open stream of live events. */
export interface Listening {
  readonly status: number
  readonly headers: Headers
  readonly events: LiveEvent[]
  /** Resolves with all events up to the first expected one. */
  until(isExpected: (event: LiveEvent) => boolean): Promise<LiveEvent[]>
  readonly ended: Promise<void>
}

/** Listens as a user; the stream is closed through the controller that is added to `open`. */
export async function listenAs(address: string, of: TestUser, open: AbortController[]): Promise<Listening> {
  const controller = new AbortController()
  open.push(controller)
  const response = await fetch(`${address}/api/auth/events`, { headers: bearer(of), signal: controller.signal })
  const events: LiveEvent[] = []
  const waiting = new Set<() => void>()
  const read = async (): Promise<void> => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
      const messages = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
      rest = messages.pop() ?? ''
      for (const message of messages) {
        if (message.startsWith('data: ')) events.push(JSON.parse(message.slice(6)) as LiveEvent)
      }
      for (const wake of waiting) wake()
    }
  }
  const ended = read().catch(() => undefined)
  return {
    status: response.status,
    headers: response.headers,
    events,
    ended,
    until: (isExpected) =>
      new Promise((resolve) => {
        const check = (): void => {
          const index = events.findIndex(isExpected)
          if (index < 0) return
          waiting.delete(check)
          resolve(events.slice(0, index + 1))
        }
        waiting.add(check)
        check()
      }),
  }
}
