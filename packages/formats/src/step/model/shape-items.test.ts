import { describe, expect, it } from 'vitest'
import { rowOf, parseStep } from '../testing/parse-step.js'
import { ProductStructure } from './product-structure.js'
import { ShapeItems } from './shape-items.js'
import { Units } from './units.js'

const base = `
#1=PRODUCT_DEFINITION('','',$,$);
#2=PRODUCT_DEFINITION_SHAPE('','',#1);
#3=SHAPE_DEFINITION_REPRESENTATION(#2,#10);
#4=CARTESIAN_POINT('',(0.,0.,0.));
#5=CARTESIAN_POINT('',(7.,0.,0.));
#6=AXIS2_PLACEMENT_3D('',#4,$,$);
#7=AXIS2_PLACEMENT_3D('',#5,$,$);
#8=MANIFOLD_SOLID_BREP('',$);
#9=(GLOBAL_UNIT_ASSIGNED_CONTEXT((#90))REPRESENTATION_CONTEXT('',''));
#90=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT($,.METRE.));
`

/** Lists the items of the product as `number kind x`. */
function listItems(rows: string): string[] {
  const { items, shapes, getId } = open(rows)
  expect(shapes.visited.size).toBeGreaterThan(0)
  return items.map(({ row, kind, matrix }) => `${getId(row)} ${kind} ${matrix[9]}`)
}

function open(rows: string) {
  const file = parseStep(base + rows)
  const units = new Units(file)
  const shapes = new ShapeItems(file, units, new ProductStructure(file, units))
  const getId = (row: number): number => file.index.getId(row)
  return { file, shapes, getId, items: shapes.of(rowOf(file, 1)) }
}

describe('STEP shape items', () => {
  it('include drawable items but no frames and points', () => {
    const rows = `#10=SHAPE_REPRESENTATION('',(#6,#8,#4,#11,#12,#13,#14),#9);#11=GEOMETRIC_CURVE_SET('',());
      #12=TESSELLATED_SOLID('',(),$);#13=CSG_SOLID('',$);#14=B_SPLINE_SURFACE_WITH_KNOTS();`
    expect(listItems(rows)).toEqual(['8 solid 0', '11 curves 0', '12 tessellated 0', '13 not-read 0', '14 not-read 0'])
  })

  it('carry their context and representation', () => {
    const { items, getId } = open("#10=ADVANCED_BREP_SHAPE_REPRESENTATION('',(#8),#9);")
    expect(items.map(({ context, representation }) => [getId(context), getId(representation)])).toEqual([[9, 10]])
  })

  it('include those of related representations, moved by the relation', () => {
    const rows = `#10=SHAPE_REPRESENTATION('',(#6),#9);#11=SHAPE_REPRESENTATION('',(#7,#8),#9);
      #12=ITEM_DEFINED_TRANSFORMATION('','',#7,#6);
      #13=(REPRESENTATION_RELATIONSHIP('','',#11,#10)REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(#12)SHAPE_REPRESENTATION_RELATIONSHIP());`
    expect(listItems(rows)).toEqual(['8 solid -7'])
    expect(listItems(rows.replace('#11,#10)', '#10,#11)').replace("'',#7,#6", "'',#6,#7"))).toEqual(['8 solid -7'])
  })

  it('are visited once per representation in a cycle of relations', () => {
    const rows = `#10=SHAPE_REPRESENTATION('',(#8),#9);#11=SHAPE_REPRESENTATION('',(#8),#9);
      #12=SHAPE_REPRESENTATION_RELATIONSHIP('','',#10,#11);#13=SHAPE_REPRESENTATION_RELATIONSHIP('','',#11,#10);`
    expect(listItems(rows)).toEqual(['8 solid 0', '8 solid 0'])
  })

  it('are transformed by nested mapped items', () => {
    const rows = `#10=SHAPE_REPRESENTATION('',(#12),#9);#11=REPRESENTATION_MAP(#6,#13);#12=MAPPED_ITEM('',#11,#7);
      #13=SHAPE_REPRESENTATION('',(#15,#8),#9);#14=REPRESENTATION_MAP(#6,#16);#15=MAPPED_ITEM('',#14,#7);
      #16=SHAPE_REPRESENTATION('',(#17),#9);#17=FACETED_BREP('',$);`
    expect(listItems(rows)).toEqual(['17 solid 14', '8 solid 7'])
    const { items, getId } = open(rows)
    expect(items.map(({ mappedBy }) => mappedBy.map(getId))).toEqual([[12, 15], [12]])
  })

  it('stop at a representation that maps itself', () => {
    const rows = `#10=SHAPE_REPRESENTATION('',(#12,#8),#9);#11=REPRESENTATION_MAP(#6,#10);#12=MAPPED_ITEM('',#11,#7);`
    expect(listItems(rows)).toEqual(['8 solid 7', '8 solid 0'])
  })

  it('are found by representation when they have no product', () => {
    const { shapes, file, getId } = open("#10=SHAPE_REPRESENTATION('',(#6),#9);#20=SHAPE_REPRESENTATION('',(#8),#9);")
    expect(shapes.visited.has(rowOf(file, 20))).toBe(false)
    expect(shapes.ofRepresentation(rowOf(file, 20)).map(({ row }) => getId(row))).toEqual([8])
    expect(shapes.ofRepresentation(rowOf(file, 8))).toEqual([])
  })
})
