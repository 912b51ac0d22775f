import { createRecordedContext } from '@kamar/test-kit'
import { TranslationError } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { ProductStructure } from './model/product-structure.js'
import { ShapeItems } from './model/shape-items.js'
import { Styles } from './model/styles.js'
import { Units } from './model/units.js'
import { rowOf, parseStep } from './testing/parse-step.js'
import { addTree } from './tree.js'

/** Builds a product of this number (ten statements each): its definition is `#n4`, its shape's items are in `#n6`. */
const product = (number: number, name: string, items = ''): string => `
#${number}2=PRODUCT('id ${number}','${name}','',());
#${number}3=PRODUCT_DEFINITION_FORMATION('','',#${number}2);
#${number}4=PRODUCT_DEFINITION('','',#${number}3,$);
#${number}5=PRODUCT_DEFINITION_SHAPE('','',#${number}4);
#${number}6=SHAPE_REPRESENTATION('',(${items}),$);
#${number}7=SHAPE_DEFINITION_REPRESENTATION(#${number}5,#${number}6);`
const use = (id: number, name: string, parent: number, child: number): string =>
  `#${id}=NEXT_ASSEMBLY_USAGE_OCCURRENCE('','${name}','',#${parent}4,#${child}4,$);`
const solid = (id: number, name = ''): string => `#${id}=MANIFOLD_SOLID_BREP('${name}',$);`
const curves = (id: number): string => `#${id}=GEOMETRIC_CURVE_SET('',());`

/** Builds the tree of these statements: names with those of their parents, and the item instances by number. */
function buildTree(rows: string, limits: { nodes?: number } = {}) {
  const file = parseStep(rows)
  const { context, scene } = createRecordedContext({ limits })
  const units = new Units(file)
  const structure = new ProductStructure(file, units)
  const shapes = new ShapeItems(file, units, structure)
  const tree = addTree({ file, structure, shapes, styles: new Styles(file), context, fileName: 'C:\\in\\gear box.stp' })
  const formatPath = (node: number): string => {
    const { parent, name } = scene.nodes[node] ?? { parent: null, name: '' }
    return parent === null ? name : `${formatPath(parent)}/${name}`
  }
  const items = Object.fromEntries(
    [...tree.items].map(([row, { instances }]) => [file.index.getId(row), instances.length]),
  )
  return {
    tree,
    scene,
    items,
    paths: scene.nodes.map((_, node) => formatPath(node)),
    row: (id: number) => rowOf(file, id),
  }
}

describe('STEP node names', () => {
  it.each([
    ['left wheel', 'left wheel'],
    ['  left ', 'left'],
    ['', 'wheel'],
    ['NAUO12', 'wheel'],
    ['=>[0:1:1:2]', 'wheel'],
    ['next assembly usage occurrence', 'wheel'],
    ['None', 'wheel'],
  ])('show a use named “%s” as %s', (name, expectedName) => {
    const { paths } = buildTree(`${product(1, 'cart')}${product(2, 'wheel', '#90')}${use(80, name, 1, 2)}${solid(90)}`)
    expect(paths).toEqual(['cart', `cart/${expectedName}`])
  })

  it('fall back to the product id and then to the file name', () => {
    expect(buildTree(`${product(1, '', '#90')}${solid(90)}`).paths).toEqual(['id 1'])
    expect(buildTree(`${product(1, '', '#90').replace('id 1', '')}${solid(90)}`).paths).toEqual(['gear box'])
  })

  it('keep stated names of solids and number the others by kind', () => {
    const rows = `${product(1, 'P', '#90,#91,#92,#93')}${solid(90)}${solid(91, 'lid')}${solid(92, 'NONE')}${curves(93)}`
    const { paths, scene } = buildTree(rows)
    expect(paths).toEqual(['P', 'P/solid 1', 'P/lid', 'P/solid 3', 'P/curves 1'])
    expect(scene.nodes.map((node) => node.class)).toEqual(['part', 'solid', 'solid', 'solid', 'curves'])
  })
})

describe('STEP tree', () => {
  it('has one node per use and places a part once per use', () => {
    const rows = `${product(1, 'cart')}${product(2, 'axle')}${product(3, 'wheel', '#90')}${solid(90)}
      ${use(80, 'front', 1, 2)}${use(81, 'rear', 1, 2)}${use(82, 'left', 2, 3)}${use(83, 'right', 2, 3)}`
    const { paths, items, scene, tree, row } = buildTree(rows)
    expect(paths.filter((path) => path.startsWith('cart/rear'))).toEqual([
      'cart/rear',
      'cart/rear/left',
      'cart/rear/right',
    ])
    expect(items).toEqual({ 90: 4 })
    expect(scene.nodes.map((node) => node.class).slice(0, 3)).toEqual(['assembly', 'assembly', 'part'])
    expect(tree.sources[2]).toEqual({ definition: row(34), occurrence: row(82), item: row(90) })
  })

  it('is cut at the depth limit', () => {
    const levels = Array.from({ length: 150 }, (_, at) => product(at + 10, `p${at}`, '#9'))
    const uses = Array.from({ length: 149 }, (_, at) => use(10_000 + at, 'u', at + 10, at + 11))
    expect(buildTree(`${solid(9)}${levels.join('')}${uses.join('')}`).scene.nodes.length).toBeLessThan(270)
  })

  it('fails beyond the node limit', () => {
    const rows = `${product(1, 'P', '#90,#91')}${solid(90)}${solid(91)}`
    expect(() => buildTree(rows, { nodes: 2 })).toThrow(TranslationError)
    expect(buildTree(rows, { nodes: 3 }).paths).toHaveLength(3)
  })
})

describe('STEP shapes without a product', () => {
  it('are placed under a node named after the file, without curves', () => {
    const rows = `${product(1, 'P', '#90')}${solid(90)}#50=SHAPE_REPRESENTATION('',(#91,#92),$);${solid(91)}${curves(92)}`
    const { paths, tree, items } = buildTree(rows)
    expect([paths, tree.hasOrphans]).toEqual([['P', 'gear box', 'gear box/solid 1'], true])
    expect(items).toEqual({ 90: 1, 91: 1 })
  })

  it('are not repeated when a product shows them', () => {
    const { paths, tree } = buildTree(`${product(1, 'P', '#90')}${solid(90)}#50=SHAPE_REPRESENTATION('',(#90),$);`)
    expect([paths, tree.hasOrphans]).toEqual([['P'], false])
  })
})
