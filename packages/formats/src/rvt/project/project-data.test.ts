import { describe, expect, it } from 'vitest'
import { CompoundFile } from '@kamar/codecs/compound-file'
import { writeCompound } from '@kamar/codecs/compound-file/testing'
import { memorySource } from '@kamar/core'
import { classes } from '../fixtures/classes.js'
import { header, is } from '../fixtures/house.js'
import { fileInfo, infoLines } from '../fixtures/pavilion.js'
import { member, encodePartition, withPages, type WrittenElement } from '../fixtures/project-writer.js'
import { rereading } from '../fixtures/reading.js'
import { SchemaWriter, type WrittenClasses } from '../fixtures/schema-writer.js'
import { plane } from '../fixtures/shapes.js'
import { readProjectData, type ProjectData } from './project-data.js'
import { shownElements } from './elements.js'
import { ProjectFile } from './project-file.js'
import { readParameters, getQuantity } from './raw-parameters.js'

const walls = -2000011
const pause = (): Promise<void> => Promise.resolve()

/** Opens a project of these partitions; `described` overrides the class description in the file. */
async function openProject(
  partitions: Readonly<Record<string, readonly WrittenElement[]>>,
  { described, maxBytes = 1e7 }: { described?: WrittenClasses; maxBytes?: number } = {},
): Promise<ProjectFile> {
  const schemaWriter = new SchemaWriter({ ...classes, ...(described ? { ClassA: {}, ClassB: {} } : {}) })
  const storedSchema = described ? new SchemaWriter({ ...classes, ...described }) : schemaWriter
  const bytes = writeCompound({
    BasicFileInfo: fileInfo(infoLines.since2019),
    'Formats/Latest': withPages(member(storedSchema.bytes)),
    ...Object.fromEntries(
      Object.entries(partitions).map(([name, elements]) => [
        `Partitions/${name}`,
        withPages(encodePartition({ classes, elements }, schemaWriter)),
      ]),
    ),
  })
  const project = await ProjectFile.open(await CompoundFile.open(memorySource('a.rvt', bytes)), maxBytes)
  if (!project) throw new TypeError('the fixture has classes')
  return project
}

async function readData(...partitions: readonly (readonly WrittenElement[])[]): Promise<ProjectData> {
  const project = await openProject(Object.fromEntries(partitions.map((elements, index) => [index + 1, elements])))
  return readProjectData(project, (await shownElements(project, pause)).elements, pause)
}

const rules = (flags: number) => ({ m_viewRules: is('RejectedViewRules', { m_nVisibleViewFlags: flags }) })

describe('visible Revit elements', () => {
  const readVisible = async (...elements: readonly WrittenElement[]) => {
    const { elements: headers, unreadable } = await shownElements(await openProject({ 1: elements }), pause)
    return { ids: [...headers.keys()], unreadable, headers }
  }

  it.each([
    ['with the rules of model elements', {}, true],
    ['with the other value of the rules', rules(0xef6f), true],
    ['with any high word of the rules', rules(0x1234_ef7f), true],
    ['that are types', rules(0x8000), false],
    ['without rules', rules(0), false],
    ['of a view', { m_ownerViewId: 5 }, false],
    ['that are not placed', { m_unplacedOwnerId: 5 }, false],
    ['of a loaded family', { m_familyId: 5 }, false],
    ['of a design option', { m_designOptionId: 5 }, true],
    ['without a category', { m_categroryId: -1 }, false],
    ['of a category of the project', { m_categroryId: 500 }, false],
  ])('are selected by their header: elements %s, %j → %s', async (_, fields, expected) => {
    const { ids } = await readVisible({ id: 9, header: header(walls, fields) })
    expect(ids).toEqual(expected ? [9] : [])
  })

  it('have their category, design option and bounding box', async () => {
    const { headers } = await readVisible({ id: 9, header: header(walls, { m_designOptionId: 6 }) })
    expect(headers.get(9)).toEqual({
      id: 9,
      category: walls,
      designOption: 6,
      familyId: -1,
      box: [
        [0, 0, 0],
        [20, 10, 10],
      ],
    })
  })

  it.each([
    ['that is missing', null],
    [
      'that is infinite',
      is('Outline', {
        m_minmax: [
          [0, 0, 0],
          [Infinity, 1, 1],
        ],
      }),
    ],
    [
      'that is not finite',
      is('Outline', {
        m_minmax: [
          [Number.NaN, 0, 0],
          [1, 1, 1],
        ],
      }),
    ],
  ])('have no bounding box for an outline %s', async (_, m_pBBox) => {
    const { headers } = await readVisible({ id: 9, header: header(walls, { m_pBBox }) })
    expect(headers.get(9)?.box).toBeNull()
  })

  it('are kept when the header of another element is unreadable, which is counted', async () => {
    const { ids, unreadable } = await readVisible({ id: 8, header: is('GNode') }, { id: 9, header: header(walls) })
    expect([ids, unreadable]).toEqual([[9], 1])
  })

  it('come from the partition with the highest number', async () => {
    const project = await openProject({
      10: [
        { id: 1, header: header(walls, { m_ownerViewId: 5 }) },
        { id: 2, header: header(walls) },
      ],
      9: [
        { id: 1, header: header(walls) },
        { id: 2, header: header(walls, { m_ownerViewId: 5 }) },
      ],
    })
    const { elements } = await shownElements(project, pause)
    expect([...elements.keys()]).toEqual([2])
  })
})

describe('Revit element references', () => {
  const style = (material: number): WrittenElement => ({
    id: 21,
    element: is('GStyleElem', { m_pGStyle: is('GStyle', { m_materialElemId: material }) }),
  })

  it('include materials with red in the lowest byte of the colour', async () => {
    const material = (id: number, m_color: number, m_transparency: number): WrittenElement => ({
      id,
      element: is('MaterialElem', { m_pMaterial: is('Material', { m_name: `M${id}`, m_color, m_transparency }) }),
    })
    const { materials } = await readData([
      material(1, 0x0000ff, 0),
      material(2, 0x00ff00, 0.5),
      material(3, 0xff0000, 1),
      material(4, 0xff_000000, -3),
      material(5, 0, 7),
      material(6, 0, Number.NaN),
    ])
    expect([...materials.values()].map(({ color, opacity }) => [...color, opacity])).toEqual([
      [1, 0, 0, 1],
      [0, 1, 0, 0.5],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
      [0, 0, 0, 0],
      [0, 0, 0, 1],
    ])
  })

  it('include styles with a material, unless a later copy removes it', async () => {
    expect([...(await readData([style(20)])).styles]).toEqual([[21, 20]])
    expect([...(await readData([style(-1)])).styles]).toEqual([])
    expect([...(await readData([style(20)], [style(22)])).styles]).toEqual([[21, 22]])
    expect([...(await readData([style(20)], [style(-1)])).styles]).toEqual([])
  })

  it('include project levels with the elevation of their plane, not levels of families', async () => {
    const level = (id: number, fields: object): WrittenElement => ({ id, element: is('Level', { ...fields }) })
    const { levels } = await readData([
      level(1, { m_text: 'Ground', m_pSurface: plane([5, 6, -2], [1, 0, 0], [0, 1, 0]) }),
      level(2, { m_text: 'Without a plane' }),
      level(3, { m_text: 'Of a family', m_famId: 40 }),
    ])
    expect([...levels]).toEqual([
      [1, { name: 'Ground', elevation: -2 }],
      [2, { name: 'Without a plane', elevation: 0 }],
    ])
  })

  it('include views and sheets once, by their latest copy', async () => {
    const view = (fields: object): WrittenElement => ({ id: 7, element: is('DBViewDrafting', { ...fields }) })
    const counted = async (...copies: readonly object[]) => {
      const { views, sheets } = await readData(...copies.map((fields) => [view(fields)]))
      return [
        [...views.values()].map(({ name }) => name),
        [...sheets.values()].map(({ name, number }) => `${number} ${name}`),
      ]
    }
    expect(await counted({ m_viewName: 'Plan' })).toEqual([['Plan'], []])
    expect(await counted({ m_viewName: 'Plan', m_sheetNumber: 'A1' })).toEqual([[], ['A1 Plan']])
    expect(await counted({ m_sheetNumber: 'A1' })).toEqual([[], ['A1 ']])
    expect(await counted({ m_viewName: '???' })).toEqual([[], []])
    expect(await counted({ m_viewName: 'Plan', m_isTemplate: true })).toEqual([[], []])
    expect(await counted({ m_viewName: 'Plan', m_famId: 40 })).toEqual([[], []])
    expect(await counted({})).toEqual([[], []])
    expect(await counted({ m_viewName: 'Plan' }, { m_viewName: 'Plan', m_sheetNumber: 'A1' })).toEqual([
      [],
      ['A1 Plan'],
    ])
    expect(await counted({ m_viewName: 'Plan' }, { m_viewName: 'Plan', m_isTemplate: true })).toEqual([[], []])
  })

  it('include types with and without a family, and links', async () => {
    const symbol = (id: number, className: string, fields: object): WrittenElement => ({
      id,
      element: is(className, { m_symbolInfo: is('SymbolInfo', { m_name: `T${id}` }), ...fields }),
    })
    const { types, links } = await readData([
      symbol(1, 'BasicWallType', {}),
      symbol(2, 'FamilySymbol', { m_familyId: 40 }),
      symbol(3, 'RvtLinkSymbol', {}),
    ])
    expect([...types].map(([id, { name, familyId, className }]) => [id, name, familyId, className])).toEqual([
      [1, 'T1', -1, 'BasicWallType'],
      [2, 'T2', 40, 'FamilySymbol'],
    ])
    expect([...links]).toEqual([[3, { name: 'T3', isShifted: false }]])
  })

  it('include type, level and host, in whichever field the class keeps them', async () => {
    const projectData = await readData([
      { id: 1, header: header(walls), element: is('SWall', { m_WallAttributesId: 30, m_assocLevelId: 10 }) },
      { id: 2, header: header(walls), element: is('FamilyInstance', { m_masterSymbolId: 41, m_hostId: 1 }) },
      { id: 3, header: header(walls), element: is('RoomElem', { m_levelId: 11, m_assocLevelId: 10 }) },
      { id: 4, header: header(walls), element: is('RoomElem', { m_levelId: 11 }) },
      { id: 5, element: is('SWall', { m_WallAttributesId: 30 }) },
    ])
    expect([...projectData.elements].map(([id, one]) => [id, one.typeId, one.levelId, one.hostId])).toEqual([
      [1, 30, 10, -1],
      [2, 41, -1, 1],
      [3, -1, 10, -1],
      [4, -1, 11, -1],
    ])
  })
})

describe('Revit classes that inherit from each other', () => {
  it('make only their own elements unreadable', async () => {
    const elements: WrittenElement[] = [
      { id: 1, header: header(walls), element: is('ClassA') },
      { id: 2, header: header(walls), element: is('SWall', { m_assocLevelId: 10 }) },
    ]
    const described = { ClassA: { parent: 'ClassB' }, ClassB: { parent: 'ClassA' } }
    const project = await openProject({ 1: elements }, { described })
    const projectData = await readProjectData(project, (await shownElements(project, pause)).elements, pause)
    expect([...projectData.unreadable.keys()]).toEqual([1])
    expect(projectData.elements.get(2)?.levelId).toBe(10)
  })
})

describe('Revit parameters', () => {
  const read = rereading({
    SpecTypeId: { fields: { m_typeId: 'text' } },
    ParamDefSpec: { fields: { m_specTypeId: { part: 'SpecTypeId' } } },
    ParamDefArea: {},
    ParamDefYesNo: {},
    ParamDefValue: { fields: { m_unitType: 'integer' } },
  })

  it.each([
    ['autodesk.spec.aec:length-2.0.0', 'length'],
    ['autodesk.spec.aec:area-1.0.1', 'area'],
    ['autodesk.spec.aec:volume-2.0.0', 'volume'],
    ['autodesk.spec.aec:angle-2.0.0', 'angle'],
    ['autodesk.spec.aec:number-2.0.0', 'number'],
    ['autodesk.spec.aec:length', 'length'],
    ['autodesk.spec.aec.hvac:ductSize-1.0.0', 'length'],
    ['autodesk.spec.aec.hvac:air-flow-2.0.0', 'other'],
    ['', 'other'],
  ])('map the specification %j to the quantity %s', (m_typeId, expected) => {
    expect(getQuantity(read(is('ParamDefSpec', { m_specTypeId: is('SpecTypeId', { m_typeId }) })))).toBe(expected)
  })

  it.each([
    ['ParamDefLength', 'length'],
    ['ParamDefArea', 'area'],
    ['ParamDefYesNo', 'yes-no'],
    ['ParamDef', 'other'],
  ])('map the class %s to the quantity %s', (className, expected) => {
    expect(getQuantity(read(is(className)))).toBe(expected)
  })

  it.each([
    [0, 'length'],
    [34, 'apparent-power'],
    [-2, 'other'],
  ])('map the unit type %d to the quantity %s', (m_unitType, expected) => {
    expect(getQuantity(read(is('ParamDefValue', { m_unitType })))).toBe(expected)
  })

  it('are read from four sets, each with its type', () => {
    const set = (kind: string, m_value: unknown) =>
      is(`ParamValueSet${kind}`, { m_paramSet: [is(`ParamValue${kind}`, { m_paramId: 5, m_value })] })
    const root = read(
      is('SWall', {
        m_pParamValueSetDouble: set('Double', 1.5),
        m_pParamValueSetInt: set('Int', -3),
        m_pParamValueSetAString: set('AString', 'Բ'),
        m_pParamValueSetElementId: set('ElementId', 77),
      }),
    )
    expect(readParameters(root)).toEqual([
      { id: 5, value: 1.5, kind: 'double' },
      { id: 5, value: -3, kind: 'integer' },
      { id: 5, value: 'Բ', kind: 'text' },
      { id: 5, value: 77, kind: 'element' },
    ])
    expect(readParameters(read(is('SWall')))).toEqual([])
    expect(readParameters(read(is('GInfo')))).toEqual([])
  })

  it('are rejected when their value is NaN', () => {
    const paramSet = [is('ParamValueDouble', { m_paramId: 5, m_value: Number.NaN })]
    const root = read(is('SWall', { m_pParamValueSetDouble: is('ParamValueSetDouble', { m_paramSet: paramSet }) }))
    expect(() => readParameters(root)).toThrow('a parameter that is no number')
  })
})
