import { runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { classes } from '../fixtures/classes.js'
import { header, house, id, is, wall, writeHouse } from '../fixtures/house.js'
import { infoLines } from '../fixtures/pavilion.js'
import { storedByAddIn } from '../fixtures/record-writer.js'
import { writeProject, type WrittenElement, type WrittenProject } from '../fixtures/project-writer.js'
import { narrowClasses } from '../fixtures/classes.js'
import { box, createInstance, face, geometry, info, node, polygon } from '../fixtures/shapes.js'
import { categoryName, isHiddenCategory } from '../project/categories.js'
import { reader } from '../reader.js'
import { builtInParameter } from './built-in-parameters.js'

const read = (project: Partial<WrittenProject> = {}) => runReader(reader, writeProject({ ...house, ...project }))
const straight = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const
const walls = -2000011

describe('RVT scene', () => {
  it('contains levels, categories and elements as a tree', async () => {
    const { scene } = await runReader(reader, writeHouse())
    const path = (node: number): string => {
      const { parent, name } = scene.nodes[node]
      return parent === null ? name : `${path(parent)} / ${name}`
    }
    expect(scene.nodes.flatMap(({ sourceId }, node) => (sourceId === '' ? [] : [path(node)]))).toEqual([
      'Revit 2025 / Ground floor / Furniture / Table: Round [110]',
      'Revit 2025 / Ground floor / Furniture / Table: Round [111]',
      'Revit 2025 / Ground floor / Rooms / 001 Kitchen [140]',
      'Revit 2025 / Ground floor / Walls / Stone 300 [100]',
      'Revit 2025 / Upper floor / Columns / Columns [130]',
    ])
  })

  it('includes uncropped 3D views, framed to the model', async () => {
    const { report, scene } = await runReader(reader, writeHouse())
    const foot = 0.3048
    const distance = Math.hypot(20, 10, 10)
    expect(scene.views).toEqual([{ name: '{3D}', folders: [], camera: expect.any(Object) as object }])
    const [{ camera }] = scene.views
    expect(camera).toMatchObject({ kind: 'orthographic', heightMetres: 20 * foot, up: [0, 0, 1] })
    for (const [axis, value] of [10, 5 - distance, 5].entries()) expect(camera.eye[axis]).toBeCloseTo(value * foot)
    for (const [axis, value] of [0, 1, 0].entries()) expect(camera.direction[axis]).toBeCloseTo(value)
    const count = (code: string) => report?.findings.find((one) => one.code === code)?.details?.['count']
    expect([count('saved-views'), count('saved-views-left-out')]).toEqual([1, 2])
    const unframed = { ...house, elements: house.elements.map((one) => (one.id === 66 ? { ...one, id: 99 } : one)) }
    expect((await read(unframed)).scene.views).toEqual([])
  })

  it('lists views and sheets as properties', async () => {
    const { scene } = await runReader(reader, writeHouse())
    const sets = scene.assignments.get(0)?.map((set) => scene.propertySets[set])
    expect(sets?.slice(1)).toEqual([
      {
        name: 'Views',
        properties: [
          { name: 'Cropped', value: '3d' },
          { name: 'Ground floor', value: '' },
          { name: 'Walk', value: '3d' },
          { name: '{3D}', value: '3d' },
        ],
      },
      { name: 'Sheets', properties: [{ name: 'A101', value: 'Plans' }] },
    ])
  })

  it('hides rooms and elements of design options by default', async () => {
    const { scene } = await runReader(reader, writeHouse())
    expect(scene.nodes.filter(({ hidden }) => hidden).map(({ sourceId }) => sourceId)).toEqual(['140', '130'])
  })

  it('states the properties of an element, lengths in metres', async () => {
    const { scene } = await runReader(reader, writeHouse())
    const node = scene.nodes.findIndex(({ sourceId }) => sourceId === '100')
    expect(scene.assignments.get(node)?.map((set) => scene.propertySets[set])).toEqual([
      {
        name: 'Element',
        properties: [
          { name: 'ElementId', value: '100' },
          { name: 'Category', value: 'Walls' },
          { name: 'Type', value: 'Stone 300' },
          { name: 'Level', value: 'Ground floor' },
          { name: 'Phase Created', value: 'New Construction' },
          { name: 'Class', value: 'SWall' },
        ],
      },
      {
        name: 'Parameters',
        properties: [
          { name: 'Unconnected Height', value: 3.048, unit: 'm' },
          { name: 'Reach', value: 0.6096, unit: 'm' },
          { name: 'Room Bounding', value: true },
          { name: 'Mark', value: 'W-1' },
          { name: 'Base Constraint', value: 'Ground floor' },
        ],
      },
    ])
  })

  it('applies materials of faces and of categories', async () => {
    const { scene } = await runReader(reader, writeHouse())
    expect(scene.materials).toEqual([{ name: 'Tuff', color: [0.8, 0.4, 0.2], opacity: 0.75 }])
    const getMaterial = (sourceId: string): number | null | undefined =>
      scene.instances.find(({ node }) => scene.nodes[node].sourceId === sourceId)?.material
    expect(getMaterial('100')).toBe(0)
    expect(getMaterial('130')).toBe(0)
    expect(getMaterial('110')).toBeNull()
  })

  it('shares the mesh of a symbol between its instances', async () => {
    const { scene } = await runReader(reader, writeHouse())
    const tables = scene.instances.filter(({ node }) => scene.nodes[node].class === 'Furniture')
    expect(new Set(tables.map(({ mesh }) => mesh)).size).toBe(1)
    expect(tables.map(({ placement }) => placement.slice(0, 9))).toEqual([
      [0, 1, 0, -1, 0, 0, 0, 0, 1],
      [0, 1, 0, -1, 0, 0, 0, 0, 1],
    ])
  })

  it('is the same for a release with 32-bit element ids', async () => {
    const old = await read({ classes: narrowClasses, isWide: false, lines: infoLines.until2018 })
    const now = await read()
    expect(old.scene.nodes.slice(1)).toEqual(now.scene.nodes.slice(1))
    expect(old.report?.findings[0]?.details).toEqual({ program: 'Revit 2017', shown: 5, total: 5 })
  })

  it('states only the file names of linked models', async () => {
    const { report, scene } = await runReader(reader, writeHouse())
    expect(report?.findings).toContainEqual({
      code: 'linked-models-missing',
      severity: 'warning',
      details: { names: 'Site.rvt' },
    })
    expect(JSON.stringify([report, scene.nodes, scene.propertySets])).not.toMatch(/petrosyan/)
  })
})

describe('RVT reader on unreadable data', () => {
  const broken: WrittenElement = {
    ...wall,
    id: 200,
    graphics: node('GElement', [
      geometry([
        face(is('OffsetSurf'), [
          polygon([
            [0, 0],
            [1, 0],
            [1, 1],
          ]),
        ]),
      ]),
    ]),
  }
  const withFace: WrittenElement = {
    ...wall,
    id: 201,
    graphics: node('GElement', [
      geometry([
        ...box([0, 0, 0], [1, 1, 1]),
        face(is('OffsetSurf'), [
          polygon([
            [0, 0],
            [1, 0],
            [1, 1],
          ]),
        ]),
      ]),
    ]),
  }
  const listSkipped = async (...elements: readonly WrittenElement[]) => {
    const { report } = await read({ elements: [...house.elements, ...elements] })
    return report?.skipped.map(({ kind, reason, count }) => [kind, reason, count])
  }

  it('counts lost elements and faces and shows the rest', async () => {
    const { report } = await read({ elements: [...house.elements, broken, withFace] })
    expect(report?.status).toBe('partial')
    expect(report?.findings[0]?.details).toEqual({ program: 'Revit 2025', shown: 6, total: 7 })
    expect(report?.skipped).toEqual([
      { kind: 'element', reason: 'damaged', count: 1, elements: ['200'] },
      { kind: 'element', reason: 'some-faces-missing', count: 1, elements: ['201'] },
      { kind: 'face', reason: 'not-read', count: 2 },
    ])
  })

  it('counts an element as damaged when its instance is missing, cyclic or overflows', async () => {
    const lost = (at: number, symbol: number, origin: readonly [number, number, number]): WrittenElement => ({
      ...wall,
      id: at,
      graphics: node('GElement', [createInstance(symbol, straight, origin)]),
    })
    expect(await listSkipped(lost(210, 999, [0, 0, 0]))).toEqual([['element', 'damaged', 1]])
    expect(await listSkipped(lost(210, 210, [0, 0, 0]))).toEqual([['element', 'damaged', 1]])
    expect(await listSkipped(lost(210, id.symbol, [1e300, 0, 0]))).toEqual([['element', 'damaged', 1]])
  })

  const guid = 'ab'.repeat(16)
  const stored: WrittenElement = {
    ...wall,
    id: 220,
    element: is('StoredByOthers', {
      m_assocLevelId: id.upper,
      m_entity: is('ESEntity', { m_blob: is(storedByAddIn, { guid, texts: 'a table|Ա' }) }),
    }),
  }
  const catalogue = (fields: readonly (readonly [string, number])[]) => ({
    document: is('ADocument', {
      m_storage: is('ESSchemaStorage', {
        m_schemaUsageMap: [
          is('SchemaUsage', {
            second: is('SchemaUsageInfo', {
              m_schema: is('ESSchema', {
                m_guid: is('GUIDvalue', { m_guid: guid }),
                m_fields: fields.map(([m_fieldTypeName, m_containerType], m_entryIndex) =>
                  is('ESField', {
                    m_fieldName: `field ${m_entryIndex}`,
                    m_fieldTypeName,
                    m_containerType,
                    m_entryIndex,
                  }),
                ),
              }),
            }),
          }),
        ],
      }),
    }),
  })
  const withStored = (more: Partial<WrittenProject> = {}) => read({ elements: [...house.elements, stored], ...more })
  const twoTexts = [
    ['TCHAR', 0],
    ['TCHAR', 0],
  ] as const

  it('keeps the shape of an element with unknown add-in data, without type and parameters', async () => {
    const { report, scene } = await withStored()
    expect(report?.skipped).toEqual([{ kind: 'properties', reason: 'extensible-storage', count: 1, elements: ['220'] }])
    expect(scene.nodes.find(({ sourceId }) => sourceId === '220')?.name).toBe('Walls [220]')
  })

  it('reads add-in data described by a storage schema of the document', async () => {
    const { report, scene } = await withStored(catalogue(twoTexts))
    expect(report?.skipped).toEqual([])
    const { parent } = scene.nodes.find(({ sourceId }) => sourceId === '220') ?? { parent: null }
    const level = scene.nodes[scene.nodes[parent ?? 0]?.parent ?? 0]
    expect(level?.name).toBe('Upper floor')
  })

  it.each([
    ['a missing field', [['TCHAR', 0]]],
    [
      'an unknown type',
      [
        ['TCHAR', 0],
        ['Moon', 0],
      ],
    ],
    [
      'a map field',
      [
        ['TCHAR', 0],
        ['TCHAR', 2],
      ],
    ],
    [
      'a list beyond the end of the record',
      [
        ['TCHAR', 0],
        ['bool', 1],
      ],
    ],
  ] as const)('omits the properties when the storage schema has %s', async (_, fields) => {
    const { report } = await withStored(catalogue(fields))
    expect(report?.skipped.map(({ kind, count }) => [kind, count])).toEqual([['properties', 1]])
  })

  it('counts an unreadable element header as a record', async () => {
    const unknownElement: WrittenElement = { ...wall, id: 230, header: is('GNode') }
    expect(await listSkipped(unknownElement)).toEqual([['record', 'damaged', 1]])
  })

  it('keeps the properties when no element is readable, and reports what is missing', async () => {
    const { report, scene } = await read({ elements: [broken] })
    expect(report).toMatchObject({ status: 'partial', nothingDrawn: true })
    expect(report?.skipped).toEqual([
      { kind: 'element', reason: 'damaged', count: 1, elements: [String(broken.id)] },
      { kind: 'face', reason: 'not-read', count: 1 },
    ])
    expect(report?.findings.map(({ code }) => code)).toEqual(['nothing-drawn', 'opened-without-program', 'advice-rvt'])
    expect(scene.propertySets.length).toBeGreaterThan(0)
  })

  it('falls back to the identity when no element has a shape', async () => {
    const { report } = await read({ elements: [{ id: 1, header: header(walls), element: is('SWall') }] })
    expect(report?.status).toBe('preview')
    const { report: empty } = await read({ elements: [{ ...wall, graphics: node('GElement', []) }] })
    expect(empty?.status).toBe('preview')
    expect(empty?.findings.map(({ code }) => code)).toEqual(['identity-only', 'advice-rvt'])
  })

  it('falls back to the identity when the class schema is unreadable', async () => {
    const { report } = await read({ classes: { ...classes, ['x'.repeat(5000)]: {} } })
    expect(report?.status).toBe('preview')
  })

  it('refuses files beyond the limits for triangles and inflation', async () => {
    const { failure } = await runReader(reader, writeHouse(), { limits: { triangles: 50 } })
    expect(failure).toEqual({ code: 'limit-exceeded', details: { limit: '50 triangles' } })
    const inflated = await runReader(reader, writeHouse(), { limits: { inflatedBytes: 8000 } })
    expect(inflated.failure?.code).toBe('limit-exceeded')
  })
})

describe('Revit category and parameter tables', () => {
  it('name known categories and parameters, and number unknown categories', () => {
    expect([categoryName(walls), categoryName(-2999999)]).toEqual(['Walls', 'Category -2999999'])
    expect([isHiddenCategory(-2000160), isHiddenCategory(-2009640), isHiddenCategory(walls)]).toEqual([
      true,
      true,
      false,
    ])
    expect(builtInParameter(-1012806)).toEqual({ name: 'Volume', quantity: 'volume' })
    expect(builtInParameter(-1)).toBeNull()
  })
})

describe('Revit category names', () => {
  it.each([
    [-2000123, 'Supports'],
    [-2000919, 'Runs'],
    [-2000920, 'Landings'],
    [-2000946, 'Top Rails'],
    [-2000980, 'Multistory Stairs'],
    [-2000997, 'Rectangular Straight Wall Openings'],
    [-2000999, 'Rectangular Arc Wall Openings'],
    [-2003500, 'Stacked Walls'],
    [-2009640, 'Analytical Walls'],
  ])('resolve %i to %s', (category, name) => expect(categoryName(category)).toBe(name))
})

describe('Revit curve elements', () => {
  const modelLines = -2000051
  const line = (to: number) =>
    is('GLine', {
      m_GInfo: info({ category: id.style }),
      m_endParams: [0, to],
      m_origin: [1, 0, 0],
      m_dirVec: [0, 1, 0],
    })
  const unknownElement = is('GCurve', { m_GInfo: info({}), m_endParams: [0, 1] })
  const drawing = (category: number): WrittenElement => ({
    id: 200,
    header: header(category),
    element: is('SWall'),
    graphics: node('GElement', [line(10), line(20), unknownElement]),
  })

  it('draw model lines in the material of their style and count unknown curve kinds', async () => {
    const { scene, report } = await read({ elements: [...house.elements, drawing(modelLines)] })
    const at = scene.nodes.findIndex(({ sourceId }) => sourceId === '200')
    const [instances, ...others] = scene.instances.filter(({ node: of }) => of === at)
    expect([scene.nodes[at].class, others]).toEqual(['Lines', []])
    expect(scene.materials[instances.material ?? -1].name).toBe('Tuff')
    expect(instances.placement.slice(9)).toEqual([0.3048, 0, 0])
    expect(report?.skipped).toContainEqual({ kind: 'modelLine', reason: 'lines-not-read', count: 1 })
    expect(report?.status).toBe('partial')
  })

  it.each([
    ['a wall', walls, 'familyLine'],
    ['a sketch', -2000045, 'sketchLine'],
    ['a curtain wall grid', -2000321, 'gridLine'],
    ['an analytical column', -2009636, 'analyticalLine'],
  ])('count the lines of %s by kind and keep the report complete', async (_, category, kind) => {
    const { scene, report } = await read({ elements: [...house.elements, drawing(category)] })
    expect(scene.nodes.some(({ sourceId }) => sourceId === '200')).toBe(false)
    expect(report?.skipped).toContainEqual({ kind, reason: 'lines-not-read', count: 3 })
    expect(report?.status).toBe('complete')
  })
})
