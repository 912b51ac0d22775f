import type { SectionExtension, SectionState, Viewer } from '@kamar/viewer'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { stubCapture } from '../../../testing/stub-capture.js'
import { json, type StubServer } from '../../../testing/stub-server.js'
import { TestSession } from '../../../testing/test-session.js'
import { viewpointSummary } from '../../../testing/test-topics.js'
import { houseTree } from '../../../testing/test-tree.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import { SectionBar } from './section-bar.js'
import { type SectionAccess, SectionPanel } from './section-panel.js'
import { listStoreys } from './list-storeys.js'
import { initialState, type SectionControl } from './use-section.js'

const level: SectionState['planes'][number] = {
  id: 'plane-1',
  kind: 'z',
  point: [0, 0, 3],
  normal: [0, 0, -1],
  enabled: true,
}
const tilted: SectionState['planes'][number] = { ...level, id: 'plane-2', kind: 'points', normal: [0.6, 0, 0.8] }
const box: NonNullable<SectionState['box']> = { center: [1, 2, 3], half: [2, 3, 1.5], turnDegrees: 10, enabled: true }

/** Returns a stub of the engine that records its calls. */
function testSection(over: Partial<SectionControl> = {}) {
  const calls: string[] = []
  const write =
    (name: string) =>
    (...args: unknown[]): boolean => {
      calls.push([name, ...args.map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))].join(' '))
      return name !== 'setBoxAround' || JSON.stringify(args) !== '[{"around":"selection"}]'
    }
  const names = ['addAxis', 'setBoxAround', 'moveTo', 'flip', 'setEnabled', 'remove', 'clear', 'setBox', 'setHatched']
  const engine = Object.fromEntries(
    [...names, 'select', 'lookAt', 'setBoxMargin', 'apply'].map((name) => [name, write(name)]),
  )
  const control: SectionControl = {
    ...initialState,
    isActive: true,
    engine: { ...engine, computePosition: () => 3 } as unknown as SectionExtension,
    start: (mode) => calls.push(`start ${mode ?? ''}`),
    stop: () => calls.push('stop'),
    ...over,
  }
  return { control, calls }
}

function sectionViewer(over: Parameters<typeof testManifest>[0] = {}) {
  const history = { canUndo: true, canRedo: false, undo: vi.fn(), redo: vi.fn() }
  const { viewer } = testViewer()
  const model = { manifest: testManifest({ origin: [100, 200, 50], ...over }) }
  return { viewer: Object.create(viewer, { history: { value: history }, model: { value: model } }) as Viewer, history }
}

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

describe('section panel', () => {
  let access: SectionAccess = { fileId: null, role: null, fileVersion: null }
  afterEach(() => {
    access = { fileId: null, role: null, fileVersion: null }
  })

  async function show(over: Partial<SectionControl> = {}, manifest: Parameters<typeof testManifest>[0] = {}) {
    const section = testSection(over)
    const stage = sectionViewer(manifest)
    const part = (
      <TestSession engine={{ ...testViewer(), viewer: stage.viewer }}>
        <SectionPanel section={section.control} viewer={stage.viewer} tree={houseTree()} access={access} />
      </TestSession>
    )
    return { ...section, ...stage, ...(await renderPart(part)) }
  }

  test('shows a hint while there are no sections', async () => {
    await show()
    expect(screen.getByRole('heading', { name: 'No sections yet' })).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete all' }).disabled).toBe(true)
  })

  test('edits the position of a plane in source coordinates', async () => {
    const { user, calls } = await show({ state: { planes: [level], box: null, hatched: true }, selected: 'plane-1' })
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Position (m)' })
    expect(field.value).toBe('53.000')
    await user.clear(field)
    await user.type(field, '54,5{Enter}')
    expect(calls).toEqual(['moveTo plane-1 4.5'])
    await user.type(field, '{ArrowUp}')
    expect(calls.at(-1)).toBe('moveTo plane-1 3.1000000000000014')
  })

  test('keeps the value when the input is not a number', async () => {
    const { user, calls } = await show({ state: { planes: [tilted], box: null, hatched: true }, selected: 'plane-2' })
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Position (m)' })
    expect(field.value).toBe('3.000')
    await user.clear(field)
    await user.type(field, 'high{Enter}')
    await user.tab()
    expect([field.value, calls]).toEqual(['3.000', []])
  })

  test('selects, flips, disables and deletes planes', async () => {
    const { user, calls } = await show({ state: { planes: [level, tilted], box: null, hatched: true } })
    const row = screen.getAllByRole('listitem')[1] as HTMLElement
    for (const name of ['2. Three points', 'Flip side', 'Disable', 'Delete'])
      await user.click(within(row).getByRole('button', { name }))
    expect(calls).toEqual(['select plane-2', 'flip plane-2', 'setEnabled plane-2 false', 'remove plane-2'])
    await user.click(screen.getByRole('button', { name: 'Delete all' }))
    await user.click(screen.getByRole('switch', { name: 'Hatched caps' }))
    expect(calls.slice(-2)).toEqual(['clear', 'setHatched false'])
  })

  test('looks at the cut of a plane and of the box', async () => {
    const { user, calls } = await show({ state: { planes: [level], box, hatched: true } })
    for (const button of screen.getAllByRole('button', { name: 'Look at the cut' })) await user.click(button)
    expect(calls).toEqual(['lookAt plane-1', 'lookAt box'])
  })

  test('names the plane of a storey plan by its storey', async () => {
    await show({ state: { planes: [{ ...level, name: 'Level 2' }], box: null, hatched: true } })
    expect(screen.getByRole('button', { name: '1. Level 2' })).toBeTruthy()
  })

  test('sets the margin of the box by a slider, in one step per movement', async () => {
    const state = { planes: [], box: { ...box, marginMetres: 0.3 }, hatched: true }
    const { calls } = await show({ state, selected: 'box' })
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Margin' })
    expect([slider.value, screen.getByText('0.30 m').tagName]).toEqual(['10', 'OUTPUT'])
    fireEvent.change(slider, { target: { value: '50' } })
    fireEvent.pointerUp(slider)
    expect(calls).toEqual(['setBoxMargin 1.5 false', 'setBoxMargin 0.3 true'])
  })

  describe('saved sections of a file', () => {
    const base = '/api/auth/my-urns/file-1'
    let server: StubServer

    beforeEach(() => {
      access = { fileId: 'file-1', role: 'owner', fileVersion: null }
      server = appServer()
      server.on(`GET ${base}/views`, () =>
        json([
          viewpointSummary({ id: 'view-1', name: 'Camera only' }),
          viewpointSummary({ id: 'view-2', name: 'Stair', sectionCount: 1 }),
        ]),
      )
    })

    test('are the saved views that cut the model', async () => {
      await show()
      expect(await screen.findByRole('button', { name: 'Stair' })).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Camera only' })).toBeNull()
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    })

    test('are saved as a view under the entered name', async () => {
      stubCapture({ form: { sections: [] }, snapshot: new Blob(['x']) })
      let body: unknown
      server.on(`POST ${base}/views`, (request) => {
        ;({ body } = request)
        return json({
          ...viewpointSummary({ id: 'view-3' }),
          camera: null,
          sections: [],
          markup: { shapes: [], pins: [] },
        })
      })
      const { user } = await show({ state: { planes: [level], box: null, hatched: true } })
      await user.type(await screen.findByRole('textbox', { name: 'Section name' }), 'Shaft')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(body).toMatchObject({ name: 'Shaft' }))
    })

    test('are read-only for viewers', async () => {
      access = { fileId: 'file-1', role: 'viewer', fileVersion: null }
      await show({ state: { planes: [level], box: null, hatched: true } })
      expect(await screen.findByRole('button', { name: 'Stair' })).toBeTruthy()
      expect(screen.queryByRole('textbox', { name: 'Section name' })).toBeNull()
    })
  })

  test('edits the box by size, centre and rotation', async () => {
    const { user, calls } = await show({ state: { planes: [], box, hatched: true }, selected: 'box' })
    const values = screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)
    expect(values).toEqual(['4.000', '6.000', '3.000', '101.000', '202.000', '53.000', '10.0'])
    const width = screen.getByRole('textbox', { name: 'Width (m)' })
    await user.clear(width)
    await user.type(width, '8{Enter}')
    expect(calls.at(-1)).toBe(`setBox ${JSON.stringify({ ...box, half: [4, 3, 1.5] })}`)
    const centerField = screen.getByRole('textbox', { name: 'Centre Z (m)' })
    await user.clear(centerField)
    await user.type(centerField, '60{Enter}')
    expect(calls.at(-1)).toBe(`setBox ${JSON.stringify({ ...box, center: [1, 2, 10] })}`)
    await user.type(screen.getByRole('textbox', { name: 'Rotation (°)' }), '{ArrowDown}')
    expect(calls.at(-1)).toContain('"turnDegrees":9')
  })

  test('lists cut areas and selects the clicked element', async () => {
    const areas = [
      { element: 4, plane: 0, squareMetres: 1.2 },
      { element: 6, plane: 0, squareMetres: 0.25 },
    ]
    const { user, viewer } = await show({ state: { planes: [level], box: null, hatched: true }, areas })
    expect(screen.getByText('Total 1.450 m²')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Slab 0.250 m²' }))
    expect(viewer.selection.elements).toEqual([6])
  })

  test('uses millimetres for small models', async () => {
    const bounds = { min: [0, 0, 0], max: [0.02, 0.02, 0.02] } as const
    const areas = [{ element: 4, plane: 0, squareMetres: 0.000_5 }]
    const over = { state: { planes: [tilted], box: null, hatched: true }, areas, selected: 'plane-2' }
    await show(over, { bounds })
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Position (mm)' }).value).toBe('3000.00')
    expect(screen.getByText('Total 500.00 mm²')).toBeTruthy()
  })

  test('offers undo, and disables redo when there is nothing to redo', async () => {
    const { user, history } = await show()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(history.undo).toHaveBeenCalledOnce()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Redo' }).disabled).toBe(true)
  })
})

describe('section toolbar', () => {
  async function show(over: Partial<SectionControl> = {}, hasSelection = true) {
    const section = testSection(over)
    const [onList, onClose] = [vi.fn(), vi.fn()]
    const part = (
      <SectionBar
        section={section.control}
        viewer={null}
        tree={houseTree()}
        isCompact={false}
        {...{ hasSelection, onList, onClose }}
      />
    )
    return { ...section, onList, onClose, ...(await renderPart(part)) }
  }

  test('adds planes along axes, and starts picking faces and points', async () => {
    const { user, calls } = await show()
    for (const name of ['X plane', 'Horizontal plane', 'Plane on face', 'Plane by three points'])
      await user.click(screen.getByRole('button', { name }))
    expect(calls).toEqual(['addAxis x', 'addAxis z', 'start face', 'start points'])
  })

  test('prompts for the next point and stops picking on a second click', async () => {
    const { user, calls } = await show({ picking: 'points', points: 1 })
    expect(screen.getByText('Pick point 2 of 3')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Plane by three points' }))
    expect(calls).toEqual(['start edit'])
  })

  test('places a box around the model, the selection or a storey', async () => {
    const { user, calls } = await show()
    for (const name of ['Around model', 'Around selection', 'Storey 2']) {
      await user.click(screen.getByRole('button', { name: 'Section box' }))
      await user.click(screen.getByRole('menuitem', { name }))
    }
    const [storey] = listStoreys(houseTree()).slice(1)
    expect(calls).toEqual([
      'setBoxAround {"around":"model"}',
      'setBoxAround {"around":"selection"}',
      `setBoxAround {"around":"element","element":${storey}}`,
    ])
  })

  test('adds no plane beyond the maximum number', async () => {
    const planes = Array.from({ length: 26 }, (_, index) => ({ ...level, id: `plane-${index}` }))
    const { user, calls, onList, onClose } = await show({ state: { planes, box: null, hatched: true } })
    await user.click(screen.getByRole('button', { name: 'Y plane' }))
    expect(calls).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Sections' }))
    await user.click(screen.getByRole('button', { name: 'Close tool' }))
    expect([onList, onClose].map((spy) => spy.mock.calls.length)).toEqual([1, 1])
  })
})
