import { describe, expect, it } from 'vitest'
import { parseIfc, requireRow } from '../testing/step-file.js'
import { OccurrenceTable } from './shapes/occurrences.js'
import {
  toClassName,
  drawingRank,
  isConnectionType,
  isHiddenType,
  isProductType,
  isSubtractionType,
  isTypeProduct,
} from './product-classes.js'
import { drawnRepresentations, isLinearItem } from './representations.js'

describe('IFC class name', () => {
  it.each([
    ['IFCWALL', 'IfcWall'],
    ['IFCWALLSTANDARDCASE', 'IfcWallStandardCase'],
    ['IFCBUILDINGELEMENTPROXY', 'IfcBuildingElementProxy'],
    ['IFCPROJECT', 'IfcProject'],
    ['IFCWALLTYPE', 'IfcWallType'],
    ['IFCDOORSTYLE', 'IfcDoorStyle'],
    ['IFCFURNITURETYPE', 'IfcFurnitureType'],
    ['IFCTRACKELEMENT', 'IfcTrackElement'],
    ['IFCSOMETHINGNEW', 'IfcSomethingnew'],
    ['', 'Ifc'],
  ])('%s is read as %s', (typeName, read) => {
    expect(toClassName(typeName)).toBe(read)
  })
})

describe('IFC class', () => {
  it('is classified as a product, a type or neither', () => {
    expect(['IFCWALL', 'IFCSIGNAL', 'IFCSPACE', 'IFCGRID'].every(isProductType)).toBe(true)
    expect(['IFCWALLTYPE', 'IFCPROJECT', 'IFCPROPERTYSET', 'IFCSTRUCTURALLOADGROUP'].some(isProductType)).toBe(false)
    expect(['IFCWALLTYPE', 'IFCWINDOWSTYLE', 'IFCTYPEPRODUCT'].every(isTypeProduct)).toBe(true)
    expect(['IFCWALL', 'IFCSURFACESTYLE', 'IFCTASKTYPE', 'IFCTYPEOBJECT'].some(isTypeProduct)).toBe(false)
  })

  it('is recognised as a port or structural connection', () => {
    expect(['IFCPORT', 'IFCDISTRIBUTIONPORT', 'IFCSTRUCTURALPOINTCONNECTION'].every(isConnectionType)).toBe(true)
    expect(['IFCWALL', 'IFCPIPESEGMENT', 'IFCSTRUCTURALCURVEMEMBER'].some(isConnectionType)).toBe(false)
  })

  it('is recognised as hidden by default or as a subtraction', () => {
    expect(
      ['IFCSPACE', 'IFCOPENINGELEMENT', 'IFCGRID', 'IFCANNOTATION', 'IFCSTRUCTURALSURFACEMEMBER'].every(isHiddenType),
    ).toBe(true)
    expect(['IFCWALL', 'IFCSITE'].some(isHiddenType)).toBe(false)
    expect(['IFCOPENINGELEMENT', 'IFCVOIDINGFEATURE'].every(isSubtractionType)).toBe(true)
    expect(['IFCSPACE', 'IFCPROJECTIONELEMENT'].some(isSubtractionType)).toBe(false)
  })

  it('has a drawing rank: envelope, structure, other, hidden', () => {
    const ranks = [
      'IFCSITE',
      'IFCWALLSTANDARDCASE',
      'IFCROOF',
      'IFCCOLUMN',
      'IFCDOOR',
      'IFCFURNITURE',
      'IFCFLOWSEGMENT',
      'IFCSPACE',
    ]
    expect(ranks.map(drawingRank)).toEqual([0, 0, 0, 1, 1, 2, 2, 3])
  })
})

describe('IFC shape representation', () => {
  function listDrawn(productClass: string, ...identifiers: readonly string[]): string[] {
    const representations = identifiers.map(
      (identifier, at) => `#${10 + at}=IFCSHAPEREPRESENTATION($,${identifier},'x',());`,
    )
    const file = parseIfc(`
#1=${productClass}('',$,$,$,$,$,#2,$);
#2=IFCPRODUCTDEFINITIONSHAPE($,$,(${identifiers.map((_, at) => `#${10 + at}`).join(',')}));
${representations.join('\n')}`)
    return drawnRepresentations(file, requireRow(file, 1)).map((row) => file.textAt(row, 1) ?? '$')
  }

  it('is drawn as a body or facetation, or with an unknown identifier', () => {
    expect(listDrawn('IFCWALL', "'Axis'", "'Body'", "'Box'", "'FootPrint'", "'CoG'")).toEqual(['Body'])
    expect(listDrawn('IFCDOOR', "'Clearance'", "'Facetation'", "'Profile'")).toEqual(['Facetation'])
    expect(listDrawn('IFCPROXY', '$', "''", "'Whatever'")).toEqual(['$', '', 'Whatever'])
  })

  it('is drawn as a fallback only without the body', () => {
    expect(listDrawn('IFCWALL', "'Body-Fallback'", "'Body'")).toEqual(['Body'])
    expect(listDrawn('IFCWALL', "'Body-FallBack'", "'Axis'")).toEqual(['Body-FallBack'])
  })

  it('is drawn for annotations whatever its identifier', () => {
    expect(listDrawn('IFCANNOTATION', "'Annotation'", "'Axis'", "'FootPrint'")).toEqual([
      'Annotation',
      'Axis',
      'FootPrint',
    ])
  })

  it('is absent for a product without a shape', () => {
    const file = parseIfc("#1=IFCWALL('',$,$,$,$,$,$,$);\n#2=IFCWALL('',$,$,$,$,$,#77,$);")
    expect([0, 1, -1].map((row) => drawnRepresentations(file, row))).toEqual([[], [], []])
  })

  it('distinguishes linear items from surface items', () => {
    expect(
      ['IFCPOLYLINE', 'IFCGEOMETRICCURVESET', 'IFCBOUNDINGBOX', 'IFCTEXTLITERALWITHEXTENT'].every(isLinearItem),
    ).toBe(true)
    expect(['IFCEXTRUDEDAREASOLID', 'IFCMAPPEDITEM', 'IFCFACETEDBREP', 'IFCGEOMETRICSET'].some(isLinearItem)).toBe(
      false,
    )
  })
})

describe('OccurrenceTable', () => {
  it('returns the occurrences of each shape in the order of insertion', () => {
    const table = new OccurrenceTable()
    table.add(1, { node: 5, frame: 0, style: -1 })
    table.add(0, { node: 6, frame: 2, style: 3 })
    table.add(1, { node: 7, frame: 1, style: 0 })
    expect([...table.of(1)]).toEqual([
      { node: 5, frame: 0, style: -1 },
      { node: 7, frame: 1, style: 0 },
    ])
    expect([...table.of(0)]).toEqual([{ node: 6, frame: 2, style: 3 }])
    expect([...table.of(9)]).toEqual([])
    expect(table.count).toBe(3)
  })

  it('holds 10,000 occurrences', () => {
    const table = new OccurrenceTable()
    for (let node = 0; node < 10_000; node++) table.add(node % 3, { node, frame: node % 7, style: -1 })
    const nodes = [...table.of(2)].map(({ node }) => node)
    expect(nodes).toHaveLength(3333)
    expect(nodes.every((node, at) => node === 2 + 3 * at)).toBe(true)
    expect([...table.of(2)][3000]?.frame).toBe((2 + 9000) % 7)
  })
})
