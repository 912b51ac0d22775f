import { describe, expect, it } from 'vitest'
import { rowOf, parseStep } from '../testing/parse-step.js'
import { readRelation, readRepresentation, RepresentationLinks } from './representations.js'

const file = parseStep(`
#1=SHAPE_REPRESENTATION('a',(#10,#11,#99),#20);
#2=ADVANCED_BREP_SHAPE_REPRESENTATION('b',(#11),#20);
#3=(REPRESENTATION('c',(#10),#20)SHAPE_REPRESENTATION()TESSELLATED_SHAPE_REPRESENTATION());
#4=SHAPE_REPRESENTATION_RELATIONSHIP('','',#1,#2);
#5=(REPRESENTATION_RELATIONSHIP('','',#2,#3)REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(#30)SHAPE_REPRESENTATION_RELATIONSHIP());
#6=SHAPE_REPRESENTATION_RELATIONSHIP('','',#1,#99);
#10=PLANE('',$);
#11=PLANE('',$);
#20=GEOMETRIC_REPRESENTATION_CONTEXT('','',3);
#30=ITEM_DEFINED_TRANSFORMATION('','',$,$);
`)
const row = (id: number): number => rowOf(file, id)

describe('readRepresentation', () => {
  it('returns the context and the existing items', () => {
    expect(readRepresentation(file, row(1))).toEqual({ row: row(1), items: [row(10), row(11)], context: row(20) })
  })

  it('reads a complex instance', () => {
    expect(readRepresentation(file, row(3))).toEqual({ row: row(3), items: [row(10)], context: row(20) })
  })

  it('returns null for other statements', () => {
    expect([readRepresentation(file, row(10)), readRepresentation(file, row(4)), readRepresentation(file, -1)]).toEqual(
      [null, null, null],
    )
  })
})

describe('STEP representation relationships', () => {
  it('have two representations and an optional transformation', () => {
    expect(readRelation(file, row(4))).toEqual({ first: row(1), second: row(2), transformation: -1 })
    expect(readRelation(file, row(5))).toEqual({ first: row(2), second: row(3), transformation: row(30) })
    expect(readRelation(file, row(6))).toBeNull()
  })

  it('link both ways, except those of an assembly', () => {
    const links = new RepresentationLinks(file, new Set())
    expect(links.of(row(1))).toEqual([{ row: row(2), relation: null }])
    expect(links.of(row(2))).toEqual([
      { row: row(1), relation: null },
      { row: row(3), relation: { transformation: row(30), isFirst: false } },
    ])
    expect(links.of(row(3))).toEqual([{ row: row(2), relation: { transformation: row(30), isFirst: true } }])
    expect(new RepresentationLinks(file, new Set([row(5)])).of(row(3))).toEqual([])
  })
})
