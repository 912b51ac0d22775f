import { createContext, useContext, useEffect, useState } from 'react'

/** What time it is; tests hand in their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls the listener about once a minute, until what is returned is called. */
  onMinute(listener: () => void): () => void
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** The device's: one timer for all that is shown. */
const deviceClock: Clock = {
  now: () => Date.now(),
  onMinute(listener) {
    listeners.add(listener)
    timer ??= setInterval(() => {
      for (const each of listeners) each()
    }, 60_000)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  },
}

/** The clock of a part of the page. */
export const ClockContext = createContext<Clock>(deviceClock)

/** The time, which goes on while something is shown. */
export function useNow(): number {
  const clock = useContext(ClockContext)
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => clock.onMinute(() => setNow(clock.now())), [clock])
  return now
}
