import { createContext, useContext, useEffect, useState } from 'react'

/** Source of the current time; replaced in tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls the listener about once a minute; returns a function that unregisters it. */
  onMinute(listener: () => void): () => void
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Clock of the device, with one timer for all listeners. */
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

/** Clock of a part of the page. */
export const ClockContext = createContext<Clock>(deviceClock)

/** Returns the current time and re-renders as it passes. */
export function useNow(): number {
  const clock = useContext(ClockContext)
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => clock.onMinute(() => setNow(clock.now())), [clock])
  return now
}
