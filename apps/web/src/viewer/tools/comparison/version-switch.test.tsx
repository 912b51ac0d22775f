import { act, cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import type { DisplayedVersion } from './comparison-view.js'
import { VersionSwitch } from './version-switch.js'

const displayed: DisplayedVersion[] = []

function SwitchProbe() {
  const [displayedVersion, setDisplayedVersion] = useState<DisplayedVersion>('both')
  return (
    <VersionSwitch
      displayedVersion={displayedVersion}
      onShow={(next) => {
        displayed.push(next)
        setDisplayedVersion(next)
      }}
    />
  )
}

beforeEach(() => {
  layOut(desktop)
  displayed.length = 0
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const getActiveButtons = (): (string | null)[] =>
  screen
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-pressed') === 'true')
    .map((button) => button.textContent || button.getAttribute('aria-label'))
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

describe('compared version switch', () => {
  test('shows the chosen version', async () => {
    const { user } = await renderPart(<SwitchProbe />)
    expect(getActiveButtons()).toEqual(['Both'])
    await user.click(screen.getByRole('button', { name: 'Before' }))
    await user.click(screen.getByRole('button', { name: 'After' }))
    expect(getActiveButtons()).toEqual(['After'])
    await pass(5_000)
    expect(displayed).toEqual(['before', 'after'])
  })

  test('alternates less than three times per second until a version is chosen', async () => {
    const { user } = await renderPart(<SwitchProbe />)
    await user.click(screen.getByRole('button', { name: 'Toggle versions' }))
    for (const expected of ['after', 'before', 'after'] as const) {
      await pass(300)
      expect(displayed.at(-1)).not.toBe(expected)
      await pass(700)
      expect(displayed.at(-1)).toBe(expected)
    }
    await user.click(screen.getByRole('button', { name: 'Both' }))
    const count = displayed.length
    await pass(3_000)
    expect(displayed).toHaveLength(count)
    expect(getActiveButtons()).toEqual(['Both'])
  })

  test('stops alternating when its button is clicked again', async () => {
    const { user } = await renderPart(<SwitchProbe />)
    const toggle = screen.getByRole('button', { name: 'Toggle versions' })
    await user.click(toggle)
    await user.click(toggle)
    await pass(3_000)
    expect(displayed).toEqual(['before'])
  })
})
