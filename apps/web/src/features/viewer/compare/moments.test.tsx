import { act, cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import type { Moment } from './comparison-view.js'
import { Moments } from './moments.js'

const shown: Moment[] = []

function Place() {
  const [moment, setMoment] = useState<Moment>('both')
  return (
    <Moments
      moment={moment}
      onShow={(next) => {
        shown.push(next)
        setMoment(next)
      }}
    />
  )
}

beforeEach(() => {
  layOut(desktop)
  shown.length = 0
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const pressed = (): (string | null)[] =>
  screen
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-pressed') === 'true')
    .map((button) => button.textContent || button.getAttribute('aria-label'))
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

describe('before and after', () => {
  test('one of three is chosen', async () => {
    const { user } = await renderPart(<Place />)
    expect(pressed()).toEqual(['Both'])
    await user.click(screen.getByRole('button', { name: 'Before' }))
    await user.click(screen.getByRole('button', { name: 'After' }))
    expect(pressed()).toEqual(['After'])
    await pass(5_000)
    expect(shown).toEqual(['before', 'after'])
  })

  test('take turns, less than three times a second, until one is chosen', async () => {
    const { user } = await renderPart(<Place />)
    await user.click(screen.getByRole('button', { name: 'Toggle versions' }))
    for (const expected of ['after', 'before', 'after'] as const) {
      await pass(300)
      expect(shown.at(-1)).not.toBe(expected)
      await pass(700)
      expect(shown.at(-1)).toBe(expected)
    }
    await user.click(screen.getByRole('button', { name: 'Both' }))
    const count = shown.length
    await pass(3_000)
    expect(shown).toHaveLength(count)
    expect(pressed()).toEqual(['Both'])
  })

  test('stop where they are when the switch is pressed again', async () => {
    const { user } = await renderPart(<Place />)
    const turns = screen.getByRole('button', { name: 'Toggle versions' })
    await user.click(turns)
    await user.click(turns)
    await pass(3_000)
    expect(shown).toEqual(['before'])
  })
})
