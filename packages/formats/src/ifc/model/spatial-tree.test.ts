import { TranslationError } from '@kamar/core'
import { RecordingScene } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { listIds, parseIfc } from '../testing/step-file.js'
import { readRelations } from './relations.js'
import { addTree, drawnTypes } from './spatial-tree.js'
import { runToEnd } from '../time-slices.js'

function buildTree(rows: string, nodes = 1000) {
  const file = parseIfc(rows)
  const scene = new RecordingScene()
  const tree = runToEnd(
    addTree(file, scene, {
      relations: runToEnd(readRelations(file)),
      typeRows: drawnTypes(file),
      fileName: 'model.ifc',
      nodes,
    }),
  )
  const depths: number[] = []
  tree.parents.forEach((parent, node) => (depths[node] = parent < 0 ? 0 : 1 + depths[parent]))
  /** The displayed tree: one line per node, indented. */
  const lines = scene.nodes.map(({ name }, node) => `${'. '.repeat(Math.min(depths[node], 20))}${name}`)
  return { file, scene, tree, lines }
}

const product = (id: number, type: string, name: string, rest = '$,$,$,$'): string =>
  `#${id}=${type}('guid${id}',$,${name},$,${rest});`

const building = `
${product(1, 'IFCPROJECT', "'House'", '$,$,$,$,$')}
${product(2, 'IFCSITE', "'Site'")}
${product(3, 'IFCBUILDING', "'Building'")}
${product(4, 'IFCBUILDINGSTOREY', "'Ground floor'")}
${product(5, 'IFCWALL', "'Wall'")}
${product(6, 'IFCDOOR', "'Door'")}
${product(7, 'IFCOPENINGELEMENT', "'Opening'")}
${product(8, 'IFCSPACE', "'Kitchen'", "$,$,$,'Room to cook'")}
${product(9, 'IFCDISTRIBUTIONPORT', "'Port'")}
#20=IFCRELAGGREGATES('',$,$,$,#1,(#2));
#21=IFCRELAGGREGATES('',$,$,$,#2,(#3));
#22=IFCRELAGGREGATES('',$,$,$,#3,(#4));
#23=IFCRELAGGREGATES('',$,$,$,#4,(#8));
#24=IFCRELCONTAINEDINSPATIALSTRUCTURE('',$,$,$,(#5,#6),#4);
#25=IFCRELVOIDSELEMENT('',$,$,$,#5,#7);
#26=IFCRELFILLSELEMENT('',$,$,$,#7,#6);`

describe('IFC spatial tree', () => {
  it('follows aggregation, containment and voids', () => {
    expect(buildTree(building).lines).toEqual([
      'House',
      '. Site',
      '. . Building',
      '. . . Ground floor',
      '. . . . Wall',
      '. . . . . Opening',
      '. . . . Door',
      '. . . . Kitchen Room to cook',
    ])
  })

  it('states name, class, GlobalId and visibility of each node', () => {
    const { scene } = buildTree(building)
    expect(scene.nodes[0]).toEqual({ parent: null, name: 'House', class: 'IfcProject', sourceId: 'guid1' })
    expect(scene.nodes[4]).toEqual({ parent: 3, name: 'Wall', class: 'IfcWall', sourceId: 'guid5' })
    expect(scene.nodes[5]).toEqual({
      parent: 4,
      name: 'Opening',
      class: 'IfcOpeningElement',
      sourceId: 'guid7',
      hidden: true,
    })
    expect(scene.nodes[7]).toMatchObject({ class: 'IfcSpace', hidden: true })
  })

  it('lists the row of each node', () => {
    const { tree, file } = buildTree(building)
    expect(listIds(file, tree.rows)).toEqual([1, 2, 3, 4, 5, 7, 6, 8])
  })

  it('omits ports and structural connections', () => {
    const { lines } = buildTree(`${building}\n${product(30, 'IFCSTRUCTURALPOINTCONNECTION', "'Analysis'")}`)
    expect(lines.filter((line) => /Port|Analysis/.test(line))).toEqual([])
  })

  it('attaches unrelated products to the project', () => {
    const { lines } = buildTree(`${product(1, 'IFCPROJECT', "'P'", '$,$,$,$,$')}
${product(5, 'IFCWALL', "'Lost wall'")}
${product(6, 'IFCWALL', "'Orphan'")}
#24=IFCRELCONTAINEDINSPATIALSTRUCTURE('',$,$,$,(#6),#99);`)
    expect(lines).toEqual(['P', '. Lost wall', '. Orphan'])
  })

  it('has the file as root without a project', () => {
    const { scene, lines } = buildTree(product(5, 'IFCWALL', "'Wall'"))
    expect(lines).toEqual(['model.ifc', '. Wall'])
    expect(scene.nodes[0]).toMatchObject({ class: 'IfcProject', sourceId: '', parent: null })
  })

  it('places doors below their wall and nested elements below their host', () => {
    const { lines } = buildTree(`${product(1, 'IFCPROJECT', "'P'", '$,$,$,$,$')}
${product(5, 'IFCWALL', "'Wall'")}
${product(6, 'IFCDOOR', "'Door'")}
${product(7, 'IFCOPENINGELEMENT', "'Opening'")}
${product(8, 'IFCFURNITURE', "'Handle'")}
#25=IFCRELVOIDSELEMENT('',$,$,$,#5,#7);
#26=IFCRELFILLSELEMENT('',$,$,$,#7,#6);
#27=IFCRELNESTS('',$,$,$,#6,(#8));`)
    expect(lines).toEqual(['P', '. Wall', '. . Door', '. . . Handle', '. . Opening'])
  })

  it('breaks relation cycles at their first member without losing products', () => {
    const { lines } = buildTree(`${product(1, 'IFCPROJECT', "'P'", '$,$,$,$,$')}
${product(5, 'IFCWALL', "'A'")}
${product(6, 'IFCWALL', "'B'")}
${product(7, 'IFCWALL', "'C'")}
#20=IFCRELAGGREGATES('',$,$,$,#5,(#6));
#21=IFCRELAGGREGATES('',$,$,$,#6,(#7));
#22=IFCRELAGGREGATES('',$,$,$,#7,(#5));`)
    expect(lines).toEqual(['P', '. A', '. . B', '. . . C'])
  })

  it('supports 20,000 levels', () => {
    const depth = 20_000
    const rows = Array.from(
      { length: depth },
      (_, at) => `${product(10 + at, 'IFCWALL', "'W'")}
#${1_000_000 + at}=IFCRELAGGREGATES('',$,$,$,#${at === 0 ? 1 : 9 + at},(#${10 + at}));`,
    )
    const { tree } = buildTree(`${product(1, 'IFCPROJECT', "'P'", '$,$,$,$,$')}\n${rows.join('\n')}`, depth + 1)
    expect(tree.parents.at(-1)).toBe(depth - 1)
  })

  it('rejects more nodes than its limit', () => {
    expect(() => buildTree(building, 7)).toThrow(TranslationError)
    expect(buildTree(building, 8).lines).toHaveLength(8)
    expect(buildTree(building, 9).lines).toHaveLength(8)
  })

  it('includes unknown classes that have a shape', () => {
    const rows = `${product(5, 'IFCNOVELTY', "'New'", '$,$,#10,$')}\n${product(6, 'IFCIDEA', "'Idea'")}\n#10=IFCPRODUCTDEFINITIONSHAPE($,$,());`
    expect(buildTree(rows).lines).toEqual(['model.ifc', '. New'])
  })
})

describe('IFC node name', () => {
  it.each([
    ['IFCSPACE', "'101'", "'Kitchen'", '101 Kitchen'],
    ['IFCSPACE', "'Kitchen'", "'Kitchen'", 'Kitchen'],
    ['IFCSPACE', '$', "'Kitchen'", 'Kitchen'],
    ['IFCSPACE', "'101'", '$', '101'],
    ['IFCBUILDING', "''", "'Town hall'", 'Town hall'],
    ['IFCBUILDINGSTOREY', "'1'", "'First floor'", '1'],
    ['IFCWALL', "'  padded  '", "'no long name'", 'padded'],
    ['IFCWALL', '$', '$', ''],
  ])('combines the %s name %s and long name %s to %s', (type, name, longName, expectedName) => {
    expect(buildTree(product(5, type, name, `$,$,$,${longName}`)).scene.nodes[1]?.name).toBe(expectedName)
  })
})

describe('IFC type nodes', () => {
  const type = "#5=IFCFURNITURETYPE('guid5',$,'Chair',$,$,$,(#6),$,$,$);\n#6=IFCREPRESENTATIONMAP(#7,#8);"

  it('are added for types with a shape when no product has one', () => {
    const { lines, scene } = buildTree(
      `${product(1, 'IFCPROJECT', "'Library'", '$,$,$,$,$')}\n${type}\n#9=IFCWALLTYPE('',$,'No shape',$,$,$,$,$,$,$);`,
    )
    expect(lines).toEqual(['Library', '. Chair'])
    expect(scene.nodes[1]).toMatchObject({ class: 'IfcFurnitureType', sourceId: 'guid5' })
  })

  it('are omitted when a product has a shape', () => {
    const { lines } = buildTree(
      `${type}\n${product(4, 'IFCWALL', "'Wall'", '$,$,#10,$')}\n#10=IFCPRODUCTDEFINITIONSHAPE($,$,());`,
    )
    expect(lines).toEqual(['model.ifc', '. Wall'])
  })
})
