import { describe, expect, it } from 'vitest'
import { rowOf, parseStep } from '../testing/parse-step.js'
import { ProductStructure } from './product-structure.js'
import { Units } from './units.js'

const products = `
#1=APPLICATION_CONTEXT('');
#2=PRODUCT('A-1','axle','of steel',());
#3=PRODUCT_DEFINITION_FORMATION('B','',#2);
#4=PRODUCT_DEFINITION('design','',#3,#1);
#5=PRODUCT_DEFINITION_SHAPE('','',#4);
#6=PRODUCT('W-1','','',());
#7=PRODUCT_DEFINITION_FORMATION('','',#6);
#8=PRODUCT_DEFINITION('design','',#7,#1);
#9=PRODUCT_DEFINITION_SHAPE('','',#8);
#10=(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNIT_ASSIGNED_CONTEXT((#11))REPRESENTATION_CONTEXT('',''));
#11=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT($,.METRE.));
#12=CARTESIAN_POINT('',(0.,0.,0.));
#13=CARTESIAN_POINT('',(0.,0.,2.));
#14=AXIS2_PLACEMENT_3D('',#12,$,$);
#15=AXIS2_PLACEMENT_3D('',#13,$,$);
#16=SHAPE_REPRESENTATION('wheel',(#14),#10);
#17=SHAPE_REPRESENTATION('axle',(#15),#10);
#18=SHAPE_DEFINITION_REPRESENTATION(#9,#16);
#19=SHAPE_DEFINITION_REPRESENTATION(#5,#17);
`
/** Builds the use of the wheel on the axle. */
const use = (relation: string, frames = '#14,#15'): string => `
#20=NEXT_ASSEMBLY_USAGE_OCCURRENCE('u1','wheel left','',#4,#8,$);
#21=PRODUCT_DEFINITION_SHAPE('','',#20);
#22=ITEM_DEFINED_TRANSFORMATION('','',${frames});
#23=(REPRESENTATION_RELATIONSHIP('','',${relation})REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(#22)SHAPE_REPRESENTATION_RELATIONSHIP());
#24=CONTEXT_DEPENDENT_SHAPE_REPRESENTATION(#23,#21);
`

function readStructure(rows: string) {
  const file = parseStep(products + rows)
  const structure = new ProductStructure(file, new Units(file))
  const row = (id: number): number => rowOf(file, id)
  return { structure, row, idOf: (each: number) => (each < 0 ? -1 : file.index.getId(each)) }
}

describe('STEP product', () => {
  it('has an id, a name and a version, and uses the id for a missing name', () => {
    const { structure, row } = readStructure('')
    expect(structure.names(row(4))).toEqual({ id: 'A-1', name: 'axle', description: 'of steel', version: 'B' })
    expect(structure.names(row(8))).toEqual({ id: 'W-1', name: 'W-1', description: '', version: '' })
    expect(structure.names(-1)).toEqual({ id: '', name: '', description: '', version: '' })
  })

  it('has the shape representations of its definition', () => {
    const { structure, row } = readStructure('')
    expect(structure.shapesOf(row(4))).toEqual([row(17)])
    expect(structure.shapesOf(row(1))).toEqual([])
  })

  it('is a root when it is used nowhere', () => {
    const { structure, idOf } = readStructure('')
    expect(structure.roots.map(idOf)).toEqual([4, 8])
    const used = readStructure(use('#16,#17'))
    expect(used.structure.roots.map(used.idOf)).toEqual([4])
  })

  it('is the only root of a cycle of uses', () => {
    const circle = `#30=NEXT_ASSEMBLY_USAGE_OCCURRENCE('a','','',#4,#8,$);#31=NEXT_ASSEMBLY_USAGE_OCCURRENCE('b','','',#8,#4,$);`
    const { structure, idOf } = readStructure(circle)
    expect(structure.roots.map(idOf)).toEqual([4])
  })

  it('is not a root without a shape and without a use', () => {
    const lonely =
      "#30=PRODUCT('x','','',());#31=PRODUCT_DEFINITION_FORMATION('','',#30);#32=PRODUCT_DEFINITION('','',#31,#1);"
    const { structure, idOf } = readStructure(lonely)
    expect(structure.roots.map(idOf)).toEqual([4, 8])
  })
})

describe('STEP product use', () => {
  const getHeight = (rows: string): number | undefined => {
    const { structure, row } = readStructure(rows)
    return structure.occurrencesIn(row(4))[0]?.matrix[11]
  }

  it('has a name, a child product and a transform in metres', () => {
    const { structure, row } = readStructure(use('#16,#17'))
    const [occurrence] = structure.occurrencesIn(row(4))
    expect(occurrence).toMatchObject({ row: row(20), name: 'wheel left', child: row(8) })
    expect([...(occurrence?.matrix ?? [])]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 2])
    expect(structure.occurrencesIn(row(8))).toEqual([])
  })

  it.each([
    ['child and assembly', '#16,#17', '#14,#15', 2],
    ['assembly and child', '#17,#16', '#15,#14', 2],
    ['placements in reverse order', '#16,#17', '#15,#14', 2],
    ['all references in reverse order', '#17,#16', '#14,#15', 2],
  ])('has the same transform whatever the order of its references: %s', (_, relation, frames, height) => {
    expect(getHeight(use(relation, frames))).toBe(height)
  })

  it('is found by a related representation of its shape', () => {
    const related = `#30=SHAPE_REPRESENTATION('other',(#14),#10);#31=SHAPE_REPRESENTATION_RELATIONSHIP('','',#16,#30);`
    expect(getHeight(`${related}${use('#30,#17')}`)).toBe(2)
    expect(getHeight(`${related}${use('#17,#30', '#15,#14')}`)).toBe(2)
  })

  it('is found through chains and cycles of equivalent representations', () => {
    const shapes = `#30=SHAPE_REPRESENTATION('b',(#14),#10);#31=SHAPE_REPRESENTATION('c',(#14),#10);
      #32=SHAPE_REPRESENTATION_RELATIONSHIP('','',#30,#31);#33=SHAPE_REPRESENTATION_RELATIONSHIP('','',#16,#30);
      #34=SHAPE_REPRESENTATION_RELATIONSHIP('','',#31,#16);#35=SHAPE_REPRESENTATION_RELATIONSHIP('','',#99,#31);`
    expect(getHeight(`${shapes}${use('#31,#17')}`)).toBe(2)
    expect(getHeight(`${shapes}${use('#17,#31', '#15,#14')}`)).toBe(2)
  })

  it('has the origin of the assembly without a transformation', () => {
    const plain = use('#16,#17').replace(/#23=.*;/, "#23=SHAPE_REPRESENTATION_RELATIONSHIP('','',#16,#17);")
    expect(getHeight(plain)).toBe(0)
    expect(getHeight(use('#99,#17'))).toBe(0)
  })

  it('accepts a transformation operator as its transform', () => {
    const operator = use('#16,#17').replace(
      /#22=.*;/,
      "#22=CARTESIAN_TRANSFORMATION_OPERATOR_3D('','','',$,$,#13,1.,$);",
    )
    expect(getHeight(operator)).toBe(2)
  })

  it('is found by the statement that places it', () => {
    const { structure, row } = readStructure(use('#16,#17'))
    expect(structure.getUsage(row(24))).toBe(row(20))
    expect(structure.getUsage(row(23))).toBe(-1)
    expect(structure.getOwner(row(5))).toBe(row(4))
  })

  it('is omitted when a product contains itself', () => {
    const { structure, row } = readStructure("#30=NEXT_ASSEMBLY_USAGE_OCCURRENCE('a','','',#4,#4,$);")
    expect(structure.occurrencesIn(row(4))).toEqual([])
  })
})
