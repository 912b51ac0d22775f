import type { PropertyValue } from '@kamar/core'
import type { SourceMaterial } from '../geometry/material.js'

/** Kind of an object: its display name and its internal name. */
export interface Kind {
  readonly name: string
  readonly internal: string
}

/** A name and a value; `measure`: the quantity of its number, in the model's unit of length. */
export interface ElementProperty {
  readonly kind: Kind
  readonly value: PropertyValue
  readonly measure: 'length' | 'area' | 'volume' | 'angle' | null
}

/** An attribute of an element. */
export type Attribute =
  | { readonly type: 'material'; readonly name: string; readonly sourceMaterial: SourceMaterial }
  | { readonly type: 'handle'; readonly kind: Kind | null; readonly value: bigint }
  | { readonly type: 'properties'; readonly name: string; readonly properties: readonly ElementProperty[] }
  /** A transform, a description, a publisher: not shown. */
  | { readonly type: 'other' }

/** An element of the tree. */
export interface Element {
  readonly name: string
  readonly kind: Kind | null
  /** Whether it has shape instances. */
  readonly isGeometry: boolean
  /** A number: the attribute is stored in a separate chunk, at this index. */
  readonly attributes: readonly (Attribute | number)[]
  readonly children: Element[]
}
