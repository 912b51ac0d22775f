import type { Manifest } from '@kamar/package-format/read'
import type { Viewer } from '@kamar/viewer'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toasts } from '../../../platform/design/toasts-state.js'
import { startInternationalization } from '../../../platform/i18n/index.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { testSheetSession } from '../../../testing/test-sheet-session.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import { idleState } from '../../session/model-view.js'
import { announceOpening, announceSaved, whenViewIsShown } from './shown-views.js'
import { type OpeningView, useOpeningView } from './use-opening-view.js'

beforeEach(() => startInternationalization('en'))
afterEach(cleanUpPage)

interface Page {
  readonly urn: string
  readonly manifest: Manifest | null
  readonly view: OpeningView | null
}

function openPage(page: Page) {
  const { viewer } = testViewer()
  const start = (props: Page): void =>
    useOpeningView({ ...idleState.get(), viewer, hasFirstFrame: true, ...actions, ...props }, props.view)
  return renderHook(start, { initialProps: page })
}

const complete = testManifest()
const createView = (over: Partial<OpeningView> = {}): OpeningView & { readonly show: ReturnType<typeof vi.fn> } =>
  ({ key: 'view-1', urn: 'urn-a', show: vi.fn(async () => undefined), ...over }) as ReturnType<typeof createView>

const actions = { retry: () => undefined, startRendering: () => undefined }

describe('view that a document opens with', () => {
  test('waits until the document is complete, and is displayed once', () => {
    const view = createView()
    const { rerender } = openPage({ urn: 'urn-a', manifest: null, view })
    rerender({ urn: 'urn-a', manifest: testManifest({ state: 'inprogress' }), view })
    expect(view.show).not.toHaveBeenCalled()
    rerender({ urn: 'urn-a', manifest: complete, view })
    rerender({ urn: 'urn-a', manifest: { ...complete }, view: { ...view } })
    expect(view.show).toHaveBeenCalledOnce()
  })

  test('is not displayed over the model that is still open while the address changes', () => {
    const view = createView({ urn: 'urn-b' })
    const { rerender } = openPage({ urn: 'urn-a', manifest: complete, view })
    expect(view.show).not.toHaveBeenCalled()
    rerender({ urn: 'urn-b', manifest: complete, view })
    expect(view.show).toHaveBeenCalledOnce()
  })

  test('is displayed again after another one', () => {
    const [first, second] = [createView(), createView({ key: 'view-2' })]
    const page = { urn: 'urn-a', manifest: complete }
    const { rerender } = openPage({ ...page, view: first })
    for (const view of [second, first]) rerender({ ...page, view })
    expect([first.show.mock.calls.length, second.show.mock.calls.length]).toEqual([2, 1])
  })

  test('leaves the document open and says why when it cannot be displayed', async () => {
    const show = vi.fn(() => Promise.reject(new TypeError('no memory')))
    openPage({ urn: 'urn-a', manifest: complete, view: createView({ show }) })
    await act(async () => undefined)
    expect(toasts.get()).toMatchObject([{ tone: 'problem', text: 'An unexpected error occurred' }])
  })
})

describe('listener for stored views', () => {
  const listen = (viewer: Viewer) => {
    const calls: string[] = []
    const end = whenViewIsShown(viewer, {
      begin: (canvas) => calls.push(`begin ${canvas}`),
      end: (reason, canvas) => calls.push(`${reason} ${canvas}`),
    })
    return { calls, end }
  }

  test('is called before and after a view is opened, also when that fails', async () => {
    const { viewer } = testViewer()
    const { calls } = listen(viewer)
    await announceOpening(viewer, { open: async () => calls.push('open') })
    const open = () => Promise.reject(new TypeError('gone'))
    await expect(announceOpening(viewer, { canvas: 2, open })).rejects.toThrow('gone')
    expect(calls).toEqual(['begin null', 'open', 'opened null', 'begin 2', 'opened 2'])
  })

  test('hears of its own viewer only, until it ends', () => {
    const [one, other] = [testViewer().viewer, testViewer().viewer]
    const { calls, end } = listen(one)
    const { drawing } = testSheetSession()
    announceSaved({ drawing, viewer: other })
    expect(calls).toEqual([])
    announceSaved({ drawing, viewer: one })
    announceSaved({ drawing: { ...drawing, isShown: true, number: 3 }, viewer: one })
    end()
    announceSaved({ drawing, viewer: one })
    expect(calls).toEqual(['saved null', 'saved 3'])
  })
})
