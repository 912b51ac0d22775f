import type { Vector } from '@kamar/core/math'
import type { EntityColor } from './color.js'
import type { PolylineVertex } from './curves.js'
import type { EntityCommon, Point2 } from './entity-common.js'

/** An edge of the boundary of a hatch; clockwise edges state the angles of their mirror image. */
export type HatchEdge =
  | { readonly kind: 'polyline'; readonly vertices: readonly Pick<PolylineVertex, 'x' | 'y' | 'bulge'>[] }
  | { readonly kind: 'line'; readonly start: Point2; readonly end: Point2 }
  | {
      readonly kind: 'arc'
      readonly center: Point2
      readonly radius: number
      readonly startAngle: number
      readonly endAngle: number
      readonly isCounterClockwise: boolean
    }
  | {
      readonly kind: 'ellipse'
      readonly center: Point2
      readonly majorAxis: Point2
      readonly radiusRatio: number
      readonly startAngle: number
      readonly endAngle: number
      readonly isCounterClockwise: boolean
    }
  | {
      readonly kind: 'spline'
      readonly degree: number
      readonly knots: readonly number[]
      readonly controlPoints: readonly Point2[]
      /** Empty where all are 1. */
      readonly weights: readonly number[]
    }

/** A boundary of a hatch. */
export interface HatchPath {
  /** 1 external, 2 polyline, 4 derived, 8 text box, 16 outermost, 256 duplicate (DXF reference, HATCH, group 92). */
  readonly flags: number
  readonly edges: readonly HatchEdge[]
}

/** A family of parallel lines of a pattern. */
export interface PatternLine {
  readonly angle: number
  readonly base: Point2
  readonly offset: Point2
  readonly dashes: readonly number[]
}

/** Gradient of a hatch. */
export interface HatchGradient {
  readonly angle: number
  readonly isSingleColor: boolean
  /** 0 to 1: how far a single colour goes to white. */
  readonly tint: number
  readonly colors: readonly EntityColor[]
}

/** HATCH. */
export interface Hatch extends EntityCommon {
  readonly kind: 'hatch'
  readonly patternName: string
  readonly isSolid: boolean
  readonly elevation: number
  readonly normal: Vector
  /** 0 normal, 1 outer, 2 ignore. */
  readonly style: number
  readonly paths: readonly HatchPath[]
  readonly patternLines: readonly PatternLine[]
  readonly gradient: HatchGradient | null
}
