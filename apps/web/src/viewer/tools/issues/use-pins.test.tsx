import { act, screen, waitFor } from '@testing-library/react'
import type { Pin, SheetView } from '@kamar/viewer'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { movedFrame } from '../../../testing/moved-frame.js'
import { renderPart } from '../../../testing/render-app.js'
import { json, type StubServer } from '../../../testing/stub-server.js'
import { testManifestSheet, testSheetSession } from '../../../testing/test-sheet-session.js'
import { topicPage, topicServer, topicSummary } from '../../../testing/test-topics.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import type { Collaboration } from './collaboration.js'
import { useSheetPins } from './use-sheet-pins.js'
import { pinColors, useTopicPins } from './use-topic-pins.js'

const base = '/api/auth/my-urns/file-1'
const point: [number, number, number] = [11, 22, 33]
const onModel = { point, normal: null, sourceId: null }
const onSheet = (name: string, index: number) => ({ ...onModel, sheet: { name, index } })
const topics = [
  topicSummary({ id: 'wall', number: 1, title: 'Crack', anchor: onModel }),
  topicSummary({ id: 'list', number: 2, title: 'Nowhere' }),
  topicSummary({ id: 'plan', number: 3, title: 'Door', status: 'In Progress', anchor: onSheet('A2', 1) }),
]
const openTopic = vi.fn()
let server: StubServer

beforeEach(() => {
  server = topicServer(base)
  server.on(`GET ${base}/topics`, () => json(topicPage(topics)))
  openTopic.mockClear()
})
afterEach(cleanUpPage)

const collaborate = (over: Partial<Collaboration> = {}) =>
  ({ fileId: 'file-1', topicId: null, newTopic: null, openTopic, ...over }) as Collaboration

interface PinsProps {
  readonly over?: Partial<Collaboration>
  readonly isVisible?: boolean
}

describe('pins of issues in the model', () => {
  /** Opens a model with an offset of 10 metres along each axis. */
  async function openModel(frame = null as ReturnType<typeof movedFrame> | null) {
    const engine = testViewer()
    const loading = engine.viewer.load({ manifestUrl: '/m' })
    engine.finishLoad(testManifest({ origin: [10, 10, 10] }))
    await loading
    const display = { pins: [] as readonly Pin[], frame, click: vi.fn<(pin: { readonly id: string }) => void>() }
    const extension = {
      setPins: (pins: readonly Pin[]) => (display.pins = pins),
      on: (_name: string, listener: (pin: { readonly id: string }) => void) => {
        display.click.mockImplementation(listener)
        return () => undefined
      },
    }
    Object.assign(engine.viewer, {
      loadExtension: vi.fn(() => Promise.resolve(extension)),
      getExtension: () => ({ findFrame: () => display.frame }),
    })
    function Pins({ over, isVisible = true }: PinsProps) {
      useTopicPins({ viewer: engine.viewer, collaboration: collaborate(over), isVisible })
      return null
    }
    return { engine, display, Pins }
  }

  test('stand at the points of open issues, without those on sheets', async () => {
    const { Pins, display } = await openModel()
    await renderPart(<Pins over={{ topicId: 'wall' }} />)
    await waitFor(() => expect(display.pins).toHaveLength(1))
    expect(display.pins[0]).toMatchObject({ text: '1', label: '#1 Crack', color: pinColors.open, selected: true })
    expect(display.pins[0]?.anchor.point).toEqual([1, 12, 23])
    expect(server.calls(`GET ${base}/topics`)[0]?.query.get('state')).toBe('open')
  })

  test('follow their model to another position', async () => {
    const { Pins, engine, display } = await openModel()
    await renderPart(<Pins />)
    await waitFor(() => expect(display.pins).toHaveLength(1))
    display.frame = movedFrame([10, 10, 10], [0, 0, 100])
    act(() => engine.emit('elementsMoved', undefined as never))
    expect(display.pins[0]?.anchor.point).toEqual([-12, 1, 123])
  })

  test('include the issue that is being written, which opens nothing', async () => {
    const { Pins, display } = await openModel()
    await renderPart(<Pins over={{ newTopic: { anchor: { ...onModel, point: [10, 10, 10] } } }} />)
    await waitFor(() => expect(display.pins.map(({ text }) => text)).toEqual(['1', '+']))
    display.click({ id: 'new' })
    expect(openTopic).not.toHaveBeenCalled()
    display.click({ id: 'wall' })
    expect(openTopic).toHaveBeenCalledWith('wall')
  })

  test('are neither loaded nor requested before the list is visible', async () => {
    const { Pins, engine } = await openModel()
    await renderPart(<Pins isVisible={false} />)
    expect(engine.viewer.loadExtension).not.toHaveBeenCalled()
    expect(server.requests).toEqual([])
  })
})

describe('pins of issues on a drawing', () => {
  const { drawing } = testSheetSession({ drawing: { sheets: [testManifestSheet('A1'), testManifestSheet('A2')] } })

  function createSheet(openSheet = 1) {
    const element = document.body.appendChild(document.createElement('div'))
    const camera = { toScreen: ([x, y]: readonly number[]) => ({ x, y }) }
    const sheet = { element, openSheet, camera, on: () => () => undefined, showRectangle: vi.fn() }
    return sheet as unknown as SheetView
  }
  function Pins({ sheet, over, isVisible = true }: PinsProps & { readonly sheet: SheetView }) {
    useSheetPins({ drawing, sheet, collaboration: collaborate(over), isVisible })
    return null
  }

  test('open the issue on the open sheet that was clicked', async () => {
    const { user } = await renderPart(<Pins sheet={createSheet()} />)
    await user.click(await screen.findByRole('button', { name: '#3 Door' }))
    expect(openTopic).toHaveBeenCalledWith('plan')
    expect(screen.queryByRole('button', { name: '#1 Crack' })).toBeNull()
  })

  test('find a sheet that has another number since a new version, by its name', async () => {
    const renumbered = topicSummary({ id: 'plan', number: 3, title: 'Door', anchor: onSheet('A2', 0) })
    server.on(`GET ${base}/topics`, () => json(topicPage([renumbered])))
    await renderPart(<Pins sheet={createSheet()} />)
    expect(await screen.findByRole('button', { name: '#3 Door' })).toBeTruthy()
  })

  test('omit issues on a sheet that no longer exists', async () => {
    const removed = topicSummary({ id: 'gone', number: 4, title: 'Gone', anchor: onSheet('A9', 1) })
    server.on(`GET ${base}/topics`, () => json(topicPage([removed, ...topics])))
    await renderPart(<Pins sheet={createSheet()} />)
    await screen.findByRole('button', { name: '#3 Door' })
    expect(screen.queryByRole('button', { name: '#4 Gone' })).toBeNull()
  })

  test('end with the drawing', async () => {
    const { unmount } = await renderPart(<Pins sheet={createSheet()} />)
    await screen.findByRole('button', { name: '#3 Door' })
    unmount()
    expect(screen.queryByRole('button', { name: '#3 Door' })).toBeNull()
  })

  test('are not requested before the list is visible', async () => {
    await renderPart(<Pins sheet={createSheet()} isVisible={false} />)
    expect(server.requests).toEqual([])
  })
})
