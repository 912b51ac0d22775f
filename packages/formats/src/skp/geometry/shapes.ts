import type { Vector } from '@kamar/core/math'
import type { Material } from '../model.js'
import type { MeshInput } from '@kamar/core'

/** Lines of a component, in inches: edges without faces, or those of an element. */
export interface LineShape {
  readonly kind: 'lines'
  readonly lines: readonly (readonly [Vector, Vector])[]
  readonly material: Material | null
  readonly isHidden: boolean
  readonly element?: ShapeElement
}

/** Faces of a component with the same appearance. */
export interface MeshShape {
  readonly kind: 'mesh'
  readonly mesh: MeshInput
  /** Offset to add to its positions, in metres. */
  readonly origin: Vector
  readonly material: Material | null
  readonly isHidden: boolean
  /** Whether a separate shape is visible from behind: faces with another material there, glyphs. */
  readonly isSingleSided: boolean
  /** Of glyphs: mesh that stays legible under a mirroring placement. */
  readonly mirrorMesh?: MeshInput
  readonly element?: ShapeElement
}

/** A separate scene element for some shapes of a component, apart from its faces and edges. */
export interface ShapeElement {
  readonly name: string
  readonly class: 'dimension' | 'guides' | 'text'
}
