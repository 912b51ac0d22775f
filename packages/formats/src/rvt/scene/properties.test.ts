import type { Property } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { ProjectData, type ElementInfo } from '../project/project-data.js'
import type { Quantity } from '../project/quantities.js'
import type { RawParameter } from '../project/raw-parameters.js'
import { builtInParameter } from './built-in-parameters.js'
import { metresPerFoot, PropertyWriter } from './properties.js'

const walls = -2000011
const element = { id: 9, category: walls, designOption: -1, familyId: -1, box: null }
const own: ElementInfo = {
  className: 'SWall',
  typeId: -1,
  symbolId: -1,
  levelId: -1,
  createdPhaseId: -1,
  demolishedPhaseId: -1,
  hostId: -1,
  parentId: -1,
  isStackedWall: false,
  isVoid: false,
  parameters: [],
}

/** Formats one value of a project parameter. */
function formatParameter(value: RawParameter['value'], kind: RawParameter['kind'], quantity: Quantity = 'other') {
  const projectData = new ProjectData()
  projectData.definitions.set(50, { name: 'Reach', quantity })
  projectData.levels.set(10, { name: 'Ground', elevation: 0 })
  projectData.materials.set(20, { name: 'Tuff', color: [1, 1, 1], opacity: 1 })
  projectData.phases.set(1, 'New')
  projectData.types.set(30, { name: 'Stone', familyId: -1, className: 'BasicWallType', parameters: [] })
  projectData.elements.set(9, { ...own, parameters: [{ id: 50, value, kind }] })
  const writer = new PropertyWriter(projectData)
  const sets = writer.createPropertySets(element)
  const properties: readonly Property[] = sets.find(({ name }) => name === 'Parameters')?.properties ?? []
  return { properties, unnamed: writer.unnamed }
}

describe('Revit parameter value', () => {
  it.each([
    ['length', 10, 3.048, 'm'],
    ['length', -1, -0.3048, 'm'],
    ['area', 100, 9.290304, 'm²'],
    ['volume', 1000, 28.316846592, 'm³'],
    ['angle', Math.PI / 2, 90, '°'],
    ['temperature', 293.15, 20, '°C'],
    ['current', 16, 16, 'A'],
  ] as const)('converts a %s of %d to %d %s', (quantity, value, expected, unit) => {
    expect(formatParameter(value, 'double', quantity).properties).toEqual([{ name: 'Reach', value: expected, unit }])
  })

  it.each(['number', 'other', 'yes-no'] as const)('keeps the stored number for the quantity %s', (quantity) => {
    expect(formatParameter(2.5, 'double', quantity).properties).toEqual([{ name: 'Reach', value: 2.5 }])
  })

  it.each([
    [0, 'yes-no', false],
    [1, 'yes-no', true],
    [2, 'number', 2],
    [-7, 'other', -7],
  ] as const)('reads the integer %d with the quantity %s as %s', (value, quantity, expected) => {
    expect(formatParameter(value, 'integer', quantity).properties).toEqual([{ name: 'Reach', value: expected }])
  })

  it.each([
    [10, 'Ground'],
    [20, 'Tuff'],
    [1, 'New'],
    [30, 'Stone'],
  ])('resolves the element %d to the name %s', (id, expected) => {
    expect(formatParameter(id, 'element').properties).toEqual([{ name: 'Reach', value: expected }])
  })

  it.each([
    ['an unnamed element', 4711, 'element'],
    ['a missing element', -1, 'element'],
    ['an empty text', '', 'text'],
    ['an infinite number', Infinity, 'double'],
  ] as const)('is omitted for %s', (_, value, kind) => {
    expect(formatParameter(value, kind, 'length')).toEqual({ properties: [], unnamed: 0 })
  })

  it('keeps a text that looks like a number', () => {
    expect(formatParameter('007', 'text', 'length').properties).toEqual([{ name: 'Reach', value: '007' }])
  })

  it('cuts a text to 4000 characters', () => {
    const [only] = formatParameter('ա'.repeat(5000), 'text').properties
    expect(only?.value).toBe('ա'.repeat(4000))
  })
})

describe('property sets of a Revit element', () => {
  const full = (): { projectData: ProjectData; writer: PropertyWriter } => {
    const projectData = new ProjectData()
    return { projectData, writer: new PropertyWriter(projectData) }
  }

  it('state its category when nothing else is known', () => {
    expect(full().writer.createPropertySets(element)).toEqual([
      {
        name: 'Element',
        properties: [
          { name: 'ElementId', value: '9' },
          { name: 'Category', value: 'Walls' },
        ],
      },
    ])
  })

  it('list its description in a fixed order', () => {
    const { projectData, writer } = full()
    projectData.elements.set(9, { ...own, typeId: 30, levelId: 10, createdPhaseId: 1, demolishedPhaseId: 2 })
    projectData.types.set(30, { name: 'Stone', familyId: 40, className: 'FamilySymbol', parameters: [] })
    projectData.families.set(40, 'Wall')
    projectData.levels.set(10, { name: 'Ground', elevation: 0 })
    projectData.phases.set(1, 'New').set(2, 'Later')
    projectData.designOptions.set(60, { name: 'Porch', setId: -1 })
    const [set] = writer.createPropertySets({ ...element, designOption: 60 })
    expect(set?.properties.map(({ name, value }) => `${name}: ${String(value)}`)).toEqual([
      'ElementId: 9',
      'Category: Walls',
      'Family: Wall',
      'Type: Stone',
      'Level: Ground',
      'Phase Created: New',
      'Phase Demolished: Later',
      'Design Option: Porch',
      'Class: SWall',
    ])
  })

  it('keep the parameters of its type in a separate set', () => {
    const { projectData, writer } = full()
    projectData.elements.set(9, { ...own, typeId: 30, parameters: [{ id: -1001203, value: 'W-1', kind: 'text' }] })
    const width: RawParameter = { id: -1001000, value: 2, kind: 'double' }
    projectData.types.set(30, { name: '', familyId: -1, className: 'BasicWallType', parameters: [width] })
    expect(writer.createPropertySets(element).slice(1)).toEqual([
      { name: 'Parameters', properties: [{ name: 'Mark', value: 'W-1' }] },
      { name: 'Type', properties: [{ name: 'Width', value: 2 * metresPerFoot, unit: 'm' }] },
    ])
  })

  it('omit the borrowing user and count unnamed parameters', () => {
    const { projectData, writer } = full()
    const parameters: RawParameter[] = [
      { id: -1002064, value: 'ani.petrosyan', kind: 'text' },
      { id: -5, value: 'of a number that nobody knows', kind: 'text' },
      { id: 4711, value: 1, kind: 'double' },
    ]
    projectData.elements.set(9, { ...own, parameters })
    expect(writer.createPropertySets(element).map(({ name }) => name)).toEqual(['Element'])
    expect(writer.unnamed).toBe(2)
  })
})

describe('Revit built-in parameters', () => {
  it.each([
    [-1004005, 'Length', 'length'],
    [-1012805, 'Area', 'area'],
    [-1001007, 'Room Bounding', 'yes-no'],
    [-1010106, 'Comments', 'other'],
  ] as const)('map %d to %s with the quantity %s', (id, name, quantity) => {
    expect(builtInParameter(id)).toEqual({ name, quantity })
  })
})
