import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chooseLanguage, startInternationalization } from '../../../platform/i18n/index.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { testTree } from '../../../testing/test-tree.js'
import { classOfCategory, findClassKey } from './class-aliases.js'
import english from './messages/classes/en.json' with { type: 'json' }
import { formatElevation, sortStoreys } from './storey-elevations.js'
import { useClassNames } from './use-class-names.js'

beforeEach(() => startInternationalization('en'))
afterEach(cleanUpPage)

describe('class names', () => {
  function Part({ names }: { readonly names: readonly string[] }) {
    const formatClass = useClassNames()
    return <p>{names.map(formatClass).join(', ')}</p>
  }

  test('are those of the interface language for classes of IFC and categories of Revit, else those of the file', async () => {
    const names = ['IfcWallStandardCase', 'IfcDoor', 'Walls', 'IfcUnheardOf', 'AEC_WALL']
    await act(async () => render(<Part names={names} />))
    expect(await screen.findByText('Wall, Door, Walls, IfcUnheardOf, AEC_WALL')).toBeTruthy()
    await act(() => chooseLanguage('hy'))
    expect(await screen.findByText('Պատ, Դուռ, Պատ, IfcUnheardOf, AEC_WALL')).toBeTruthy()
    await act(() => chooseLanguage('ru'))
    expect(await screen.findByText('Стена, Дверь, Стена, IfcUnheardOf, AEC_WALL')).toBeTruthy()
    await act(() => chooseLanguage('es'))
    expect(await screen.findByText('Muro, Puerta, Muro, IfcUnheardOf, AEC_WALL')).toBeTruthy()
  })

  test('exist for every category of Revit', () => {
    expect(Object.values(classOfCategory).filter((key) => !(key in english.classes))).toEqual([])
    expect(findClassKey('Ifcwall')).toBeNull()
  })
})

describe('storey elevations', () => {
  test('are written with their sign and two decimals', () => {
    expect([3.1, 0.001, -1.25, 12].map(formatElevation)).toEqual(['+3.10 m', '±0.00 m', '−1.25 m', '+12.00 m'])
  })

  test('order the storeys of a building from the top down and leave other children in place', () => {
    const storey = { className: 'IfcBuildingStorey', parent: 0 }
    const tree = testTree([
      { name: 'House', className: 'IfcBuilding' },
      { name: 'Ground', ...storey },
      { name: 'Stair', className: 'IfcStair', parent: 0 },
      { name: 'Roof', ...storey },
      { name: 'Cellar', ...storey },
    ])
    const elevations = new Map([
      ['Roof', 6],
      ['Ground', 0],
      ['Cellar', -2.5],
    ])
    expect([...sortStoreys(tree, elevations).children(0)]).toEqual([3, 2, 1, 4])
    expect(sortStoreys(tree, new Map())).toBe(tree)
  })
})
