import { RecordingScene } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { readRelations } from './model/relations.js'
import { ShapeCollector } from './model/shapes/shapes.js'
import { addTree } from './model/spatial-tree.js'
import { readStyles } from './model/styles.js'
import { ShapePlanner } from './shape-planner.js'
import { runToEnd } from './time-slices.js'
import { boxRows, productRows, projectRows } from './testing/model-text.js'
import { parseIfc } from './testing/step-file.js'

const running = new AbortController().signal

/** Plans walls of which every second one has a box of its own, the others a shared one. */
function createPlanner(walls: number) {
  const rows = [projectRows(), boxRows(60, [1, 1, 1])]
  for (let wall = 0; wall < walls; wall++) {
    const id = 1000 + 20 * wall
    const own = wall % 2 === 0
    if (own) rows.push(`#${id + 10}=IFCBLOCK($,1.,1.,${wall + 1}.);`)
    rows.push(productRows({ id, items: own ? `#${id + 10}` : '#60' }))
  }
  const file = parseIfc(rows.join('\n'))
  const relations = runToEnd(readRelations(file))
  const treeOptions = { relations, typeRows: [], fileName: '', nodes: 1e6 }
  const tree = runToEnd(addTree(file, new RecordingScene(), treeOptions))
  const styles = runToEnd(readStyles(file))
  const nodeCount = tree.rows.length
  const collector = new ShapeCollector({ file, styles, relations, nodeCount, maxInstances: 1e6 })
  return { collector, nodeCount, planner: new ShapePlanner(file, collector, { tree, typeRows: [] }) }
}

describe('ShapePlanner', () => {
  it('plans a small model at once', async () => {
    const { planner, collector } = createPlanner(1200)
    const lists = await planner.planFirst(running)
    expect(lists.flat()).toHaveLength(601)
    expect(collector.occurrences.count).toBe(1200)
    expect(planner.isRestDue(601)).toBe(false)
  })

  it('plans some shapes of a large model first, and each element once', async () => {
    const { planner, collector, nodeCount } = createPlanner(20_100)
    const first = (await planner.planFirst(running)).flat()
    expect(first.length).toBeGreaterThanOrEqual(1000)
    expect(first.length).toBeLessThan(2000)
    expect([planner.isRestDue(100), planner.isRestDue(400)]).toEqual([false, true])
    const counts = first.flatMap((shape) => [...collector.occurrences.of(shape)].length)

    const rest = (await planner.planRest(running)).flat()
    expect(planner.isRestDue(400)).toBe(false)
    expect(first.flatMap((shape) => [...collector.occurrences.of(shape)].length)).toEqual(counts)
    const all = [...first, ...rest]
    expect(new Set(all).size).toBe(collector.shapes.length)
    const nodes = all.flatMap((shape) => Array.from(collector.occurrences.of(shape), ({ node }) => node))
    expect(nodes.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: nodeCount - 1 }, (_, at) => at + 1),
    )
  })

  it('ends when the read is cancelled', async () => {
    const { planner } = createPlanner(20_100)
    await planner.planFirst(running)
    await expect(planner.planRest(AbortSignal.abort())).rejects.toMatchObject({ failure: { code: 'cancelled' } })
  })
})
