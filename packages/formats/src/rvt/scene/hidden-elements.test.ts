import { runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { classes } from '../fixtures/classes.js'
import { category, header, house, id, is, wall } from '../fixtures/house.js'
import { writeProject, type WrittenElement, type WrittenProject } from '../fixtures/project-writer.js'
import { storedByAddIn, type WrittenRecord } from '../fixtures/record-writer.js'
import type { WrittenClasses } from '../fixtures/schema-writer.js'
import { box, geometry, node } from '../fixtures/shapes.js'
import { reader } from '../reader.js'

const more: WrittenClasses = {
  ElemRec: { fields: { m_id: { part: 'ElementId' }, m_OwningElementId: { part: 'ElementId' } } },
  ElemTable: { fields: { m_elemArr: { parts: 'ElemRec' } } },
  DesignOption: { parent: 'Element', fields: { m_strName: 'text', m_DesignOptionSetId: { part: 'ElementId' } } },
  DesignOptionSet: { parent: 'Element', fields: { m_mainDesignOption: { part: 'ElementId' } } },
  GStyleElem: { parent: 'Element', fields: { m_pGStyle: 'owned', m_categoryId: { part: 'ElementId' } } },
  NewCurtainWallType: { parent: 'Symbol' },
  Opening: { parent: 'Element' },
  SWallRectOpening: { parent: 'Opening' },
  ForeignOpening: { parent: 'StoredByOthers' },
  Wall: { parent: 'SWall', fields: { m_subWallGridIdInType: 'integer' } },
  StairsElement: { parent: 'Element', fields: { m_baseLevelId: { part: 'ElementId' } } },
  StairsRun: { parent: 'Element', fields: { m_stairsId: { part: 'ElementId' } } },
  StairsSupport: { parent: 'Element', fields: { m_hostCompId: { part: 'ElementId' } } },
}

const solid = (): WrittenRecord => node('GElement', [geometry(box([0, 0, 0], [1, 1, 1]))])
const element = (at: number, record: WrittenRecord, of: number = category.walls, option = -1): WrittenElement => ({
  id: at,
  header: header(of, { m_designOptionId: option }),
  element: record,
  graphics: solid(),
})
const createNamedElement = (at: number, record: WrittenRecord): WrittenElement => ({
  id: at,
  header: header(-1),
  element: record,
})

/** Reads the path of every element named by its number, its shapes, and whether it is hidden. */
async function read(elements: readonly WrittenElement[], project: Partial<WrittenProject> = {}) {
  const all = { ...house, elements: [...house.elements, ...elements], classes: { ...classes, ...more }, ...project }
  const { scene, report } = await runReader(reader, writeProject(all))
  const path = (at: number): string => {
    const { parent, name, sourceId } = scene.nodes[at]
    return parent === null ? '' : `${path(parent)}/${sourceId || name}`
  }
  const of = (elementId: number) => {
    const at = scene.nodes.findIndex(({ sourceId }) => sourceId === String(elementId))
    return at < 0
      ? null
      : {
          path: path(at),
          isHidden: scene.nodes[at].hidden,
          shapes: scene.instances.filter((one) => one.node === at).length,
        }
  }
  const triangles = (elementId: number): number =>
    scene.instances
      .filter((one) => scene.nodes[one.node].sourceId === String(elementId))
      .reduce((sum, { mesh }) => sum + scene.shapes[mesh].triangleCount, 0)
  return { of, report, triangles }
}

describe('Revit opening', () => {
  it.each([
    ['of a wall', is('SWallRectOpening'), -2000997],
    ['by face', is('Opening'), -2000898],
    ['of a wall-only category', is('Opening'), category.walls],
    [
      'with an unreadable record',
      is('ForeignOpening', { m_entity: is('ESEntity', { m_blob: is(storedByAddIn, { guid: '1', texts: '' }) }) }),
      -2000898,
    ],
  ])('is hidden by default: an opening %s', async (_, record, of) => {
    const { of: findElement } = await read([element(300, record, of)])
    expect(findElement(300)).toMatchObject({ isHidden: true, shapes: 1 })
  })
})

const owned = (child: number, owner: number): WrittenRecord =>
  is('ElemRec', { m_id: child as unknown as WrittenRecord, m_OwningElementId: owner as unknown as WrittenRecord })
const createTable = (...m_elemArr: WrittenRecord[]): WrittenRecord => is('ElemTable', { m_elemArr })

describe('Revit element missing from the element table', () => {
  const elements = [element(300, is('SWall')), element(301, is('SWall'))]

  it('is deleted and not shown', async () => {
    const { of, report } = await read(elements, { elementTable: createTable(owned(301, -1)) })
    expect([of(300), of(301)?.shapes, of(100)]).toEqual([null, 1, null])
    expect(report?.counts['elements']).toBe(1)
  })

  it('is shown when the table lists no element of the document', async () => {
    const { of } = await read(elements, { elementTable: createTable(owned(999, -1)) })
    expect([of(300)?.shapes, of(100)?.shapes]).toEqual([1, 1])
  })
})

describe('Revit stacked wall', () => {
  const part = (at: number, m_subWallGridIdInType: number): WrittenElement =>
    element(at, is('Wall', { m_subWallGridIdInType, m_assocLevelId: id.level }), at === 300 ? -2003500 : category.walls)
  const walls = [part(301, 0), part(302, 1), part(300, -2), part(303, -1)]

  it('has its members as children and no shapes of its own', async () => {
    const { of, report } = await read(walls, {
      elementTable: createTable(owned(300, -1), owned(301, 300), owned(302, 300), owned(303, 302)),
    })
    expect(of(300)).toEqual({ path: '/Ground floor/Stacked Walls/300', isHidden: false, shapes: 0 })
    expect(of(301)).toEqual({ path: '/Ground floor/Stacked Walls/300/301', isHidden: false, shapes: 1 })
    expect(of(302)).toEqual({ path: '/Ground floor/Stacked Walls/300/302', isHidden: false, shapes: 1 })
    expect(of(303)).toEqual({ path: '/Ground floor/Walls/303', isHidden: false, shapes: 1 })
    expect(report?.counts['elements']).toBe(4)
  })

  it('is not drawn when the file does not state its members', async () => {
    const { of } = await read(walls)
    expect(of(300)?.shapes).toBe(0)
    expect(of(301)).toEqual({ path: '/Ground floor/Walls/301', isHidden: false, shapes: 1 })
  })

  it('keeps its members when it is its own owner', async () => {
    const { of } = await read(walls, {
      elementTable: createTable(owned(300, 300), owned(301, 300)),
    })
    expect(of(301)?.path).toBe('/Ground floor/Stacked Walls/300/301')
  })
})

describe('Revit curtain wall', () => {
  const type = createNamedElement(
    80,
    is('NewCurtainWallType', { m_symbolInfo: is('SymbolInfo', { m_name: 'Storefront' }) }),
  )
  const curtain = element(300, is('SWall', { m_WallAttributesId: 80 as unknown as WrittenRecord }))
  const panel = element(301, is('FamilyInstance', { m_hostId: -1 }), -2000170)

  it('has its panels as children and no shapes of its own', async () => {
    const { of } = await read([type, curtain, panel], { elementTable: createTable(owned(300, -1), owned(301, 300)) })
    expect(of(300)).toEqual({ path: '/Walls/300', isHidden: false, shapes: 0 })
    expect(of(301)).toEqual({ path: '/Walls/300/301', isHidden: false, shapes: 1 })
  })
})

describe('reference plane of a Revit wall', () => {
  it('is omitted from the wall mesh', async () => {
    const planes = createNamedElement(80, is('GStyleElem', { m_categoryId: -2000896 as unknown as WrittenRecord }))
    const plane = geometry(box([0, 0, 0], [1, 1, 1]), { category: 80 })
    const graphics = node('GElement', [plane, geometry(box([0, 0, 0], [1, 1, 1]))])
    const { triangles } = await read([planes, { ...element(300, is('SWall')), graphics }])
    expect(triangles(300)).toBe(12)
  })
})

describe('Revit design option', () => {
  const options = [
    createNamedElement(80, is('DesignOptionSet', { m_mainDesignOption: 82 as unknown as WrittenRecord })),
    createNamedElement(81, is('DesignOption', { m_strName: 'A', m_DesignOptionSetId: 80 as unknown as WrittenRecord })),
    createNamedElement(82, is('DesignOption', { m_strName: 'B', m_DesignOptionSetId: 80 as unknown as WrittenRecord })),
    createNamedElement(83, is('DesignOption', { m_strName: 'C' })),
  ]

  it.each([
    ['that is primary is visible', 82, false],
    ['that is not primary is hidden', 81, true],
    ['without a set is hidden', 83, true],
    ['that is missing is hidden', 84, true],
  ])('decides the default visibility of its elements: an option %s', async (_, option, isHidden) => {
    const { of } = await read([
      ...options,
      { ...wall, id: 300, header: header(category.walls, { m_designOptionId: option }) },
    ])
    expect(of(300)?.isHidden).toBe(isHidden)
  })
})

describe('Revit stair component', () => {
  const stair = element(300, is('StairsElement', { m_baseLevelId: id.upper as unknown as WrittenRecord }), -2000120)
  const run = element(301, is('StairsRun', { m_stairsId: 300 as unknown as WrittenRecord }), -2000919)
  const support = element(302, is('StairsSupport', { m_hostCompId: 301 as unknown as WrittenRecord }), -2000123)

  it('is placed on the level of the stair', async () => {
    const { of } = await read([stair, run, support])
    expect([of(301)?.path, of(302)?.path]).toEqual(['/Upper floor/Runs/301', '/Upper floor/Supports/302'])
  })

  it('is placed on no level when it is its own host', async () => {
    const { of } = await read([
      element(302, is('StairsSupport', { m_hostCompId: 302 as unknown as WrittenRecord }), -2000123),
    ])
    expect(of(302)?.path).toBe('/Supports/302')
  })
})
