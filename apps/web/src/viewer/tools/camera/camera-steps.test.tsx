import type { SheetView } from '@kamar/viewer'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { TestSession } from '../../../testing/test-session.js'
import { testSheetSession } from '../../../testing/test-sheet-session.js'
import { testManifest, type TestViewer, testViewer } from '../../../testing/test-viewer.js'
import type { Session } from '../../session/session.js'
import { ViewerToolBar } from '../../shell/viewer-tool-bar.js'
import { tool } from './tool.js'

const lookingFrom = (x: number) => ({
  eye: [x, -10, 2],
  target: [x, 0, 2],
  projection: 'perspective',
  fieldOfViewDegrees: 60,
  height: 10,
})

let engine: TestViewer

beforeEach(() => {
  layOut(desktop)
  engine = testViewer()
  void engine.viewer.load({ manifestUrl: '' })
  engine.finishLoad(testManifest())
})
afterEach(cleanUpPage)

const render = (over: Partial<Session> = {}) =>
  renderPart(
    <TestSession engine={engine} tools={[tool]} over={over}>
      <ViewerToolBar />
    </TestSession>,
  )

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('steps through the views', () => {
  test('return to the view before a flight and forward again, by buttons and keys', async () => {
    const { camera } = engine.viewer
    const setView = vi.fn((view: unknown) => {
      camera.beforeMove?.(false)
      Object.assign(camera, { destination: view })
    })
    Object.assign(camera, { destination: lookingFrom(0), setView })
    const { user } = await render()
    expect([button('Previous view').disabled, button('Next view').disabled]).toEqual([true, true])
    act(() => setView(lookingFrom(50)))
    await user.click(button('Previous view'))
    expect(setView).toHaveBeenLastCalledWith(lookingFrom(0))
    expect([button('Previous view').disabled, button('Next view').disabled]).toEqual([true, false])
    await user.keyboard('{Shift>}y{/Shift}')
    expect(setView).toHaveBeenLastCalledWith(lookingFrom(50))
    await user.keyboard('{Shift>}z{/Shift}')
    expect(setView).toHaveBeenLastCalledWith(lookingFrom(0))
  })

  test('are empty for another model', async () => {
    Object.assign(engine.viewer.camera, { destination: lookingFrom(0) })
    await render()
    act(() => engine.viewer.camera.beforeMove?.(false))
    expect(button('Previous view').disabled).toBe(false)
    act(() => engine.emit('modelUnloaded', {}))
    expect(button('Previous view').disabled).toBe(true)
  })

  test('are those of the sheet while a sheet is displayed', async () => {
    let center = [100, 100]
    const sheet = {
      beforeMove: null as ((isGesture: boolean) => void) | null,
      on: () => () => undefined,
      capture: () => ({ sheet: 0, center, heightUnits: 50, aspectRatio: 1, hiddenLayers: [], measurements: [] }),
      showFrame: vi.fn(),
    }
    const { user } = await render({
      ...testSheetSession({ drawing: { isShown: true } }),
      sheet: sheet as unknown as SheetView,
    })
    act(() => sheet.beforeMove?.(true))
    center = [300, 100]
    await user.click(button('Previous view'))
    expect(sheet.showFrame).toHaveBeenCalledWith(expect.objectContaining({ center: [100, 100] }))
  })
})
