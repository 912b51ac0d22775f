import { TranslationError } from '@kamar/core'
import { RecordingScene } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { boxRows, productRows, projectRows } from '../../testing/model-text.js'
import { parseIfc } from '../../testing/step-file.js'
import { readRelations } from '../relations.js'
import { collectShapes, ShapeCollector } from './shapes.js'
import { addTree, drawnTypes } from '../spatial-tree.js'
import { readStyles } from '../styles.js'
import { runToEnd } from '../../time-slices.js'

async function createPlan(rows: string, maxInstances = 1000) {
  const file = parseIfc(projectRows() + rows)
  const relations = runToEnd(readRelations(file))
  const typeRows = drawnTypes(file)
  const scene = new RecordingScene()
  const tree = runToEnd(addTree(file, scene, { relations, typeRows, fileName: '', nodes: 1e6 }))
  const styles = runToEnd(readStyles(file))
  const collector = new ShapeCollector({ file, styles, relations, nodeCount: tree.rows.length, maxInstances })
  const plan = runToEnd(collectShapes(collector, { tree, typeRows }))
  /** Drawn shapes as `#item×count`, elements with their openings. */
  const shapes = [...plan.shapes].map(({ kind, row, openings }, number) => {
    const cut = openings.map((opening) => `-#${file.index.getId(opening)}`).join('')
    return `${kind} #${file.index.getId(row)}${cut}×${[...plan.occurrences.of(number)].length}`
  })
  const getFrame = (shape: number, at = 0): number[] => {
    const occurrence = [...plan.occurrences.of(shape)][at]
    return [...plan.frames.get(occurrence.frame)].map((value) => Math.round(value * 1e6) / 1e6 + 0)
  }
  return { plan, shapes, getFrame, scene, styles, drawable: [...plan.drawable] }
}

const mapRows = `
#50=IFCREPRESENTATIONMAP(#8,#51);
#51=IFCSHAPEREPRESENTATION(#6,'Body','SweptSolid',(#60));
#52=IFCMAPPEDITEM(#50,#53);
#53=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#54,1.,$);
#54=IFCCARTESIANPOINT((5.,0.,0.));
#55=IFCMAPPEDITEM(#50,#56);
#56=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#7,10.,$);
${boxRows(60, [1, 1, 1])}`

describe('ShapeCollector', () => {
  it('collects an item shared by products once', async () => {
    const { shapes, drawable } = await createPlan(
      boxRows(60, [1, 1, 1]) + productRows({ id: 100, items: '#60' }) + productRows({ id: 110, items: '#60' }),
    )
    expect(shapes).toEqual(['item #60×2'])
    expect(drawable).toEqual([0, 1, 1])
  })

  it('collects several items of one product', async () => {
    const rows = boxRows(60, [1, 1, 1]) + boxRows(70, [2, 2, 2]) + productRows({ id: 100, items: '#60,#70' })
    expect((await createPlan(rows)).shapes).toEqual(['item #60×1', 'item #70×1'])
  })

  it('applies the transformation operators of mapped items', async () => {
    const { shapes, getFrame } = await createPlan(mapRows + productRows({ id: 100, items: '#52' }))
    expect(shapes).toEqual(['item #60×1'])
    expect(getFrame(0)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0])
  })

  it('follows nested mapped items', async () => {
    const nested = `
#80=IFCREPRESENTATIONMAP(#8,#81);
#81=IFCSHAPEREPRESENTATION(#6,'Body','MappedRepresentation',(#52));
#82=IFCMAPPEDITEM(#80,#53);`
    const { getFrame } = await createPlan(mapRows + nested + productRows({ id: 100, items: '#82' }))
    expect(getFrame(0).slice(9)).toEqual([10, 0, 0])
  })

  it('moves a strong scale from the placement into the shape', async () => {
    const { plan, shapes, getFrame } = await createPlan(mapRows + productRows({ id: 100, items: '#55,#52' }))
    expect(shapes).toEqual(['item #60×1', 'item #60×1'])
    expect([...plan.shapes].map(({ scale }) => scale)).toEqual([
      [10, 10, 10],
      [1, 1, 1],
    ])
    expect(getFrame(0)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
  })

  it('applies the origin of a representation map', async () => {
    const rows =
      mapRows.replace('IFCREPRESENTATIONMAP(#8,', 'IFCREPRESENTATIONMAP(#57,') + `\n#57=IFCAXIS2PLACEMENT3D(#54,$,$);`
    const { getFrame } = await createPlan(rows + productRows({ id: 100, items: '#52' }))
    expect(getFrame(0).slice(9)).toEqual([10, 0, 0])
  })

  it('ends at representation maps that contain themselves', async () => {
    const circle = `
#80=IFCREPRESENTATIONMAP(#8,#81);
#81=IFCSHAPEREPRESENTATION(#6,'Body','MappedRepresentation',(#82,#60));
#82=IFCMAPPEDITEM(#80,#53);`
    const { shapes } = await createPlan(mapRows + circle + productRows({ id: 100, items: '#82' }))
    expect(shapes).toEqual(['item #60×1'])
  })

  it('rejects more occurrences than the limit', async () => {
    const levels = Array.from({ length: 8 }, (_, level) => {
      const id = 200 + level * 10
      const inner = level === 0 ? '#60' : `#${id - 8}`
      const items = Array.from({ length: 10 }, () => inner).join(',')
      return `#${id}=IFCREPRESENTATIONMAP(#8,#${id + 1});\n#${id + 1}=IFCSHAPEREPRESENTATION(#6,'Body','x',(${items}));\n#${id + 2}=IFCMAPPEDITEM(#${id},#53);`
    })
    const bomb = `${mapRows}\n${levels.join('\n')}${productRows({ id: 100, items: '#272' })}`
    await expect(createPlan(bomb)).rejects.toThrow(TranslationError)
  })

  it('inherits the style of the mapped item', async () => {
    const rows = `${mapRows}
#90=IFCSTYLEDITEM(#52,(#91),$);
#91=IFCSURFACESTYLE('Blue',.BOTH.,(#92));
#92=IFCSURFACESTYLESHADING(#93,0.);
#93=IFCCOLOURRGB($,0.,0.,1.);`
    const { plan, styles } = await createPlan(rows + productRows({ id: 100, items: '#52,#55' }))
    const marks = [0, 1].map((shape) => [...plan.occurrences.of(shape)][0].style)
    expect(marks).toEqual([0, -1])
    expect(styles.all[0].name).toBe('Blue')
  })
})

describe('IFC opening element', () => {
  const opening = (id: number, host: number): string =>
    `${productRows({ id, class: 'IFCOPENINGELEMENT', items: '#60' })}\n#${id + 6}=IFCRELVOIDSELEMENT('',$,$,$,#${host},#${id});`

  it('is cut out of its element and not drawn', async () => {
    const rows = boxRows(60, [1, 1, 1]) + productRows({ id: 100, items: '#60' }) + opening(200, 100) + opening(210, 100)
    const { shapes, drawable } = await createPlan(rows)
    expect(shapes).toEqual(['element #100-#200-#210×1'])
    expect(drawable).toEqual([0, 1, 0, 0])
  })

  it('is cut out of the parts of its aggregate', async () => {
    const aggregate = "#300=IFCWALL('',$,'Whole',$,$,$,$,$,$);\n#301=IFCRELAGGREGATES('',$,$,$,#300,(#100));"
    const rows = boxRows(60, [1, 1, 1]) + productRows({ id: 100, items: '#60' }) + opening(200, 300)
    expect((await createPlan(`${rows}\n${aggregate}`)).shapes).toEqual(['element #100-#200×1'])
  })

  it('is left uncut on request', async () => {
    const rows = boxRows(60, [1, 1, 1]) + productRows({ id: 100, items: '#60' }) + opening(200, 100)
    const file = parseIfc(projectRows() + rows)
    const relations = runToEnd(readRelations(file))
    const collector = new ShapeCollector({
      file,
      styles: runToEnd(readStyles(file)),
      relations,
      nodeCount: 5,
      maxInstances: 10,
    })
    collector.addProduct(1, file.index.findRow(100), { cutOpenings: false })
    expect([...collector.shapes].map(({ kind }) => kind)).toEqual(['item'])
  })
})

describe('drawable state of a node', () => {
  it('distinguishes lines, an empty shape and no shape', async () => {
    const { drawable, shapes } = await createPlan(`
#60=IFCPOLYLINE((#7,#7));
${productRows({ id: 100, items: '#60' })}
${productRows({ id: 110, items: '' })}
#120=IFCWALL('',$,'None',$,$,$,$,$,$);
${productRows({ id: 130, items: '#77' })}`)
    expect(shapes).toEqual([])
    expect(drawable).toEqual([0, 2, 1, 0, 1])
  })

  it('is a surface when one item is a surface, in any order', async () => {
    const rows = `\n#70=IFCPOLYLINE((#7,#7));${boxRows(60, [1, 1, 1])}`
    expect((await createPlan(rows + productRows({ id: 100, items: '#70,#60' }))).drawable).toEqual([0, 1])
    expect((await createPlan(rows + productRows({ id: 100, items: '#60,#70' }))).drawable).toEqual([0, 1])
  })
})

describe('ShapeCollector', () => {
  it('gives a shape the rank of its most important product', async () => {
    const furniture = productRows({ id: 100, class: 'IFCFURNITURE', items: '#60' })
    const wall = productRows({ id: 110, items: '#60' })
    expect((await createPlan(boxRows(60, [1, 1, 1]) + furniture)).plan.shapes.get(0).rank).toBe(2)
    expect((await createPlan(boxRows(60, [1, 1, 1]) + furniture + wall)).plan.shapes.get(0).rank).toBe(0)
  })

  it('draws the representation maps of types without products', async () => {
    const { shapes, scene } = await createPlan(`${mapRows}\n#70=IFCDOORTYPE('guid',$,'Door',$,$,$,(#50),$,$,$,$,$,$);`)
    expect(shapes).toEqual(['item #60×1'])
    expect(scene.nodes.map(({ class: className }) => className)).toEqual(['IfcProject', 'IfcDoorType'])
  })
})
