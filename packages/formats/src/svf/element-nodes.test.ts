import { createRecordedContext } from '@kamar/test-kit'
import { expect, it } from 'vitest'
import { SceneWriter } from '../kit/scene-writer.js'
import { ElementNodes } from './element-nodes.js'
import type { ElementTable } from './element-table.js'

/** Creates a table with only parent relations. */
function createTable(parents: Readonly<Record<number, number>>): ElementTable {
  const table: Partial<ElementTable> = {
    parentOf: (id) => parents[id] ?? 0,
    describe: (id) => ({ name: `element ${id}`, class: 'object' }),
    identifierOf: (id) => `id-${id}`,
    propertySets: () => [],
  }
  return table as ElementTable
}

function createNodes(table: ElementTable | null) {
  const { context, scene } = createRecordedContext()
  return { nodes: new ElementNodes(context, new SceneWriter(context), table), scene }
}

it('SVF element nodes include all ancestors, each once', () => {
  const { nodes, scene } = createNodes(createTable({ 3: 2, 4: 2, 2: 1 }))
  expect([nodes.ensureNode(3), nodes.ensureNode(4), nodes.ensureNode(3)]).toEqual([2, 3, 2])
  expect(scene.nodes.map(({ name, parent }) => [name, parent])).toEqual([
    ['element 1', null],
    ['element 2', 0],
    ['element 3', 1],
    ['element 4', 1],
  ])
})

it('SVF element nodes end at an element that is its own ancestor', () => {
  const { nodes, scene } = createNodes(createTable({ 1: 3, 2: 1, 3: 2 }))
  expect(nodes.ensureNode(3)).toBe(2)
  expect(scene.nodes.map(({ name }) => name)).toEqual(['element 1', 'element 2', 'element 3'])
  expect(scene.nodes[0]?.parent).toBeNull()
})

it('SVF element nodes are named by number without an element table', () => {
  const { nodes, scene } = createNodes(null)
  nodes.ensureNode(7)
  expect(scene.nodes).toEqual([{ parent: null, name: '#7', class: 'object', sourceId: '' }])
})
