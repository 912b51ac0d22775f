import { describe, expect, it } from 'vitest'
import { listIds, parseIfc, requireRow } from '../testing/step-file.js'
import { Associations } from './associations.js'
import type { IfcFile } from './ifc-file.js'
import { linkManyToOnes, readRelations } from './relations.js'
import type { ReadonlyRowMap } from '../row-map.js'
import { runToEnd } from '../time-slices.js'

const walls = Array.from({ length: 9 }, (_, at) => `#${at + 1}=IFCWALL('g${at + 1}',$,'Wall',$,$,$,$,$);`).join('\n')

const pairs = (file: IfcFile, links: ReadonlyRowMap): number[][] =>
  Array.from({ length: file.index.count }, (_, row) => ({ row, to: links.get(row) })).flatMap(({ row, to }) =>
    to === undefined ? [] : [listIds(file, [row, to])],
  )

describe('IFC relation reader', () => {
  const file = parseIfc(`${walls}
#20=IFCRELAGGREGATES('',$,$,$,#1,(#2,#3));
#21=IFCRELCONTAINEDINSPATIALSTRUCTURE('',$,$,$,(#4,#5),#2);
#22=IFCRELVOIDSELEMENT('',$,$,$,#4,#6);
#23=IFCRELVOIDSELEMENT('',$,$,$,#4,#7);
#24=IFCRELFILLSELEMENT('',$,$,$,#6,#8);
#25=IFCRELNESTS('',$,$,$,#5,(#9));`)
  const relations = runToEnd(readRelations(file))

  it('links parts to wholes, elements to containers and nested elements to hosts', () => {
    expect(pairs(file, relations.aggregateByPart)).toEqual([
      [2, 1],
      [3, 1],
    ])
    expect(pairs(file, relations.containerOf)).toEqual([
      [4, 2],
      [5, 2],
    ])
    expect(pairs(file, relations.hostOf)).toEqual([[9, 5]])
  })

  it('links openings to voided and filling elements', () => {
    expect(listIds(file, relations.listOpenings.get(requireRow(file, 4)) ?? [])).toEqual([6, 7])
    expect(pairs(file, relations.voidedElementOf)).toEqual([
      [6, 4],
      [7, 4],
    ])
    expect(pairs(file, relations.openingFilledBy)).toEqual([[8, 6]])
  })

  it('keeps the first relation of an object and ignores self-references', () => {
    const twice = parseIfc(`${walls}
#20=IFCRELAGGREGATES('',$,$,$,#1,(#3,#1));
#21=IFCRELAGGREGATES('',$,$,$,#2,(#3));`)
    expect(pairs(twice, runToEnd(readRelations(twice)).aggregateByPart)).toEqual([[3, 1]])
  })

  it('omits relations to missing objects', () => {
    const broken = parseIfc(`${walls}
#20=IFCRELAGGREGATES('',$,$,$,#77,(#3));
#21=IFCRELAGGREGATES('',$,$,$,#1,(#78,#4));
#22=IFCRELAGGREGATES('',$,$,$,$,$);`)
    expect(pairs(broken, runToEnd(readRelations(broken)).aggregateByPart)).toEqual([[4, 1]])
  })

  it('links an object to several groups in file order', () => {
    const file = parseIfc(`${walls}
#20=IFCRELASSIGNSTOGROUP('',$,$,$,(#1,#2),$,#5);
#21=IFCRELASSIGNSTOGROUP('',$,$,$,(#1),$,#6);
#22=IFCRELASSIGNSTOGROUPBYFACTOR('',$,$,$,(#2),$,#7,0.5);`)
    const links = linkManyToOnes(
      file,
      { type: 'IFCRELASSIGNSTOGROUP', one: 6, relatedAttribute: 4 },
      { type: 'IFCRELASSIGNSTOGROUPBYFACTOR', one: 6, relatedAttribute: 4 },
    )
    expect(listIds(file, links.get(requireRow(file, 1)) ?? [])).toEqual([5, 6])
    expect(listIds(file, links.get(requireRow(file, 2)) ?? [])).toEqual([5, 7])
    expect(links.get(requireRow(file, 3))).toBeUndefined()
  })
})

describe('IFC associations', () => {
  const file = parseIfc(`${walls}
#10=IFCWALLTYPE('t',$,'Type',$,$,$,$,$,$,.STANDARD.);
#11=IFCMATERIAL('Stone');
#12=IFCMATERIAL('Wood');
#20=IFCRELDEFINESBYTYPE('',$,$,$,(#1,#2),#10);
#21=IFCRELASSOCIATESMATERIAL('',$,$,$,(#10),#11);
#22=IFCRELASSOCIATESMATERIAL('',$,$,$,(#2,#3),#12);`)
  const associations = new Associations(file)
  const row = (id: number): number => requireRow(file, id)

  it('give the type and the materials of an element', () => {
    expect(listIds(file, [associations.typeOf(row(1))])).toEqual([10])
    expect(listIds(file, associations.getMaterials(row(3)))).toEqual([12])
  })

  it('fall back to the materials of the type', () => {
    expect(listIds(file, associations.getMaterials(row(1)))).toEqual([11])
    expect(listIds(file, associations.getMaterials(row(2)))).toEqual([12])
  })

  it('may lack both type and materials', () => {
    expect(associations.typeOf(row(4))).toBe(-1)
    expect(associations.getMaterials(row(4))).toEqual([])
    expect(associations.typeOf(-1)).toBe(-1)
  })
})
