import { objectAttribute, type IfcFile } from './ifc-file.js'
import { isStructuralMember } from './product-classes.js'

/** Representations other than the body: axis, outline, box, clearance. */
const otherIdentifiers = new Set([
  'AXIS',
  'FOOTPRINT',
  'BOX',
  'ANNOTATION',
  'CLEARANCE',
  'LIGHTING',
  'COG',
  'PROFILE',
  'REFERENCE',
  'SURVEYPOINTS',
  'PLAN',
])
const fallbackIdentifier = 'BODY-FALLBACK'

/** Representation items without a surface: lines, points, texts. */
const linearItems = new Set([
  'IFCPOLYLINE',
  'IFCINDEXEDPOLYCURVE',
  'IFCCOMPOSITECURVE',
  'IFC2DCOMPOSITECURVE',
  'IFCTRIMMEDCURVE',
  'IFCCIRCLE',
  'IFCELLIPSE',
  'IFCLINE',
  'IFCBSPLINECURVE',
  'IFCBSPLINECURVEWITHKNOTS',
  'IFCRATIONALBSPLINECURVEWITHKNOTS',
  'IFCGRADIENTCURVE',
  'IFCSEGMENTEDREFERENCECURVE',
  'IFCCURVESEGMENT',
  'IFCPOLYNOMIALCURVE',
  'IFCOFFSETCURVE2D',
  'IFCOFFSETCURVE3D',
  'IFCOFFSETCURVEBYDISTANCES',
  'IFCGEOMETRICCURVESET',
  'IFCEDGE',
  'IFCEDGECURVE',
  'IFCORIENTEDEDGE',
  'IFCEDGELOOP',
  'IFCVERTEXPOINT',
  'IFCCARTESIANPOINT',
  'IFCCARTESIANPOINTLIST2D',
  'IFCCARTESIANPOINTLIST3D',
  'IFCBOUNDINGBOX',
  'IFCTEXTLITERAL',
  'IFCTEXTLITERALWITHEXTENT',
  'IFCANNOTATIONFILLAREA',
  'IFCSTYLEDITEM',
])

/** Returns whether a representation item has no surface to draw. */
export function isLinearItem(typeName: string): boolean {
  return linearItems.has(typeName)
}

/** Returns the representations of a product that are drawn; for annotations and structural members all are. */
export function drawnRepresentations(file: IfcFile, productRow: number): number[] {
  const shapeRow = productRow < 0 ? -1 : file.rowAt(productRow, objectAttribute.shape)
  if (shapeRow < 0) return []
  const all = file.rowsAt(shapeRow, 2)
  const typeName = file.typeOf(productRow)
  if (typeName === 'IFCANNOTATION' || isStructuralMember(typeName)) return all
  const identified = all.map((row) => ({ row, identifier: (file.textAt(row, 1) ?? '').toUpperCase() }))
  const drawable = identified.filter(({ identifier }) => !otherIdentifiers.has(identifier))
  const best = drawable.filter(({ identifier }) => identifier !== fallbackIdentifier)
  return (best.length > 0 ? best : drawable).map(({ row }) => row)
}

/** Returns the items that a product draws, including those of its maps; each once. */
export function shapeItems(file: IfcFile, productRow: number): number[] {
  const visited = new Set<number>()
  const stack = [...drawnRepresentations(file, productRow)]
  const items: number[] = []
  for (let representation = stack.pop(); representation !== undefined; representation = stack.pop()) {
    if (visited.has(representation)) continue
    visited.add(representation)
    for (const item of file.rowsAt(representation, 3)) {
      if (file.typeOf(item) === 'IFCMAPPEDITEM') stack.push(file.rowAt(file.rowAt(item, 0), 1))
      else items.push(item)
    }
  }
  return [...new Set(items)]
}
