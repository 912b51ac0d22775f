import { runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { classes } from '../fixtures/classes.js'
import { house, is } from '../fixtures/house.js'
import { writeProject, type WrittenProject } from '../fixtures/project-writer.js'
import type { WrittenRecord } from '../fixtures/record-writer.js'
import type { WrittenClasses } from '../fixtures/schema-writer.js'
import { reader } from '../reader.js'

const tables: WrittenClasses = {
  PartitionId: { fields: { m_id: 'integer' } },
  Partition: {
    fields: { m_id: { part: 'PartitionId' }, m_type: 'integer', m_deleted: 'boolean', m_name: 'text' },
  },
  PartitionTable: { fields: { m_set: { parts: 'Partition' }, m_nextPartitionId: 'integer' } },
  ElementHistory: { fields: { m_creationDate: 'integer', m_id: 'long' } },
  ElemRec: {
    fields: {
      m_history: { part: 'ElementHistory' },
      m_id: { part: 'ElementId' },
      m_partitionId: { part: 'PartitionId' },
    },
  },
  ElemTable: { fields: { m_elemArr: { parts: 'ElemRec' }, m_last: 'integer', m_extra: 'owned' } },
}

const workset = (number: number, m_name: string, m_deleted = false): WrittenRecord =>
  is('Partition', { m_id: is('PartitionId', { m_id: number }), m_name, m_deleted })

const row = (element: number, number: number): WrittenRecord =>
  is('ElemRec', {
    m_history: is('ElementHistory', { m_creationDate: 7, m_id: 4711 }),
    m_id: is('ElementId', { m_id: is('Identifier', { m_id64: element }) }),
    m_partitionId: is('PartitionId', { m_id: number }),
  })

const partitionTable = (...m_set: WrittenRecord[]): WrittenRecord => is('PartitionTable', { m_set })
const elementTable = (...m_elemArr: WrittenRecord[]): WrittenRecord =>
  is('ElemTable', { m_elemArr, m_last: 9, m_extra: is('PartitionId', { m_id: 3 }) })

const twoSets = partitionTable(workset(0, 'Workset1'), workset(4, 'Core'), workset(5, 'Gone', true))
const rows = elementTable(row(1, 0), row(100, 4), row(110, 0), row(111, 5), row(130, 77))

/** Reads the worksets of elements and the number of omitted records. */
async function read(more: Partial<WrittenProject>, changed: WrittenClasses = {}) {
  const bytes = writeProject({ ...house, classes: { ...classes, ...tables, ...changed }, ...more })
  const { scene, report } = await runReader(reader, bytes)
  const worksets: Record<string, unknown> = {}
  for (const [node, { sourceId }] of scene.nodes.entries()) {
    for (const set of scene.assignments.get(node) ?? []) {
      const workset = scene.propertySets[set].properties.find(({ name }) => name === 'Workset')
      if (workset) worksets[sourceId] = workset.value
    }
  }
  const damaged = report?.skipped.find(({ kind, reason }) => kind === 'properties' && reason === 'damaged')?.count ?? 0
  return { worksets, damaged }
}

describe('Revit worksets', () => {
  it('are named for each element with a row in the element table', async () => {
    expect(await read({ partitionTable: twoSets, elementTable: rows })).toEqual({
      worksets: { '100': 'Core', '110': 'Workset1' },
      damaged: 0,
    })
  })

  it.each([
    ['there is only one', { partitionTable: partitionTable(workset(0, 'Workset1')), elementTable: rows }],
    [
      'only one remains',
      { partitionTable: partitionTable(workset(0, 'A'), workset(1, 'B', true)), elementTable: rows },
    ],
    ['the file has none', {}],
  ])('are omitted where %s', async (_, more) => {
    expect(await read(more)).toEqual({ worksets: {}, damaged: 0 })
  })

  it.each([
    ['have names but no elements', { partitionTable: twoSets }, {}],
    ['have no table', { partitionTable: twoSets, elementTable: twoSets }, {}],
    ['have names in another table', { partitionTable: rows, elementTable: rows }, {}],
    [
      'have rows of different lengths',
      { partitionTable: twoSets, elementTable: rows },
      { ElementHistory: { fields: { m_name: 'text' } } },
    ],
    [
      'have rows without a number',
      { partitionTable: twoSets, elementTable: rows },
      { ElemRec: { fields: { m_id: { part: 'ElementId' } } } },
    ],
    ['have empty rows', { partitionTable: twoSets, elementTable: rows }, { ElemRec: { fields: {} } }],
  ] as const)('count as one damaged record when they %s', async (_, more, changed) => {
    expect(await read(more, changed)).toEqual({ worksets: {}, damaged: 1 })
  })
})
