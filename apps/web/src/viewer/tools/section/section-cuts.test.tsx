import type { SectionExtension, SectionState } from '@kamar/viewer'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { TestSession } from '../../../testing/test-session.js'
import { houseTree, testTree } from '../../../testing/test-tree.js'
import { testViewer } from '../../../testing/test-viewer.js'
import { ViewChips } from '../../shell/view-chips.js'
import { CutAreaList } from './cut-area-list.js'
import { listStoreys } from './list-storeys.js'
import { PlaneNumber } from './plane-number.js'
import { tool } from './tool.js'
import { initialState, type SectionControl } from './use-section.js'

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

const plane: SectionState['planes'][number] = {
  id: 'plane-1',
  kind: 'z',
  point: [1, 2, 3],
  normal: [0, 0, -1],
  enabled: true,
}
const box: NonNullable<SectionState['box']> = { center: [0, 0, 0], half: [1, 1, 1], turnDegrees: 0, enabled: true }

function testSection(over: Partial<SectionControl> = {}) {
  const engine = { clear: vi.fn(), moveTo: vi.fn(), computePosition: () => 3 }
  const control: SectionControl = {
    ...initialState,
    isActive: true,
    engine: engine as unknown as SectionExtension,
    start: vi.fn(),
    stop: vi.fn(),
    ...over,
  }
  return { control, engine }
}

describe('chip of a cut', () => {
  async function show(state: Partial<SectionState>) {
    const section = testSection({ state: { ...initialState.state, ...state } })
    const sections = { ...tool, useControl: () => section.control }
    const part = await renderPart(
      <TestSession engine={testViewer()} tools={[sections]}>
        <ViewChips isCompact={false} />
      </TestSession>,
    )
    return { ...part, ...section, readChips: () => screen.queryAllByRole('listitem').map((chip) => chip.textContent) }
  }

  test('is absent while nothing is cut', async () => {
    const { readChips } = await show({ planes: [{ ...plane, enabled: false }], box: { ...box, enabled: false } })
    expect(readChips()).toEqual([])
  })

  test.each([
    ['a plane of a storey by its storey', { planes: [{ ...plane, name: 'Level 2' }] }, 'Cut: Level 2'],
    ['other planes by their number', { planes: [plane, { ...plane, id: 'plane-2' }] }, 'Cut: 2 planes'],
    [
      'a storey, a plane and the box',
      { planes: [{ ...plane, name: 'Level 2' }, plane], box },
      'Cut: Level 2, 1 plane, box',
    ],
    ['only what is switched on', { planes: [{ ...plane, enabled: false }], box }, 'Cut: box'],
  ])('names %s', async (_name, state, text) => {
    const { readChips } = await show(state)
    expect(readChips()).toEqual([text])
  })

  test('ends all cuts at once', async () => {
    const { user, engine } = await show({ planes: [plane], box })
    await user.click(screen.getByRole('button', { name: /^Remove/ }))
    expect(engine.clear).toHaveBeenCalledOnce()
  })
})

describe('storeys that a section box fits', () => {
  test('are those of every source, in the order of the tree', () => {
    const classNames = ['IfcBuildingStorey', 'Geschoss', 'Level', 'LevelDatum', 'IfcWall', '']
    expect(listStoreys(testTree(classNames.map((className) => ({ name: '', className }))))).toEqual([0, 1, 2])
  })

  test('are listed from the top down where they state their elevation, like the floor plans', () => {
    const names = ['Level 1', 'Level 2', 'Annexe', 'Foundation', 'Roof']
    const tree = testTree(names.map((name) => ({ name, className: 'IfcBuildingStorey' })))
    const elevations = new Map(Object.entries({ 'Level 1': 0, 'Level 2': 3.1, Foundation: -1.25, Roof: 6 }))
    const listed = listStoreys(tree, elevations).map((storey) => names[storey])
    expect(listed).toEqual(['Roof', 'Level 2', 'Level 1', 'Foundation', 'Annexe'])
  })

  test('are none until the tree is read', () => {
    expect(listStoreys(null)).toEqual([])
  })
})

describe('number beside the handles of a plane', () => {
  async function show(over: Partial<SectionControl> = {}) {
    const section = testSection({ state: { planes: [plane], box: null, hatched: true }, selected: 'plane-1', ...over })
    const stage = testViewer()
    const position = { x: 100.4, y: 50, depth: 1 }
    Object.assign(stage.viewer, { space: { project: () => position } })
    const part = await renderPart(<PlaneNumber section={section.control} viewer={stage.viewer} />)
    const readFrame = (): CSSStyleDeclaration | undefined => (part.container.firstElementChild as HTMLElement)?.style
    return { ...part, ...section, stage, position, readFrame }
  }

  test('follows the plane, and disappears behind the camera', async () => {
    const { stage, position, readFrame } = await show()
    expect(readFrame()).toMatchObject({ visibility: 'visible', transform: 'translate(124px, 94px)' })
    Object.assign(position, { x: 200, depth: -1 })
    act(() => stage.emit('frame', {} as never))
    expect(readFrame()).toMatchObject({ visibility: 'hidden', transform: 'translate(224px, 94px)' })
  })

  test('moves the plane to the typed position', async () => {
    const { user, engine } = await show()
    const field = screen.getByRole('textbox', { name: 'Position (m)' })
    await user.clear(field)
    await user.type(field, '2.5{Enter}')
    expect(engine.moveTo).toHaveBeenCalledExactlyOnceWith('plane-1', 2.5)
  })

  test.each([
    ['no plane is selected', { selected: null }],
    ['the box is selected', { selected: 'box' }],
    ['the selected plane is switched off', { state: { planes: [{ ...plane, enabled: false }], box, hatched: true } }],
  ])('is absent while %s', async (_name, over) => {
    await show(over)
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

describe('list of cut areas', () => {
  const createAreas = (count: number) =>
    Array.from({ length: count }, (_, element) => ({ element, plane: 0, squareMetres: 0.5 }))
  const show = (over: Partial<SectionControl>) => {
    const { viewer } = testViewer()
    return renderPart(<CutAreaList section={testSection(over).control} viewer={viewer} tree={houseTree()} />)
  }

  test('ends after sixty rows, while its sum includes all of them', async () => {
    await show({ areas: createAreas(100) })
    expect(screen.getAllByRole('listitem')).toHaveLength(60)
    expect(screen.getByText('Total 50.000 m²')).toBeTruthy()
    expect(screen.getByText('and 40 more')).toBeTruthy()
  })

  test('states no sum while the areas are being computed', async () => {
    await show({ areas: createAreas(2), busy: true })
    expect(screen.queryByText(/^Total/)).toBeNull()
    expect(screen.getByText('Calculating…')).toBeTruthy()
  })

  test('says that nothing is cut', async () => {
    await show({})
    expect([screen.getByText('No solids are cut').tagName, screen.queryAllByRole('listitem').length]).toEqual(['P', 0])
  })
})
