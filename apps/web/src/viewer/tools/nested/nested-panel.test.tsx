import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { desktop, layOut, mobile, renderApp } from '../../../testing/render-app.js'
import { houseTree } from '../../../testing/test-tree.js'
import { stubViewers } from '../../../testing/stub-viewer.js'
import { testManifest, type TestViewer, testViewer } from '../../../testing/test-viewer.js'

let engines: TestViewer[]

beforeEach(() => {
  engines = stubViewers(() => testViewer({ tree: houseTree() }))
  layOut(desktop)
  vi.stubGlobal('innerWidth', desktop.width)
  vi.stubGlobal('innerHeight', desktop.height)
  appServer([
    fileRecord({ description: 'Tower.ifc', urn: 'urn-tower' }),
    fileRecord({ description: 'Bridge.ifc', urn: 'urn-bridge' }),
  ])
})
afterEach(cleanUpPage)

const panel = () => screen.getByRole('dialog', { name: 'Nested viewer' })
const inPanel = () => within(panel())
const viewables = () =>
  inPanel()
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
const main = () => engines[0] as TestViewer
const nested = () => engines[1] as TestViewer
const getBounds = () => {
  const { left, top, width, height } = panel().style
  return [left, top, width, height]
}

async function openPage() {
  const page = await renderApp('/ViewerPage?urn=urn-tower', { signedIn: true })
  await waitFor(() => expect(main()?.loads).toHaveLength(1))
  return page
}

async function openPanel() {
  const page = await openPage()
  await act(async () => main().finishLoad())
  await page.user.click(screen.getByRole('button', { name: 'Nested viewer' }))
  await waitFor(() => expect(viewables()).toHaveLength(3))
  return page
}

async function openStorey() {
  const page = await openPanel()
  await page.user.click(inPanel().getByRole('button', { name: 'Storey 1' }))
  await waitFor(() => expect(nested()?.loads).toHaveLength(1))
  await act(async () => nested().finishLoad())
  return page
}

describe('nested viewer', () => {
  test('opens at 500×400 pixels with the viewables of the document, but without an engine', async () => {
    await openPanel()
    expect(getBounds()).toEqual(['368px', '436px', '500px', '400px'])
    expect(viewables()).toEqual(['Whole model', 'Storey 1', 'Storey 2'])
    expect(inPanel().getByText('Choose what to show next to the model.')).toBeTruthy()
    expect(engines).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Nested viewer' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('filters viewables by 2D and 3D, and shows when none are left', async () => {
    const { user } = await openPanel()
    const drawings = inPanel().getByRole('button', { name: '2D: drawings' })
    const models = inPanel().getByRole('button', { name: '3D: models' })
    expect([drawings, models].map((button) => button.getAttribute('aria-pressed'))).toEqual(['true', 'true'])
    await user.click(models)
    expect(viewables()).toEqual([])
    expect(inPanel().getByText('No viewables found')).toBeTruthy()
    expect(inPanel().queryByText(/^Choose/)).toBeNull()
    await user.click(drawings)
    expect(inPanel().getByText('No viewables found')).toBeTruthy()
    await user.click(models)
    expect(viewables()).toHaveLength(3)
  })

  test('waits for the model to be read', async () => {
    const { user } = await openPage()
    await user.click(screen.getByRole('button', { name: 'Nested viewer' }))
    expect(inPanel().getByText('The list appears once the model has been read.')).toBeTruthy()
    await act(async () => main().finishLoad(testManifest({ counts: { ...testManifest().counts, instances: 0 } })))
    expect(await inPanel().findByText('No viewables found')).toBeTruthy()
  })

  test('shows the chosen viewable in its own engine from the loaded package', async () => {
    await openStorey()
    expect(nested().calls).toContain('isolate 2,5,4')
    expect(inPanel().getByRole('button', { name: 'Storey 1' }).getAttribute('aria-current')).toBe('true')
    const [source] = nested().loads
    const loader = source && 'loader' in source ? source.loader : null
    expect(await loader?.fetchManifest(new AbortController().signal)).toBe(main().viewer.model?.manifest)
  })

  test('resets for another document', async () => {
    const { user } = await openStorey()
    await user.click(screen.getByRole('button', { name: 'Models' }))
    await user.click(await screen.findByTitle('Bridge.ifc'))
    await waitFor(() => expect(main().loads).toHaveLength(2))
    expect(nested().isDisposed()).toBe(true)
    await act(async () => main().finishLoad())
    await waitFor(() => expect(viewables()).toHaveLength(3))
    expect(inPanel().getByText('Choose what to show next to the model.')).toBeTruthy()
  })

  test('shares the selection, which stays in the main view after closing', async () => {
    const { user } = await openStorey()
    act(() => nested().viewer.selection.set([4]))
    expect(main().viewer.selection.elements).toEqual([4])
    expect(await screen.findByRole('complementary', { name: 'Properties' })).toBeTruthy()
    await user.click(inPanel().getByRole('button', { name: 'Close' }))
    expect(nested().isDisposed()).toBe(true)
    expect(main().isDisposed()).toBe(false)
    expect(main().viewer.selection.elements).toEqual([4])
  })

  test('links the cameras by a button', async () => {
    const { user } = await openStorey()
    const link = inPanel().getByRole('button', { name: 'Link cameras' })
    expect(link.getAttribute('aria-pressed')).toBe('false')
    Object.assign(main().viewer.camera, { pose: { azimuth: 7, fieldOfViewDegrees: 50 } })
    await user.click(link)
    expect(link.getAttribute('aria-pressed')).toBe('true')
    expect(nested().viewer.camera.pose).toMatchObject({ azimuth: 7 })
  })

  test('shows a loading error and retries', async () => {
    const { user } = await openPanel()
    await user.click(inPanel().getByRole('button', { name: 'Whole model' }))
    await waitFor(() => expect(nested()?.loads).toHaveLength(1))
    expect(inPanel().getByText('Loading model...')).toBeTruthy()
    await act(async () => nested().failLoad(Object.assign(new Error('bad chunk'), { code: 'package-damaged' })))
    const alert = within(inPanel().getByRole('alert'))
    expect(alert.getByText('Failed to load geometry: the stored result is corrupt or incomplete')).toBeTruthy()
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(nested().loads).toHaveLength(2))
  })
})

describe('nested viewer panel', () => {
  test('takes the focus, closes by Escape and gives the focus back', async () => {
    const { user } = await openPanel()
    expect(document.activeElement).toBe(panel())
    await user.tab()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'Nested viewer' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Nested viewer' }))
  })

  test('is moved and resized by arrow keys, and keeps that when it opens again', async () => {
    const { user } = await openPanel()
    inPanel()
      .getByRole('button', { name: /to move$/ })
      .focus()
    await user.keyboard('{ArrowRight}{ArrowUp}{ArrowUp}a')
    expect(getBounds()).toEqual(['384px', '404px', '500px', '400px'])
    inPanel()
      .getByRole('button', { name: /^Resize/ })
      .focus()
    await user.keyboard('{ArrowLeft}{ArrowDown}')
    expect(getBounds()).toEqual(['384px', '404px', '484px', '416px'])
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Nested viewer' }))
    expect(getBounds()).toEqual(['384px', '404px', '484px', '416px'])
  })

  test('is moved by dragging its title', async () => {
    await openPanel()
    const title = inPanel().getByRole('button', { name: /to move$/ })
    title.setPointerCapture = () => undefined
    const at = (clientX: number, clientY: number) => ({ pointerId: 1, clientX, clientY })
    fireEvent.pointerMove(title, at(500, 500))
    fireEvent.pointerDown(title, at(400, 450))
    fireEvent.pointerMove(title, at(420, 440))
    fireEvent.pointerMove(title, at(430, 430))
    fireEvent.pointerUp(title, at(430, 430))
    fireEvent.pointerMove(title, at(600, 600))
    expect(getBounds()).toEqual(['398px', '416px', '500px', '400px'])
  })

  test('stays above the tools when the window is made smaller', async () => {
    await openPanel()
    vi.stubGlobal('innerHeight', 600)
    act(() => void window.dispatchEvent(new Event('resize')))
    expect(getBounds()).toEqual(['368px', '136px', '500px', '400px'])
  })
})

describe('nested viewer on a phone', () => {
  beforeEach(() => {
    layOut(mobile)
    vi.stubGlobal('innerWidth', mobile.width)
    vi.stubGlobal('innerHeight', mobile.height)
  })

  test('replaces the other sheets and sets the camera insets', async () => {
    const { user } = await openPage()
    await act(async () => main().finishLoad())
    await user.click(screen.getByRole('button', { name: 'Tree' }))
    await user.click(screen.getByRole('button', { name: 'Tools' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Nested viewer' }))
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(getBounds()).toEqual(['', '', '', ''])
    expect(main().viewer.camera.insets.bottom).toBe(503)
    expect(inPanel().queryByRole('button', { name: /^Resize/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Details' }))
    expect(screen.queryByRole('dialog', { name: 'Nested viewer' })).toBeNull()
    expect(screen.getByRole('complementary', { name: 'Properties' })).toBeTruthy()
  })
})
