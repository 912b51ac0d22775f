import type { ModelMember, ModelsExtension, PickedPair } from '@kamar/viewer'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toasts } from '../../../platform/design/toasts-state.js'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { type Deferred, deferred } from '../../../testing/deferred.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { AlignFields } from './align-fields.js'
import type { Federation } from './use-federation.js'

type Point = PickedPair['own']

const placement = { x: 1, y: 2, z: 3, rotationDegrees: 350, pivot: [0, 0, 0] } as const
const member: ModelMember = {
  key: 'file-2',
  label: 'pipes.ifc',
  reference: { fileId: 'file-2', urn: 'urn-2' },
  state: 'shown',
  error: null,
  placement,
  method: 'map',
  off: false,
  ghosted: false,
  manifest: null,
}

/** Returns a stub of the engine for alignment: the test triggers each picked point. */
function testEngine() {
  const picks: (Deferred<Point | null> & { readonly where: string; readonly signal: AbortSignal })[] = []
  const engine = {
    waysToAlign: () => ['map', 'site', 'hand'],
    align: vi.fn(),
    setPlacement: vi.fn(),
    alignByPoints: vi.fn(async () => true),
    pickPoint(_key: string, where: string, signal: AbortSignal) {
      const pick = deferred<Point | null>()
      signal.addEventListener('abort', () => pick.resolve(null))
      picks.push({ ...pick, where, signal })
      return pick.promise
    },
  }
  return { engine, picks }
}

beforeEach(() => {
  layOut(desktop)
  appServer()
})
afterEach(cleanUpPage)

async function show() {
  const { engine, picks } = testEngine()
  const models = engine as unknown as ModelsExtension
  const federation = { engine: models, run: (action: (one: ModelsExtension) => unknown) => void action(models) }
  const page = await renderPart(<AlignFields member={member} federation={federation as Federation} />)
  return { ...page, engine, picks }
}
const pointAt = (x: number): Point => [x, 0, 0] as unknown as Point
const expectText = async (text: RegExp): Promise<void> => void (await screen.findByText(text))

describe('AlignFields by numbers', () => {
  test('offers the methods the files support, and keeps the placement for manual alignment', async () => {
    const { user, engine } = await show()
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Map coordinates',
      'Latitude and longitude',
      'Manually',
    ])
    await user.selectOptions(screen.getByLabelText('Align by'), 'Manually')
    expect(engine.setPlacement).toHaveBeenCalledExactlyOnceWith('file-2', placement)
    await user.selectOptions(screen.getByLabelText('Align by'), 'Latitude and longitude')
    expect(engine.align).toHaveBeenCalledExactlyOnceWith('file-2', 'site')
  })

  test('accepts a decimal comma and arrow keys, wraps the rotation, and rejects text', async () => {
    const { user, engine } = await show()
    const retype = async (label: string, text: string): Promise<void> => {
      await user.clear(screen.getByLabelText(label))
      await user.type(screen.getByLabelText(label), text)
    }
    await retype('Y, m', '2,5{Enter}')
    expect(engine.setPlacement.mock.lastCall?.[1]).toEqual({ ...placement, y: 2.5 })
    screen.getByLabelText('Rotation, °').focus()
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
    expect(engine.setPlacement.mock.lastCall?.[1]).toEqual({ ...placement, rotationDegrees: 0 })
    engine.setPlacement.mockClear()
    await retype('Z, m', 'high{Enter}')
    expect(engine.setPlacement).not.toHaveBeenCalled()
    expect(screen.getByLabelText<HTMLInputElement>('Z, m').value).toBe('3.000')
  })
})

describe('AlignFields by points', () => {
  const begin = async () => {
    const page = await show()
    await page.user.click(screen.getByRole('button', { name: 'Align by points' }))
    await expectText(/^Pick a point on pipes\.ifc/)
    return page
  }

  test('asks for two point pairs, then moves and rotates the model', async () => {
    const { engine, picks } = await begin()
    const prompts = [
      /^Pick the same point on another/,
      /^Pick a second point on pipes\.ifc/,
      /^Pick the same second point/,
    ]
    for (const [at, text] of prompts.entries()) {
      picks[at]?.resolve(pointAt(at))
      await expectText(text)
    }
    picks[3]?.resolve(pointAt(3))
    await screen.findByRole('button', { name: 'Align by points' })
    expect(picks.map(({ where }) => where)).toEqual(['itself', 'others', 'itself', 'others'])
    expect(engine.alignByPoints).toHaveBeenCalledExactlyOnceWith(
      'file-2',
      { own: pointAt(0), target: pointAt(1) },
      { own: pointAt(2), target: pointAt(3) },
    )
    expect(toasts.get()).toEqual([])
  })

  test('only moves the model after one pair', async () => {
    const { user, engine, picks } = await begin()
    expect(screen.queryByRole('button', { name: 'Move only' })).toBeNull()
    picks[0]?.resolve(pointAt(0))
    await expectText(/^Pick the same point on another/)
    picks[1]?.resolve(pointAt(1))
    await user.click(await screen.findByRole('button', { name: 'Move only' }))
    expect(engine.alignByPoints).toHaveBeenCalledExactlyOnceWith(
      'file-2',
      { own: pointAt(0), target: pointAt(1) },
      null,
    )
    expect(picks[2]?.signal.aborted).toBe(true)
  })

  test('shows a message when the points define no direction', async () => {
    const { user, engine, picks } = await begin()
    engine.alignByPoints.mockResolvedValueOnce(false)
    picks[0]?.resolve(pointAt(0))
    await waitFor(() => expect(picks).toHaveLength(2))
    picks[1]?.resolve(pointAt(1))
    await user.click(await screen.findByRole('button', { name: 'Move only' }))
    await waitFor(() =>
      expect(toasts.get().map(({ text }) => text)).toEqual([expect.stringMatching(/^One point is directly above/)]),
    )
  })

  test.each(['when Escape is pressed', 'when its button is clicked', 'when the panel closes'])(
    'stops %s and picks no more points',
    async (ending) => {
      const { user, engine, picks, unmount } = await begin()
      if (ending === 'when Escape is pressed') await user.keyboard('{Escape}')
      else if (ending === 'when its button is clicked') await user.click(screen.getByRole('button', { name: 'Cancel' }))
      else unmount()
      expect(picks.map(({ signal }) => signal.aborted)).toEqual([true])
      const buttons = screen.queryAllByRole('button', { name: 'Align by points' })
      expect(buttons).toHaveLength(ending === 'when the panel closes' ? 0 : 1)
      expect(engine.alignByPoints).not.toHaveBeenCalled()
    },
  )
})
