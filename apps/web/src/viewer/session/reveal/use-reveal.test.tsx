import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { TestSession } from '../../../testing/test-session.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import type { Session } from '../session.js'

afterEach(cleanUpPage)

async function show() {
  layOut(desktop)
  const engine = testViewer()
  void engine.viewer.load({ manifestUrl: '' })
  engine.finishLoad(testManifest())
  let session: Session | null = null
  const part = await renderPart(<TestSession engine={engine} onSession={(next) => (session = next)} />)
  const reveal: Session['reveal'] = (...call) => act(() => (session as unknown as Session).reveal(...call))
  return { ...part, engine, reveal }
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
})
