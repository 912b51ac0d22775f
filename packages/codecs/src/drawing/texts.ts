import type { Vector } from '@kamar/core/math'
import type { EntityColor } from './color.js'
import type { EntityCommon, Point2 } from './entity-common.js'
import type { TextStyle } from './tables.js'

/** TEXT, and the part of an attribute that is one. */
export interface TextEntity extends EntityCommon {
  readonly kind: 'text'
  readonly value: string
  readonly style: TextStyle
  readonly insertPoint: Point2
  readonly alignmentPoint: Point2
  readonly elevation: number
  readonly height: number
  readonly rotation: number
  readonly widthFactor: number
  readonly obliqueAngle: number
  readonly normal: Vector
  readonly isBackward: boolean
  readonly isUpsideDown: boolean
  /** 0 left, 1 centre, 2 right, 3 aligned, 4 middle, 5 fitted. */
  readonly horizontalAlignment: number
  /** 0 baseline, 1 bottom, 2 middle, 3 top. */
  readonly verticalAlignment: number
}

/** ATTRIB or ATTDEF. */
export interface Attribute extends Omit<TextEntity, 'kind'> {
  readonly kind: 'attribute' | 'attributeDefinition'
  readonly tag: string
  readonly isHidden: boolean
  readonly isConstant: boolean
  /** The content of an attribute with several lines. */
  readonly multilineText: MultilineText | null
}

/** MTEXT. */
export interface MultilineText extends EntityCommon {
  readonly kind: 'mtext'
  readonly value: string
  readonly style: TextStyle
  readonly insertPoint: Vector
  /** Direction of the lines. */
  readonly xAxis: Vector
  readonly normal: Vector
  readonly height: number
  /** 0: lines do not wrap. */
  readonly width: number
  /** Height of a column; 0 where it is not stated. */
  readonly columnHeight: number
  /** 1 to 9 by rows, from the upper left. */
  readonly attachment: number
  readonly lineSpacing: number
  readonly background: TextBackground | null
  readonly columns: TextColumns | null
}

/** Area behind a text. */
export interface TextBackground {
  /** Null: the colour of the paper. */
  readonly color: EntityColor | null
  /** Size relative to the text. */
  readonly scale: number
}

/** Columns of a text. */
export interface TextColumns {
  readonly count: number
  readonly width: number
  readonly gutter: number
  /** Empty where all have the same height. */
  readonly heights: readonly number[]
}
