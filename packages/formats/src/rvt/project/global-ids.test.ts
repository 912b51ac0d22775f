import { runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { classes } from '../fixtures/classes.js'
import { category, header, house, id, is, wall } from '../fixtures/house.js'
import { writeProject, type WrittenElement, type WrittenProject } from '../fixtures/project-writer.js'
import { storedByAddIn, type WrittenRecord } from '../fixtures/record-writer.js'
import type { WrittenClasses } from '../fixtures/schema-writer.js'
import { box, geometry, node } from '../fixtures/shapes.js'
import { reader } from '../reader.js'

const tables: WrittenClasses = {
  EpisodeId: { fields: { m_id: 'integer' } },
  OriginalElementId: { fields: { m_id: { part: 'Identifier' } } },
  ElementHistory: {
    fields: { m_originalElementId: { part: 'OriginalElementId' }, m_creationDate: { part: 'EpisodeId' } },
  },
  ElemRec: { fields: { m_history: { part: 'ElementHistory' }, m_id: { part: 'ElementId' } } },
  ElemTable: { fields: { m_elemArr: { parts: 'ElemRec' } } },
  EpisodeList: { fields: { m_oEpisodes: 'ownedList' } },
  DocumentHistory: { fields: { m_episodeList: { part: 'EpisodeList' }, m_upgradeVersions: 'doubles' } },
  ConnectorId: { fields: { m_id: { part: 'ElementId' } } },
  RbsDuctSection: { fields: { m_rgSection: { parts: 'ConnectorId' } } },
  RbsSystem: { parent: 'Element', fields: { m_rgSections: 'ownedList', m_strName: 'text' } },
  RbsHvacSystem: { parent: 'RbsSystem' },
  OwnInstance: { parent: 'FamilyInstance', fields: { m_pInstanceInfo: 'owned' } },
}

const long = (m_id64: number): WrittenRecord => is('Identifier', { m_id64 })
/** Returns a table row: the element, its id at creation, and the episode of its creation. */
const row = (element: number, original = element, episode = 1): WrittenRecord =>
  is('ElemRec', {
    m_history: is('ElementHistory', {
      m_originalElementId: is('OriginalElementId', { m_id: long(original) }),
      m_creationDate: is('EpisodeId', { m_id: episode }),
    }),
    m_id: is('ElementId', { m_id: long(element) }),
  })

/** Bytes of 60f91daf-3dd7-4283-a86d-24137b73f3da, and of the older 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0. */
const [newer, older] = ['af1df960d73d8342a86d24137b73f3da', '3c2d1e0f5a4b78698796a5b4c3d2e1f0']
const history = (episodes: readonly string[] = [newer, older], upgrades: readonly number[] = []) => ({
  root: is('DocumentHistory', { m_upgradeVersions: upgrades }),
  episodes,
})
const elementTable = (...m_elemArr: WrittenRecord[]): WrittenRecord => is('ElemTable', { m_elemArr })

async function read(more: Partial<WrittenProject>, changed: WrittenClasses = {}) {
  const bytes = writeProject({ ...house, classes: { ...classes, ...tables, ...changed }, ...more })
  const { scene, report } = await runReader(reader, bytes)
  const properties = (name: string) =>
    scene.nodes.flatMap((_, index) => {
      const sets = (scene.assignments.get(index) ?? []).map((set) => scene.propertySets[set])
      const element = sets.find((set) => set.name === 'Element')?.properties
      const values = sets.flatMap((set) => set.properties.filter((one) => one.name === name))
      const elementId = element?.find((one) => one.name === 'ElementId')?.value
      return values.map(({ value }) => `${String(elementId)} ${String(value)}`)
    })
  return {
    properties,
    ids: Object.fromEntries(scene.nodes.map(({ name, sourceId }) => [/\[(\d+)\]$/.exec(name)?.[1] ?? name, sourceId])),
    damaged: report?.skipped.find(({ kind, reason }) => kind === 'properties' && reason === 'damaged')?.count ?? 0,
  }
}

const withText = (at: number, parameter: number, text: string): WrittenElement => ({
  ...wall,
  id: at,
  element: is('SWall', {
    m_pParamValueSetAString: is('ParamValueSetAString', {
      m_paramSet: [is('ParamValueAString', { m_paramId: parameter, m_value: text })],
    }),
  }),
})

describe('Revit GlobalId', () => {
  it('is computed from the episode GUID and the original element number', async () => {
    // The first pair is the published example 60f91daf-3dd7-4283-a86d-24137b73f3da-0001fd0b.
    const rows = elementTable(
      row(100, 0x1fd0b),
      row(110, 110, 0),
      row(111, 70_000_000, 0),
      row(130, 130, 5),
      row(id.level),
      row(id.upper, 1, 5),
    )
    const { ids, properties, damaged } = await read({ history: history(), elementTable: rows })
    expect(ids).toEqual({
      'Revit 2025': '',
      'Ground floor': '1W_HslFTT2WwXj91DxS$FG',
      'Upper floor': '',
      Columns: '',
      Furniture: '',
      Walls: '',
      '100': '1W_HslFTT2WwXj91DxSWxH',
      '110': '0F7YqyIrffU8UMfRJ3qk6U',
      '111': '0F7YqyIrffU8UMfRJ7$lnm',
      '130': '130',
    })
    expect(properties('GlobalId')).toContain('100 1W_HslFTT2WwXj91DxSWxH')
    expect(damaged).toBe(0)
  })

  it('accounts for the upgrade count listed before the episodes', async () => {
    const { ids } = await read({
      history: history(undefined, [1, 2, 3]),
      elementTable: elementTable(row(100, 0x1fd0b)),
    })
    expect(ids['100']).toBe('1W_HslFTT2WwXj91DxSWxH')
  })

  it('is stated for types as that of the symbol with the shape, otherwise of the type', async () => {
    const instance: WrittenElement = {
      id: 300,
      header: header(category.furniture),
      element: is('OwnInstance', {
        m_masterSymbolId: id.wallType,
        m_pInstanceInfo: is('InstanceInfo', { m_symbolId: id.symbol }),
      }),
      graphics: node('GElement', [geometry(box([0, 0, 0], [1, 1, 1]))]),
    }
    const { properties } = await read({
      elements: [...house.elements, instance],
      history: history(),
      elementTable: elementTable(row(id.symbol), row(id.wallType)),
    })
    expect(properties('Type GlobalId')).toEqual([
      '110 1W_HslFTT2WwXj91DxS$Fp',
      '111 1W_HslFTT2WwXj91DxS$Fp',
      '100 1W_HslFTT2WwXj91DxS$F4',
      '300 1W_HslFTT2WwXj91DxS$Fp',
    ])
  })

  it('is stated for systems on the elements with connectors in the system', async () => {
    const connector = (element: number): WrittenRecord =>
      is('ConnectorId', { m_id: element as unknown as WrittenRecord })
    const system: WrittenElement = {
      id: 400,
      header: header(-1),
      element: is('RbsHvacSystem', {
        m_strName: 'Supply 1',
        m_rgSections: [is('RbsDuctSection', { m_rgSection: [connector(110), connector(110), connector(111)] })],
      }),
    }
    const { properties } = await read({
      elements: [...house.elements, system],
      history: history(),
      elementTable: elementTable(row(400)),
    })
    expect(properties('System')).toEqual(['110 Supply 1', '111 Supply 1'])
    expect(properties('System GlobalId')).toEqual(['110 1W_HslFTT2WwXj91DxS$9A', '111 1W_HslFTT2WwXj91DxS$9A'])
  })

  it('is computed for elements with an unreadable record', async () => {
    const stored = is('ESEntity', { m_blob: is(storedByAddIn, { guid: '1', texts: '' }) })
    const { ids } = await read({
      elements: [{ ...wall, id: 300, element: is('StoredByOthers', { m_entity: stored }) }],
      history: history(),
      elementTable: elementTable(row(300)),
    })
    expect(ids['300']).toBe('1W_HslFTT2WwXj91DxS$Bs')
  })

  it('is the stated one before a computed one, and never used twice', async () => {
    const [storedId, computed] = ['2O2Fr$t4X7Zf8NOew3FLOH', '1W_HslFTT2WwXj91DxS$Bs']
    const { ids } = await read({
      elements: [
        withText(300, -1019000, storedId),
        withText(301, -1019000, storedId),
        withText(302, -1019000, computed),
        withText(303, -1019000, 'none'),
      ],
      history: history(),
      elementTable: elementTable(row(300), ...[301, 302, 303].map((one) => row(one, one, 5))),
    })
    expect(ids).toMatchObject({ '300': storedId, '301': '301', '302': '302', '303': '303' })
  })

  it.each([
    ['of an unlisted episode', row(100, 100, 2)],
    ['of an episode before the first', row(100, 100, -1)],
    ['with a negative element id', row(100, -2)],
    ['with an element id of more than 32 bits', row(100, 2 ** 32)],
  ])('is not computed for elements %s', async (_, one) => {
    const { ids, damaged } = await read({ history: history(), elementTable: elementTable(one) })
    expect([ids['100'], damaged]).toEqual(['100', 0])
  })

  it.each([
    ['without an element table', { history: history() }, {}],
    ['with an unreadable history', { history: history(['']), elementTable: elementTable(row(100)) }, {}],
    [
      'with an element table without a history',
      { history: history(), elementTable: elementTable(row(100)) },
      { ElemRec: { fields: { m_id: { part: 'ElementId' as const } } } },
    ],
  ] as const)('is omitted and counted in files %s', async (_, more, changed) => {
    const { ids, damaged } = await read(more, changed)
    expect([ids['100'], damaged]).toEqual(['100', 1])
  })
})
