import type { PropertySet } from '@kamar/core'
import type { ModelTree } from '@kamar/package-format/read'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { testTree } from '../../../testing/test-tree.js'
import { testViewer } from '../../../testing/test-viewer.js'
import { isStorey, sortStoreys, useStoreyElevations } from './storey-elevations.js'

const createTree = (names: readonly string[], className = 'IfcBuildingStorey'): ModelTree =>
  testTree([
    { name: 'House', className: 'IfcBuilding' },
    ...names.map((name) => ({ name, className, parent: 0 })),
    { name: 'Wall', className: 'IfcWall', parent: 1 },
  ])
const sets = (value: PropertySet['properties'][number]['value'], unit?: string): readonly PropertySet[] => [
  { name: 'Pset', properties: [{ name: 'IsExternal', value: true }] },
  { name: 'Attributes', properties: [{ name: 'Elevation', value, ...(unit === undefined ? {} : { unit }) }] },
]

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

async function show(tree: ModelTree, read: (element: number) => readonly PropertySet[], next = tree) {
  const properties = vi.fn((element: number) => Promise.resolve(read(element)))
  const { viewer } = testViewer({ tree, properties })
  function Part() {
    const [current, setCurrent] = useState(tree)
    const elevations = useStoreyElevations(viewer, current)
    return (
      <>
        <output>{JSON.stringify([...elevations])}</output>
        <button type="button" onClick={() => setCurrent(next)}>
          Next model
        </button>
      </>
    )
  }
  const part = await renderPart(<Part />)
  return { ...part, properties }
}

describe('elevations of storeys', () => {
  test('are read in metres from the storeys alone, whatever the unit of the file', async () => {
    const values = [sets(0), sets(300, 'cm'), sets(6000, 'mm'), sets(10, 'ft')]
    const names = ['Ground', 'First', 'Second', 'Roof']
    const { properties } = await show(createTree(names), (element) => values[element - 1] ?? [])
    const expected = [
      ['Roof', 3.048],
      ['Second', 6],
      ['First', 3],
      ['Ground', 0],
    ]
    expect(await screen.findByText(JSON.stringify(expected))).toBeTruthy()
    expect(properties.mock.calls.map(([element]) => element)).toEqual([1, 2, 3, 4])
  })

  test('are unknown for a storey that states none, or states it as a text', async () => {
    const values = [sets(3), sets('+3.00'), []]
    await show(createTree(['First', 'Text', 'Nothing']), (element) => values[element - 1] ?? [])
    expect(await screen.findByText('[["First",3]]')).toBeTruthy()
  })

  test('are those of the first storey where two have one name', async () => {
    await show(createTree(['Level', 'Level']), (element) => sets(element * 3))
    expect(await screen.findByText('[["Level",3]]')).toBeTruthy()
  })

  test('are not those of the model before, while the next one is read', async () => {
    const pending = new Promise<never>(() => undefined)
    const { user, properties } = await show(createTree(['First']), () => sets(3), createTree(['First', 'Second']))
    expect(await screen.findByText('[["First",3]]')).toBeTruthy()
    properties.mockReturnValue(pending)
    await user.click(screen.getByRole('button', { name: 'Next model' }))
    expect(await screen.findByText('[]')).toBeTruthy()
  })

  test('are read for at most 500 storeys, because more are not those of one building', async () => {
    const names = Array.from({ length: 510 }, (_, at) => `L${at}`)
    const { properties } = await show(createTree(names), () => sets(1))
    await screen.findByText(/"L499"/)
    expect(properties).toHaveBeenCalledTimes(500)
  })
})

describe('storeys of a tree', () => {
  test('are recognised in files of IFC, Revit and German programs', () => {
    const test = (className: string) => isStorey(createTree(['One'], className), 1)
    expect(['IfcBuildingStorey', 'Level', 'Geschoss', 'Building Storey'].map(test)).toEqual([true, true, true, true])
    expect(['IfcBuilding', 'Levels of detail', ''].map(test)).toEqual([false, false, false])
  })

  test('are sorted in each building, and stay as they are where only one states its elevation', () => {
    const storey = { className: 'IfcBuildingStorey' }
    const tree = testTree([
      { name: 'A', className: 'IfcBuilding' },
      { name: 'B', className: 'IfcBuilding' },
      { name: 'A1', ...storey, parent: 0 },
      { name: 'A2', ...storey, parent: 0 },
      { name: 'B2', ...storey, parent: 1 },
      { name: 'B1', ...storey, parent: 1 },
    ])
    const elevations = new Map([
      ['A1', 0],
      ['A2', 3],
      ['B1', 0],
    ])
    const sorted = sortStoreys(tree, elevations)
    expect([0, 1].map((building) => [...sorted.children(building)])).toEqual([
      [3, 2],
      [4, 5],
    ])
    expect([...sorted.roots]).toEqual([0, 1])
  })
})
