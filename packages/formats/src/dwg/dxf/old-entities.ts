import type { DxfGroup, DxfRecord } from './groups.js'

/** Subclass names of the parts of an entity, by kind. */
const marks: Readonly<Record<string, readonly string[]>> = {
  '3DFACE': ['AcDbFace'],
  ARC: ['AcDbCircle', 'AcDbArc'],
  ATTDEF: ['AcDbText', 'AcDbAttributeDefinition'],
  ATTRIB: ['AcDbText', 'AcDbAttribute'],
  CIRCLE: ['AcDbCircle'],
  ENDBLK: ['AcDbBlockEnd'],
  INSERT: ['AcDbBlockReference'],
  LINE: ['AcDbLine'],
  POINT: ['AcDbPoint'],
  SHAPE: ['AcDbShape'],
  SOLID: ['AcDbTrace'],
  TEXT: ['AcDbText'],
  TRACE: ['AcDbTrace'],
  VIEWPORT: ['AcDbViewport'],
}

/** Bits of the flags (group 70) of polylines and their vertices. */
const bits = { is3d: 8, isMesh: 16, isFaces: 64, is3dVertex: 32, isMeshVertex: 64, isFaceRecord: 128 }

const polylineMark = (flags: number): string => {
  if ((flags & bits.isFaces) !== 0) return 'AcDbPolyFaceMesh'
  if ((flags & bits.isMesh) !== 0) return 'AcDbPolygonMesh'
  return (flags & bits.is3d) !== 0 ? 'AcDb3dPolyline' : 'AcDb2dPolyline'
}

/**
 * Returns the markers of a vertex, by the kind of its polyline; in a polyface mesh it is a point or, without this bit,
 * a face.
 */
function getVertexMarkers(flags: number, polyline: number): readonly string[] {
  switch (polylineMark(polyline)) {
    case 'AcDbPolyFaceMesh':
      return (flags & bits.isMeshVertex) === 0 && (flags & bits.isFaceRecord) !== 0
        ? ['AcDbFaceRecord']
        : ['AcDbVertex', 'AcDbPolyFaceMeshVertex']
    case 'AcDbPolygonMesh':
      return ['AcDbVertex', 'AcDbPolygonMeshVertex']
    case 'AcDb3dPolyline':
      return ['AcDbVertex', 'AcDb3dPolylineVertex']
    default:
      return ['AcDbVertex', 'AcDb2dVertex']
  }
}

/** Subclass markers by the lowest three bits of a dimension's flags. */
const dimensionMarks: readonly (readonly string[])[] = [
  ['AcDbAlignedDimension', 'AcDbRotatedDimension'],
  ['AcDbAlignedDimension'],
  ['AcDb2LineAngularDimension'],
  ['AcDbDiametricDimension'],
  ['AcDbRadialDimension'],
  ['AcDb3PointAngularDimension'],
  ['AcDbOrdinateDimension'],
]

/** Returns whether a group of a dimension is specific to its kind: measured points, angles and lengths. */
const isOfKind = (code: number): boolean => [13, 14, 15, 16, 23, 24, 25, 26, 33, 34, 35, 36, 40, 50, 52].includes(code)

const isExtended = ({ code }: DxfGroup): boolean => code >= 1000
const mark = (value: string): DxfGroup => ({ code: 100, value })

/** An entity of release 12 or earlier. */
export interface OldEntity {
  readonly kind: string
  readonly flags: number
  /** Without handle or owner. */
  readonly groups: DxfRecord
  /** The polyline or insert that contains it. */
  readonly parent: { readonly name: string; readonly flags: number } | null
}

/**
 * Returns the name and groups of an entity as later releases write them; groups that already have markers stay as they
 * are.
 */
export function markedGroups(entity: OldEntity): { readonly name: string; readonly marked: DxfRecord } {
  const { kind, flags, groups } = entity
  const name = kind === '3DLINE' ? 'LINE' : kind
  if (groups.some(({ code }) => code === 100)) return { name, marked: groups }
  const own = lifted(groups).filter((group) => !isExtended(group))
  const extended = groups.filter(isExtended)
  if (kind === 'DIMENSION') {
    const [first, ...others] = (dimensionMarks[flags & 7] ?? dimensionMarks[0]).map(mark)
    const common = own.filter(({ code }) => !isOfKind(code))
    // The angle makes a dimension a rotated one; it follows the groups of an aligned one.
    const measured = own.filter(({ code }) => isOfKind(code) && code !== 50)
    const angle = own.filter(({ code }) => code === 50)
    const parts = [mark('AcDbEntity'), mark('AcDbDimension'), ...common, first, ...measured, ...angle, ...others]
    return { name, marked: [...parts, ...extended] }
  }
  return { name, marked: [mark('AcDbEntity'), ...getSubclassMarkers(entity, name).map(mark), ...own, ...extended] }
}

function getSubclassMarkers({ flags, parent }: OldEntity, name: string): readonly string[] {
  if (name === 'POLYLINE') return [polylineMark(flags)]
  if (name === 'VERTEX') return getVertexMarkers(flags, parent?.flags ?? 0)
  return marks[name] ?? []
}

/** Applies the elevation: up to release 10 it is stated once for the whole entity. */
function lifted(groups: DxfRecord): DxfRecord {
  const height = groups.find(({ code }) => code === 38)?.value
  if (height === undefined) return groups
  const codes = new Set(groups.map(({ code }) => code))
  return groups.flatMap((group) => {
    if (group.code === 38) return []
    const isSecond = group.code >= 20 && group.code <= 28
    return isSecond && !codes.has(group.code + 10) ? [group, { code: group.code + 10, value: height }] : [group]
  })
}
