import type { PropertySet } from '@kamar/core'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { TestSession } from '../../../testing/test-session.js'
import { testTree } from '../../../testing/test-tree.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import { SpaceBar } from './selection-bar.js'
import { VolumeLabel } from './volume-label.js'

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

const [wall, kitchen, hall] = [0, 1, 2]
const tree = {
  ...testTree([
    { name: 'Wall', className: 'IfcWall' },
    { name: 'A103', className: 'IfcSpace' },
    { name: 'A104', className: 'IfcSpace' },
  ]),
  hidden: Uint8Array.of(0, 1, 1),
}

const createSets = (...properties: PropertySet['properties']): readonly PropertySet[] => [{ name: 'Space', properties }]

async function show(properties: (element: number) => Promise<readonly PropertySet[]> = async () => []) {
  const engine = testViewer({ tree, properties })
  const loading = engine.viewer.load({ manifestUrl: '' })
  engine.finishLoad(testManifest())
  await loading
  const position = { x: 100, y: 50, depth: 1 }
  const project = vi.fn(() => position)
  Object.assign(engine.viewer, { space: { project } })
  const part = await renderPart(
    <TestSession engine={engine} over={{ tree }}>
      <VolumeLabel />
      <SpaceBar />
    </TestSession>,
  )
  const select = (...elements: readonly number[]): void => act(() => engine.viewer.selection.set(elements))
  const findLabel = (): HTMLElement | null => part.container.querySelector('p[aria-hidden]')
  const readText = (): string | null => part.container.querySelector('section')?.textContent ?? null
  return { ...part, engine, position, project, select, findLabel, readText }
}

describe('label in the volume of a room', () => {
  test('stands at its centre, follows the camera, and disappears behind it', async () => {
    const { engine, position, project, select, findLabel } = await show()
    select(kitchen)
    expect(project).toHaveBeenCalledWith([0.5, 0.5, 0.5])
    expect(findLabel()?.style).toMatchObject({
      visibility: 'visible',
      transform: 'translate(100px, 50px) translate(-50%, -50%)',
    })
    Object.assign(position, { x: 7, depth: -1 })
    act(() => engine.emit('cameraChanged', { view: { projection: 'perspective' } } as never))
    expect(findLabel()?.style).toMatchObject({
      visibility: 'hidden',
      transform: 'translate(7px, 50px) translate(-50%, -50%)',
    })
  })

  test('moves with the elements of an exploded model', async () => {
    const { engine, project, select } = await show()
    select(kitchen)
    const before = project.mock.calls.length
    act(() => engine.emit('elementsMoved', {} as never))
    expect(project.mock.calls.length).toBe(before + 1)
  })

  test('is absent for a wall, for several rooms and without a selection', async () => {
    const { select, findLabel } = await show()
    for (const elements of [[wall], [kitchen, hall], []]) {
      select(...elements)
      expect(findLabel()).toBeNull()
    }
  })
})

describe('name and area of a room', () => {
  const area = { name: 'NetFloorArea', value: 12.4321, unit: 'm²' }

  test.each([
    ['number and long name', createSets({ name: 'LongName', value: 'Kitchen' }), 'A103 Kitchen'],
    ['the long name once if the name has it', createSets({ name: 'Long name', value: 'A103' }), 'A103'],
    ['no empty long name', createSets({ name: 'LongName', value: '' }), 'A103'],
    ['the rounded area', createSets(area), 'A103 · 12.43 m²'],
    [
      'the area without further text',
      createSets({ name: 'LongName', value: 'Kitchen' }, area),
      'A103 Kitchen · 12.43 m²',
    ],
  ])('show %s', async (_name, sets, text) => {
    const { select, readText } = await show(async () => sets)
    select(kitchen)
    await expect.poll(readText).toBe(text)
  })

  test('are the name alone when the properties cannot be read', async () => {
    const { select, readText } = await show(() => Promise.reject(new TypeError('no memory')))
    select(kitchen)
    await expect.poll(readText).toBe('A103')
  })

  test('are never those of the room that was selected before', async () => {
    const pending = new Map<number, (sets: readonly PropertySet[]) => void>()
    const { select, readText } = await show((element) => new Promise((resolve) => pending.set(element, resolve)))
    select(kitchen)
    select(hall)
    await act(async () => pending.get(kitchen)?.(createSets(area)))
    expect(readText()).toBe('A104')
    await act(async () => pending.get(hall)?.(createSets({ ...area, value: 8 })))
    expect(readText()).toBe('A104 · 8 m²')
    select(kitchen)
    expect(readText()).toBe('A103')
  })
})
