import type { Property } from '@kamar/scene'
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

/** What becomes of one value of a parameter of the project. */
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

describe('a value', () => {
  it.each([
    ['length', 10, 3.048, 'm'],
    ['length', -1, -0.3048, 'm'],
    ['area', 100, 9.290304, 'm²'],
    ['volume', 1000, 28.316846592, 'm³'],
    ['angle', Math.PI / 2, 90, '°'],
    ['temperature', 293.15, 20, '°C'],
    ['current', 16, 16, 'A'],
  ] as const)('of a %s of %d is %d %s', (quantity, value, expected, unit) => {
    expect(formatParameter(value, 'double', quantity).properties).toEqual([{ name: 'Reach', value: expected, unit }])
  })

  it.each(['number', 'other', 'yes-no'] as const)(
    'of another quantity (%s) is the number that is stored',
    (quantity) => {
      expect(formatParameter(2.5, 'double', quantity).properties).toEqual([{ name: 'Reach', value: 2.5 }])
    },
  )

  it.each([
    [0, 'yes-no', false],
    [1, 'yes-no', true],
    [2, 'number', 2],
    [-7, 'other', -7],
  ] as const)('of %d that is %s is %s', (value, quantity, expected) => {
    expect(formatParameter(value, 'integer', quantity).properties).toEqual([{ name: 'Reach', value: expected }])
  })

  it.each([
    [10, 'Ground'],
    [20, 'Tuff'],
    [1, 'New'],
    [30, 'Stone'],
  ])('that names the element %d is the name %s', (id, expected) => {
    expect(formatParameter(id, 'element').properties).toEqual([{ name: 'Reach', value: expected }])
  })

  it.each([
    ['an element that has no name', 4711, 'element'],
    ['no element', -1, 'element'],
    ['an empty text', '', 'text'],
    ['a number without an end', Infinity, 'double'],
  ] as const)('of %s is none', (_, value, kind) => {
    expect(formatParameter(value, kind, 'length')).toEqual({ properties: [], unnamed: 0 })
  })

  it('that is a text stays one, though it may be a number', () => {
    expect(formatParameter('007', 'text', 'length').properties).toEqual([{ name: 'Reach', value: '007' }])
  })

  it('that is a long text is cut', () => {
    const [only] = formatParameter('ա'.repeat(5000), 'text').properties
    expect(only?.value).toBe('ա'.repeat(4000))
  })
})

describe('the sets of an element', () => {
  const full = (): { projectData: ProjectData; writer: PropertyWriter } => {
    const projectData = new ProjectData()
    return { projectData, writer: new PropertyWriter(projectData) }
  }

  it('say its category, even where nothing else is known', () => {
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

  it('say what it is, in one order', () => {
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

  it('have the values of its type apart', () => {
    const { projectData, writer } = full()
    projectData.elements.set(9, { ...own, typeId: 30, parameters: [{ id: -1001203, value: 'W-1', kind: 'text' }] })
    const width: RawParameter = { id: -1001000, value: 2, kind: 'double' }
    projectData.types.set(30, { name: '', familyId: -1, className: 'BasicWallType', parameters: [width] })
    expect(writer.createPropertySets(element).slice(1)).toEqual([
      { name: 'Parameters', properties: [{ name: 'Mark', value: 'W-1' }] },
      { name: 'Type', properties: [{ name: 'Width', value: 2 * metresPerFoot, unit: 'm' }] },
    ])
  })

  it('never tell who has it on loan, and count the values without a name', () => {
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

describe('built-in parameters', () => {
  it.each([
    [-1004005, 'Length', 'length'],
    [-1012805, 'Area', 'area'],
    [-1001007, 'Room Bounding', 'yes-no'],
    [-1010106, 'Comments', 'other'],
  ] as const)('%d is %s, of the quantity %s', (id, name, quantity) => {
    expect(builtInParameter(id)).toEqual({ name, quantity })
  })
})
