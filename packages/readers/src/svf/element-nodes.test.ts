import { createRecordedContext } from '@kamar/test-kit'
import { expect, it } from 'vitest'
import { SceneWriter } from '../shared/scene-writer.js'
import { ElementNodes } from './element-nodes.js'
import type { ElementTable } from './element-table.js'

/** A table that knows nothing but who is above whom. */
function tableOf(parents: Readonly<Record<number, number>>): ElementTable {
  const table: Partial<ElementTable> = {
    parentOf: (id) => parents[id] ?? 0,
    describe: (id) => ({ name: `element ${id}`, class: 'object' }),
    identifierOf: (id) => `id-${id}`,
    propertySets: () => [],
  }
  return table as ElementTable
}

function nodesOf(table: ElementTable | null) {
  const { context: room, scene } = createRecordedContext()
  return { nodes: new ElementNodes(room, new SceneWriter(room), table), scene }
}

it('come with everything above them, each once', () => {
  const { nodes, scene } = nodesOf(tableOf({ 3: 2, 4: 2, 2: 1 }))
  expect([nodes.nodeOf(3), nodes.nodeOf(4), nodes.nodeOf(3)]).toEqual([2, 3, 2])
  expect(scene.nodes.map(({ name, parent }) => [name, parent])).toEqual([
    ['element 1', null],
    ['element 2', 0],
    ['element 3', 1],
    ['element 4', 1],
  ])
})

it('end where an element claims to be above itself', () => {
  const { nodes, scene } = nodesOf(tableOf({ 1: 3, 2: 1, 3: 2 }))
  expect(nodes.nodeOf(3)).toBe(2)
  expect(scene.nodes.map(({ name }) => name)).toEqual(['element 1', 'element 2', 'element 3'])
  expect(scene.nodes[0]?.parent).toBeNull()
})

it('are numbers where there is no table', () => {
  const { nodes, scene } = nodesOf(null)
  nodes.nodeOf(7)
  expect(scene.nodes).toEqual([{ parent: null, name: '#7', class: 'object', sourceId: '' }])
})
