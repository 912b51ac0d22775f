import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startInternationalization } from '../i18n/index.js'
import { type Clock, ClockContext } from './clock.js'
import { ShownTime, TimeInText } from './shown-time.js'

beforeEach(() => startInternationalization('en'))
afterEach(cleanup)

/** Returns a clock that the test advances. */
function createClock(
  start: Date,
): Clock & { readonly go: (minutes: number) => void; readonly listeners: Set<() => void> } {
  let time = start.getTime()
  const listeners = new Set<() => void>()
  return {
    listeners,
    now: () => time,
    onMinute(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    go(minutes) {
      time += minutes * 60_000
      for (const each of listeners) each()
    },
  }
}

const value = new Date(2026, 10, 24, 14, 20, 5).toISOString()

describe('ShownTime', () => {
  test('shows the elapsed time as it changes and unsubscribes when it is unmounted', () => {
    const clock = createClock(new Date(2026, 10, 24, 14, 22, 6))
    const { unmount } = render(
      <ClockContext value={clock}>
        <ShownTime value={value} as="list" />
      </ClockContext>,
    )
    expect(screen.getByText('2 minutes ago')).toBeTruthy()
    act(() => clock.go(60))
    expect(screen.getByText('14:20')).toBeTruthy()
    act(() => clock.go(24 * 60))
    expect(screen.getByText('24 Nov 2026, 14:20')).toBeTruthy()
    unmount()
    expect(clock.listeners.size).toBe(0)
  })

  test('has the full date and time as tooltip and the ISO time as datetime', () => {
    render(<ShownTime value={value} as="day" />)
    const time = screen.getByText('24 Nov 2026')
    expect(time.tagName).toBe('TIME')
    expect(time.title).toBe('24 November 2026, 14:20:05')
    expect(time.getAttribute('datetime')).toBe(value)
  })

  test('shows “Unknown” for a missing time', () => {
    render(<ShownTime value={null} as="moment" />)
    expect(screen.getByText('Unknown')).toBeTruthy()
  })
})

test('TimeInText inserts the time into the sentence', () => {
  const { container } = render(
    <TimeInText value={value} as="day">
      {(date) => `until ${date}, then gone`}
    </TimeInText>,
  )
  expect(container.textContent).toBe('until 24 Nov 2026, then gone')
  expect(container.querySelector('time')?.textContent).toBe('24 Nov 2026')
})
