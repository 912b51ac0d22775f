import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, mobile, renderPart } from '../../../testing/render-app.js'
import { NavigationBar } from './navigation-bar.js'
import type { NavigationControl } from './use-navigation.js'

const control: NavigationControl = {
  engine: null,
  isActive: true,
  start: vi.fn(),
  stop: vi.fn(),
  mode: 'walk',
  isChoosingStart: true,
  plan: null,
  hasHome: false,
  hasSpaceMouse: false,
  storeys: [],
  preferences: { reverseZoom: false, leftHanded: false },
  setPreferences: vi.fn(),
  prepare: vi.fn(),
  showStorey: vi.fn(async () => true),
}

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

const hint = () => screen.getByRole('status').textContent

describe('the bar of a walk', () => {
  test('asks for a floor to start on', async () => {
    await renderPart(<NavigationBar navigation={control} isCompact={false} />)
    expect(hint()).toMatch(/^Click a floor to start there/)
  })

  test('asks for a tap on a phone', async () => {
    layOut(mobile)
    await renderPart(<NavigationBar navigation={control} isCompact />)
    expect(hint()).toBe('Tap a floor to start there')
  })

  test('explains the keys once the walk has begun', async () => {
    await renderPart(<NavigationBar navigation={{ ...control, isChoosingStart: false }} isCompact={false} />)
    expect(hint()).toMatch(/^W A S D or arrow keys to walk/)
  })

  test('remains over a plan that a walk starts from', async () => {
    await renderPart(<NavigationBar navigation={{ ...control, plan: 3 }} isCompact={false} />)
    expect(screen.getByRole('button', { name: 'Walk' }).getAttribute('aria-pressed')).toBe('true')
  })
})
