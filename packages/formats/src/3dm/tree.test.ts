import { createRecordedContext, type RecordingScene } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { objectTypes } from './archive/object-types.js'
import type { ModelObject, RhinoModel } from './archive/read-model.js'
import { block, layer, model, object, use } from './testing/model.js'
import { addTree, type RhinoTree } from './tree.js'

function add(input: RhinoModel, limits = {}): { readonly tree: RhinoTree; readonly scene: RecordingScene } {
  const { context, scene } = createRecordedContext({ limits })
  return { tree: addTree(input, context, 'Tower.3dm'), scene }
}

/** Lists the names from the root down, each with its visibility. */
function listPaths({ nodes }: RecordingScene): string[] {
  const path = (number: number): string => {
    const { parent, name, hidden } = nodes[number]
    return `${parent === null ? '' : `${path(parent)}/`}${name}${hidden ? '?' : ''}`
  }
  return nodes.map((_, number) => path(number))
}

const listPropertySets = ({ assignments, propertySets }: RecordingScene, node: number): unknown =>
  assignments.get(node)?.map((set) => propertySets[set])

const inBlock = (changes: Partial<ModelObject> = {}): ModelObject => object({ isInBlock: true, ...changes })

describe('3DM layer', () => {
  const layers = new Map([
    [0, layer('Upper')],
    [1, layer('Lower', { parentId: 'Upper' })],
    [2, layer('Empty')],
  ])

  it('is written above its objects, and only when it has some', () => {
    const { scene } = add(
      model({ layers, objects: [object({ layer: 1, name: 'a' }), object({ layer: 0, name: 'b' })] }),
    )
    expect(listPaths(scene)).toEqual(['Upper', 'Upper/Lower', 'Upper/Lower/a', 'Upper/b'])
    expect(scene.nodes.map((node) => node.class)).toEqual(['layer', 'layer', 'brep', 'brep'])
  })

  it('hides its descendants when hidden', () => {
    const hidden = new Map([...layers, [0, layer('Upper', { isVisible: false })]] as const)
    const { scene } = add(model({ layers: hidden, objects: [object({ layer: 1, name: 'a' })] }))
    expect(listPaths(scene)).toEqual(['Upper?', 'Upper?/Lower?', 'Upper?/Lower?/a?'])
  })

  it('breaks a cycle of parent layers', () => {
    const circle = new Map([
      [0, layer('One', { parentId: 'Two' })],
      [1, layer('Two', { parentId: 'One' })],
    ])
    const { scene } = add(model({ layers: circle, objects: [object({ name: 'a' })] }))
    expect(listPaths(scene)).toEqual(['Two', 'Two/One', 'Two/One/a'])
  })

  it('leaves its objects at the root when it is missing', () => {
    expect(listPaths(add(model({ objects: [object({ layer: 9, name: 'a' })] })).scene)).toEqual(['a'])
  })
})

describe('3DM object node', () => {
  it.each([
    ['by its name', { name: 'Wall', text: 'Text' }, 'Wall'],
    ['by the first line of its text', { text: 'First\nSecond' }, 'First'],
    ['by its type', {}, 'brep'],
    ['by its block definition', { type: objectTypes.blockReference, block: { id: 'Lamp', rows: [] } }, 'Lamp'],
  ] as readonly (readonly [string, Partial<ModelObject>, string])[])('is named %s', (_, changes, name) => {
    const { scene } = add(model({ objects: [object(changes)], blocks: new Map([block('Lamp', [])]) }))
    expect(scene.nodes.at(-1)?.name).toBe(name)
  })

  it('has one placement with the identity matrix', () => {
    const wall = object()
    const { tree } = add(model({ objects: [wall] }))
    expect(tree.instances.get(wall)).toMatchObject([{ node: 1, parents: [] }])
    expect([...(tree.instances.get(wall)?.[0]?.matrix ?? [])]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
  })

  it('is counted but not written for an object on a layout', () => {
    const { tree, scene } = add(model({ objects: [object({ isOnLayout: true }), object({ isOnLayout: true })] }))
    expect(tree.onLayouts).toBe(2)
    expect(scene.nodes).toEqual([])
  })

  it('has property sets for layer, material, groups and user text', () => {
    const wall = object({ materialIndex: 0, groups: [1, 7], userTexts: [['Fire', 'EI 60']] })
    const input = model({
      objects: [wall],
      materials: [{ name: 'Tuff', color: [1, 0, 0], opacity: 1 }],
      groups: ['North', 'South'],
    })
    expect(listPropertySets(add(input).scene, 1)).toEqual([
      {
        name: 'Rhino',
        properties: [
          { name: 'Layer', value: 'Default' },
          { name: 'Material', value: 'Tuff' },
          { name: 'Groups', value: 'South, 7' },
        ],
      },
      { name: 'User text', properties: [{ name: 'Fire', value: 'EI 60' }] },
    ])
  })

  it('ends the read beyond the node limit', () => {
    const objects = Array.from({ length: 5 }, () => object())
    expect(() => add(model({ objects }), { nodes: 6 })).not.toThrow()
    expect(() => add(model({ objects }), { nodes: 5 })).toThrow(/limit-exceeded/)
  })
})

describe('3DM document user text', () => {
  it('is assigned to a root node above all layers', () => {
    const { scene } = add(model({ objects: [object({ name: 'a' })], texts: [['Client', 'Stone']] }))
    expect(listPaths(scene)).toEqual(['Tower', 'Tower/Default', 'Tower/Default/a'])
    expect(listPropertySets(scene, 0)).toEqual([
      { name: 'Document user text', properties: [{ name: 'Client', value: 'Stone' }] },
    ])
  })
})

describe('3DM block', () => {
  const glass = inBlock({ name: 'Glass' })
  const pane = block('Pane', [glass])
  const inner = use('Pane', 10, { isInBlock: true, name: 'inner' })
  const window = block('Window', [inner])

  it('is written below each of its instances with the combined transform', () => {
    const [one, two] = [use('Window', 1, { name: 'one' }), use('Window', 2, { name: 'two' })]
    const { tree, scene } = add(model({ objects: [glass, inner, one, two], blocks: new Map([pane, window]) }))
    expect(listPaths(scene)).toEqual([
      ...['Default', 'Default/one', 'Default/one/inner', 'Default/one/inner/Glass'],
      ...['Default/two', 'Default/two/inner', 'Default/two/inner/Glass'],
    ])
    const instances = tree.instances.get(glass) ?? []
    expect(instances.map(({ matrix }) => matrix[9])).toEqual([11, 12])
    expect(instances[0]?.parents).toEqual([inner, one])
    expect(tree.blocksNotPlaced).toBe(0)
  })

  it('hides its contents when its instance is hidden', () => {
    const hidden = use('Window', 0, { name: 'one', isVisible: false })
    const { scene } = add(model({ objects: [glass, inner, hidden], blocks: new Map([pane, window]) }))
    expect(listPaths(scene).at(-1)).toBe('Default/one?/inner?/Glass?')
  })

  it('is counted when nothing places it', () => {
    const { tree, scene } = add(model({ objects: [glass, inner], blocks: new Map([pane, window]) }))
    expect(tree.blocksNotPlaced).toBe(2)
    expect(scene.nodes).toEqual([])
  })

  it('is reported as broken when it contains itself', () => {
    const again = use('Loop', 1, { isInBlock: true })
    const first = use('Loop')
    const { tree } = add(model({ objects: [again, first], blocks: new Map([block('Loop', [again])]) }))
    expect(tree.brokenBlocks).toEqual([again])
  })

  it('is reported as broken beyond the maximum nesting depth', () => {
    const uses = Array.from({ length: 60 }, (_, depth) => use(`Level ${depth + 1}`, 1, { isInBlock: depth > 0 }))
    const blocks = new Map(uses.map((_, depth) => block(`Level ${depth + 1}`, uses.slice(depth + 1, depth + 2))))
    const { tree, scene } = add(model({ objects: uses, blocks }))
    expect(scene.nodes.length).toBe(34)
    expect(tree.brokenBlocks).toHaveLength(1)
  })

  it.each([
    ['missing', use('Nowhere')],
    ['transformed by a non-finite matrix', use('Pane', Number.NaN)],
    ['transformed by a truncated matrix', use('Pane', 0, { block: { id: 'Pane', rows: [1, 0, 0] } })],
  ])('is reported as broken when %s', (_, broken) => {
    const { tree } = add(model({ objects: [glass, broken], blocks: new Map([pane]) }))
    expect(tree.brokenBlocks).toEqual([broken])
    expect(tree.instances.size).toBe(0)
  })

  it('is reported as broken when nested transforms exceed the coordinate range', () => {
    const huge = (name: string, changes: Partial<ModelObject> = {}): ModelObject =>
      use(name, 0, { block: { id: name, rows: [1e9, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }, ...changes })
    const within = huge('Pane', { isInBlock: true })
    const { tree } = add(
      model({ objects: [glass, within, huge('Window')], blocks: new Map([pane, block('Window', [within])]) }),
    )
    expect(tree.brokenBlocks).toEqual([within])
  })

  it('has one placement for each of 20,000 instances', () => {
    const uses = Array.from({ length: 20_000 }, (_, at) => use('Pane', at))
    const { tree } = add(model({ objects: [glass, ...uses], blocks: new Map([pane]) }), { nodes: 100_000 })
    expect(tree.instances.get(glass)?.at(-1)?.matrix[9]).toBe(19_999)
  })
})
