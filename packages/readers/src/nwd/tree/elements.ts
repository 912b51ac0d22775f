import type { PropertyValue } from '@kamar/scene'
import type { SourceMaterial } from '../geometry/material.js'

/** What something is, as people read it and as programs do. */
export interface Kind {
  readonly name: string
  readonly internal: string
}

/** One name and value; `measure`: what its number is a quantity of, in the model's unit of length. */
export interface ElementProperty {
  readonly kind: Kind
  readonly value: PropertyValue
  readonly measure: 'length' | 'area' | 'volume' | 'angle' | null
}

/** What an element carries. */
export type Attribute =
  | { readonly type: 'material'; readonly name: string; readonly sourceMaterial: SourceMaterial }
  | { readonly type: 'handle'; readonly kind: Kind | null; readonly value: bigint }
  | { readonly type: 'properties'; readonly name: string; readonly properties: readonly ElementProperty[] }
  /** A place, a description, who published it: not shown. */
  | { readonly type: 'other' }

/** An element of the tree. */
export interface Element {
  readonly name: string
  readonly kind: Kind | null
  /** Placed shapes hang on it. */
  readonly isGeometry: boolean
  /** A number: the attribute is kept in a part of its own, where it has this place. */
  readonly attributes: readonly (Attribute | number)[]
  readonly children: Element[]
}
