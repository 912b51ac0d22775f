import type { Vector } from '@kamar/core/math'
import type { EntityCommon } from './entity-common.js'

/** LINE. */
export interface Line extends EntityCommon {
  readonly kind: 'line'
  readonly start: Vector
  readonly end: Vector
  readonly thickness: number
  readonly normal: Vector
}

/** POINT. */
export interface PointEntity extends EntityCommon {
  readonly kind: 'point'
  readonly location: Vector
}

/** CIRCLE. */
export interface Circle extends EntityCommon {
  readonly kind: 'circle'
  readonly center: Vector
  readonly radius: number
  readonly thickness: number
  readonly normal: Vector
}

/** ARC, counter-clockwise. */
export interface Arc extends Omit<Circle, 'kind'> {
  readonly kind: 'arc'
  readonly startAngle: number
  readonly endAngle: number
}

/** ELLIPSE. */
export interface Ellipse extends EntityCommon {
  readonly kind: 'ellipse'
  readonly center: Vector
  /** Relative to the centre. */
  readonly majorAxis: Vector
  readonly normal: Vector
  readonly radiusRatio: number
  readonly startParameter: number
  readonly endParameter: number
}

/** RAY or XLINE. */
export interface InfiniteLine extends EntityCommon {
  readonly kind: 'ray' | 'xline'
  readonly start: Vector
  readonly direction: Vector
}

/** SOLID or TRACE: the third and the fourth corner are swapped. */
export interface SolidEntity extends EntityCommon {
  readonly kind: 'solid'
  readonly corners: readonly [Vector, Vector, Vector, Vector]
  readonly thickness: number
  readonly normal: Vector
}

/** 3DFACE. */
export interface Face extends EntityCommon {
  readonly kind: 'face'
  readonly corners: readonly [Vector, Vector, Vector, Vector]
  /** Bit n: the edge after corner n is hidden. */
  readonly hiddenEdges: number
}

/** A vertex of a polyline in its plane, with the arc and the widths of the segment after it. */
export interface PolylineVertex {
  readonly x: number
  readonly y: number
  /** Tangent of a quarter of the angle of the arc; 0 for a straight segment. */
  readonly bulge: number
  readonly startWidth: number
  readonly endWidth: number
}

/** LWPOLYLINE, or the 2D POLYLINE without the control points of a smoothed one. */
export interface Polyline extends EntityCommon {
  readonly kind: 'polyline'
  readonly vertices: readonly PolylineVertex[]
  readonly isClosed: boolean
  readonly elevation: number
  readonly thickness: number
  readonly normal: Vector
}

/** POLYLINE in space, without the control points of a smoothed one. */
export interface Polyline3d extends EntityCommon {
  readonly kind: 'polyline3d'
  readonly vertices: readonly Vector[]
  readonly isClosed: boolean
}

/** POLYLINE that is a mesh of any faces; a negative vertex number, from 1 on, hides the edge after it. */
export interface PolyfaceMesh extends EntityCommon {
  readonly kind: 'polyfaceMesh'
  readonly vertices: readonly Vector[]
  readonly faces: readonly (readonly number[])[]
}

/** POLYLINE that is a mesh of rows and columns. */
export interface PolygonMesh extends EntityCommon {
  readonly kind: 'polygonMesh'
  readonly vertices: readonly Vector[]
  readonly rowCount: number
  readonly columnCount: number
  readonly areRowsClosed: boolean
  readonly areColumnsClosed: boolean
}

/** MESH: faces as vertex numbers from 0 on. */
export interface SubdivisionMesh extends EntityCommon {
  readonly kind: 'mesh'
  readonly vertices: readonly Vector[]
  readonly faces: readonly (readonly number[])[]
}

/** SPLINE or HELIX, by control points or by the points it passes through. */
export interface SplineEntity extends EntityCommon {
  readonly kind: 'spline'
  readonly degree: number
  readonly isClosed: boolean
  readonly knots: readonly number[]
  readonly controlPoints: readonly Vector[]
  /** Empty where all are 1. */
  readonly weights: readonly number[]
  readonly fitPoints: readonly Vector[]
}
