import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { deferred } from '../../../testing/deferred.js'
import { renderPart } from '../../../testing/render-app.js'
import { stubSavedFiles } from '../../../testing/stub-saved-files.js'
import { testViewer } from '../../../testing/test-viewer.js'
import { ScreenshotDialog } from './screenshot-dialog.js'

const snapshot = new Blob(['x'])
afterEach(cleanUpPage)

describe('screenshot dialog', () => {
  test('saves the screenshot in the chosen size and shows an error when it fails', async () => {
    const saved = stubSavedFiles()
    const { viewer } = testViewer()
    Object.assign(viewer.canvas, { width: 1600, height: 900 })
    const screenshot = vi.fn(() => Promise.reject<Blob>(new RangeError('too large')))
    Object.assign(viewer, { screenshot })
    const onClose = vi.fn()
    const { user } = await renderPart(<ScreenshotDialog viewer={viewer} name="Tower.ifc" onClose={onClose} />)
    expect(screen.getByText('1600 × 900')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: '8K' }))
    await user.click(screen.getByRole('switch', { name: 'Include markup and measurements' }))
    await user.click(screen.getByRole('button', { name: 'Save PNG' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Try a smaller size')
    expect(screenshot).toHaveBeenLastCalledWith({ width: 7680, height: 4320, annotations: false })
    screenshot.mockImplementation(() => Promise.resolve(snapshot))
    await user.click(screen.getByRole('radio', { name: '4K' }))
    await user.click(screen.getByRole('button', { name: 'Save PNG' }))
    await waitFor(() => expect(saved).toEqual([{ name: 'Tower.png', bytes: snapshot }]))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(screenshot).toHaveBeenLastCalledWith({ width: 3840, height: 2160, annotations: false })
  })

  test('offers a portrait view in sizes whose longer side is its height', async () => {
    const { viewer } = testViewer()
    Object.assign(viewer.canvas, { width: 390, height: 780 })
    const { user } = await renderPart(<ScreenshotDialog viewer={viewer} name="Tower.ifc" onClose={vi.fn()} />)
    await user.click(screen.getByRole('radio', { name: '4K' }))
    expect(screen.getByText('1920 × 3840')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: '8K' }))
    expect(screen.getByText('3840 × 7680')).toBeTruthy()
  })

  test('cannot be saved twice while the image is created', async () => {
    const saved = stubSavedFiles()
    const { viewer } = testViewer()
    const image = deferred<Blob>()
    const screenshot = vi.fn(() => image.promise)
    Object.assign(viewer, { screenshot })
    const { user } = await renderPart(<ScreenshotDialog viewer={viewer} name="" onClose={vi.fn()} />)
    const save = screen.getByRole('button', { name: 'Save PNG' })
    await user.click(save)
    await user.click(save)
    image.resolve(snapshot)
    await waitFor(() => expect(saved).toEqual([{ name: 'kamar.png', bytes: snapshot }]))
    expect(screenshot).toHaveBeenCalledOnce()
  })

  test('is closed with Escape without an image', async () => {
    const { viewer } = testViewer()
    const onClose = vi.fn()
    const { user } = await renderPart(<ScreenshotDialog viewer={viewer} name="Tower.ifc" onClose={onClose} />)
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })
})
