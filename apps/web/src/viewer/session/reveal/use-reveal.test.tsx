import { revealElements } from '@kamar/viewer'
import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, mobile, renderPart } from '../../../testing/render-app.js'
import { TestSession } from '../../../testing/test-session.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import { tool as searchTool } from '../../tools/search/tool.js'
import type { Session } from '../session.js'
import { followReveals } from './reveal-followers.js'

afterEach(cleanUpPage)

async function show({ device = desktop, panel = '' } = {}) {
  layOut(device)
  const engine = testViewer()
  void engine.viewer.load({ manifestUrl: '' })
  engine.finishLoad(testManifest())
  let session: Session | null = null
  const part = await renderPart(
    <TestSession engine={engine} tools={[searchTool]} onSession={(next) => (session = next)} />,
  )
  const getSession = (): Session => session as unknown as Session
  if (panel !== '') act(() => getSession().layout.open(panel))
  const reveal: Session['reveal'] = (...call) => act(() => getSession().reveal(...call))
  return { ...part, engine, reveal, getLayout: () => getSession().layout }
}

describe('reveal', () => {
  test('selects at once, and flies to what is not in view', async () => {
    const { engine, reveal } = await show()
    reveal([4])
    expect(engine.viewer.selection.elements).toEqual([4])
    await expect.poll(() => engine.calls).toEqual(['fit 4'])
  })

  test('flies to the last of several choices only', async () => {
    const { engine, reveal } = await show()
    reveal([4])
    reveal([5])
    await expect.poll(() => engine.calls).toEqual(['fit 5'])
    expect(engine.viewer.selection.elements).toEqual([5])
  })

  test('shows a hidden element and offers to hide it again', async () => {
    const { engine, reveal, user } = await show()
    engine.viewer.visibility.hide([4])
    const restore = vi.fn()
    vi.spyOn(engine.viewer, 'captureStates').mockReturnValue(restore)
    reveal([4])
    expect(await screen.findByText('1 element was hidden and is now shown.')).toBeTruthy()
    expect(engine.calls).toContain('show 4')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(restore).toHaveBeenCalledOnce()
  })

  test('offers to remove a section that cuts the element away', async () => {
    const { engine, reveal, user } = await show()
    const clear = vi.fn()
    Object.assign(engine.viewer, {
      cut: { planes: [{ normal: [0, 0, 1], offset: -2 }] },
      getExtension: () => ({ clear }),
    })
    reveal([4])
    expect(await screen.findByText('A section cuts the selection away.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove cut' }))
    expect(clear).toHaveBeenCalledOnce()
  })

  test('clears the selection without elements, and moves nothing', async () => {
    const { engine, reveal } = await show()
    reveal([4])
    await expect.poll(() => engine.calls).toEqual(['fit 4'])
    reveal([])
    expect(engine.viewer.selection.elements).toEqual([])
    expect(engine.calls).toEqual(['fit 4'])
  })

  test('leaves what was selected meanwhile', async () => {
    const { engine, reveal } = await show()
    reveal([4])
    act(() => engine.viewer.selection.set([6]))
    reveal([5], { keepsCamera: true })
    act(() => engine.viewer.selection.set([6]))
    await act(async () => void (await revealElements(engine.viewer, [5], { isSelected: true })))
    expect([engine.viewer.selection.elements, engine.calls]).toEqual([[6], []])
  })

  test('brings the elements into view in the views that follow, without showing hidden ones there', async () => {
    const { engine, reveal } = await show()
    const follower = testViewer()
    void follower.viewer.load({ manifestUrl: '' })
    follower.finishLoad(testManifest())
    const stop = followReveals(engine.viewer, follower.viewer)
    follower.viewer.selection.set([4])
    reveal([4])
    await expect.poll(() => follower.calls).toEqual(['fit 4'])
    follower.viewer.visibility.hide([5])
    follower.viewer.selection.set([5])
    reveal([5])
    await expect.poll(() => engine.calls).toEqual(['fit 4', 'fit 5'])
    expect(follower.calls).toEqual(['fit 4', 'hide 5'])
    stop()
  })

  test('adds to the selection, and flies to what was added', async () => {
    const { engine, reveal } = await show()
    reveal([4])
    reveal([6], { add: true })
    expect(engine.viewer.selection.elements).toEqual([4, 6])
    await expect.poll(() => engine.calls).toEqual(['fit 6'])
  })

  test('leaves the camera where it is when the list asks for that', async () => {
    const { engine, reveal } = await show()
    const capture = vi.spyOn(engine.viewer, 'captureStates')
    engine.viewer.visibility.hide([4])
    reveal([4], { keepsCamera: true })
    await expect.poll(() => capture.mock.calls.length).toBe(1)
    expect(engine.calls).toEqual(['hide 4', 'show 4'])
  })

  test('says that the model of the selection is switched off rather than cut', async () => {
    const { engine, reveal } = await show()
    Object.assign(engine.viewer, { cut: { planes: [{ normal: [0, 0, 1], offset: -2 }] } })
    vi.spyOn(engine.viewer.states, 'flagsOf').mockReturnValue(0xff)
    reveal([4])
    expect(await screen.findByText('The selection belongs to a model that is switched off.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Remove cut' })).toBeNull()
  })

  test('says nothing of a section that leaves a part of the element', async () => {
    const { engine, reveal } = await show()
    Object.assign(engine.viewer, { cut: { planes: [{ normal: [0, 0, 1], offset: -0.5 }] } })
    reveal([4])
    await expect.poll(() => engine.calls).toEqual(['fit 4'])
    expect(screen.queryByText('A section cuts the selection away.')).toBeNull()
  })

  test('reports an element that cannot be revealed, and leaves it selected', async () => {
    const { engine, reveal } = await show()
    vi.spyOn(engine.viewer.camera, 'fit').mockImplementation(() => {
      throw new TypeError('no bounds')
    })
    reveal([4])
    expect(await screen.findByText('An unexpected error occurred')).toBeTruthy()
    expect(engine.viewer.selection.elements).toEqual([4])
  })

  test.each([
    ['lowers the sheet with the list on a phone', mobile, true],
    ['leaves the panel with the list open on a wide screen', desktop, false],
  ])('%s', async (_name, device, isLowered) => {
    const { reveal, getLayout } = await show({ device, panel: 'search' })
    reveal([4])
    expect(getLayout()).toMatchObject({ panel: 'search', isLowered })
  })
})
