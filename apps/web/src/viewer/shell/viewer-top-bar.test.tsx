import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import * as session from '../../platform/auth/session.js'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { TestSession } from '../../testing/test-session.js'
import { testManifest, type TestViewer, testViewer } from '../../testing/test-viewer.js'
import { ViewerTopBar } from './viewer-top-bar.js'

let engine: TestViewer
let signOut: MockInstance<typeof session.signOut>

beforeEach(() => {
  layOut(desktop)
  engine = testViewer()
  appServer()
  signOut = vi.spyOn(session, 'signOut').mockResolvedValue()
})
afterEach(async () => {
  vi.useRealTimers()
  await cleanUpPage()
})

const render = () =>
  renderPart(
    <TestSession engine={engine} model={{ status: 'modelLoaded', manifest: testManifest() }}>
      <ViewerTopBar />
    </TestSession>,
  )

describe('top bar of the viewer', () => {
  test('gives the space of the message back after a while, and keeps it for screen readers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await render()
    const status = screen.getByText('Model loaded successfully!')
    expect(status.className).not.toMatch(/^sr-only|\ssr-only/)
    act(() => void vi.advanceTimersByTime(6000))
    expect(status.className.split(' ')).toContain('sr-only')
    expect(status.textContent).toBe('Model loaded successfully!')
  })

  test('signs out at once without measurements and markup', async () => {
    const { user } = await render()
    await user.click(screen.getByRole('button', { name: 'Sign Out' }))
    expect(signOut).toHaveBeenCalledOnce()
  })

  test('asks before it signs out with measurements', async () => {
    Object.assign(engine.viewer.extensions, { getState: () => ({ 'kamar.measure': { measurements: [{}] } }) })
    const { user } = await render()
    await user.click(screen.getByRole('button', { name: 'Sign Out' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Sign out?' })
    expect(dialog.textContent).toContain('are kept as a draft')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(signOut).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Sign Out' }))
    await user.click(screen.getAllByRole('button', { name: 'Sign Out' }).at(-1) as HTMLElement)
    expect(signOut).toHaveBeenCalledOnce()
  })
})
