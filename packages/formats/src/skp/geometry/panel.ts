import { type MeshInput, lengthUnits } from '@kamar/core'
import { cross, dot, type Vector } from '@kamar/core/math'
import { arrowhead, textShape, type ArrowheadKind, type FlatTriangles } from '@kamar/codecs/glyphs'
import type { Dimension, Font, LeaderText, Material } from '../model.js'
import { isHiddenIn } from '../model.js'
import type { LengthFormat } from '../length-format.js'
import { difference, translate } from './anchor-position.js'
import type { ShapeElement } from './shapes.js'
import type { MeshShape } from './shapes.js'

const { metres } = lengthUnits.inch

/** Ratio of cap height to font size. */
const capHeightRatio = 0.72
/**
 * Window height in points for text sized in screen points: it appears as if its whole component filled such a window.
 */
const windowPoints = 750
/** Distance of text from its object, in units of the cap height. */
export const wordGap = 0.5
const black: Material = { name: 'Text', color: [0, 0, 0], opacity: 1, texture: null }
const [up, north] = [
  [0, 0, 1],
  [0, 1, 0],
] as const
/** A plane with a steeper normal counts as horizontal. */
const steep = 0.9
/** Minimum rightward component of a direction that is not vertical. */
const upright = 1e-3

/** Scale of a component's annotations. */
export interface AnnotationScale {
  /** Diagonal of the component with its content, inches. */
  readonly diagonalInches: number
  readonly lengthFormat: LengthFormat | null
}

/** A straight line, inches. */
export type Line = readonly [Vector, Vector]

/** Common attributes of an annotation's shapes. */
export type AnnotationStyle = Required<Pick<MeshShape, 'element' | 'isHidden' | 'material'>>

/** Creates the style of an annotation; black without a material. */
export const createStyle = (annotation: Dimension | LeaderText, element: ShapeElement): AnnotationStyle => ({
  element,
  material: annotation.material ?? black,
  isHidden: isHiddenIn(annotation),
})

/** Computes the cap height, inches. */
export const computeCapHeight = ({ heightInches, points }: Font, { diagonalInches }: AnnotationScale): number =>
  capHeightRatio * (heightInches ?? (points * diagonalInches) / windowPoints)

/** Returns the up direction for a plane with this normal, or north for a horizontal one. */
const upIn = (normal: Vector): Vector => (Math.abs(normal[2]) > steep ? north : up)

/** Returns the right direction for a viewer opposite the normal. */
export const rightIn = (normal: Vector): Vector => cross(upIn(normal), normal)

/** Returns the opposite direction. */
export const reversed = ([x, y, z]: Vector): Vector => [-x, -y, -z]

/** A plane seen from the side its normal points to: x along a line of text, y up. Lengths in inches. */
export class Panel {
  readonly #origin: Vector
  readonly #x: Vector
  readonly #y: Vector

  /** `along`, perpendicular to the normal, is reversed where text would run to the left or down. */
  constructor(origin: Vector, along: Vector, normal: Vector) {
    const rightward = dot(along, rightIn(normal))
    const isBackward = Math.abs(rightward) > upright ? rightward < 0 : dot(along, upIn(normal)) < 0
    this.#origin = origin
    this.#x = isBackward ? reversed(along) : along
    this.#y = cross(normal, this.#x)
  }

  /** Converts a position in space to the panel. */
  at(position: Vector): readonly [number, number] {
    return this.along(difference(position, this.#origin))
  }

  /** Projects a direction in space on the panel. */
  along(direction: Vector): readonly [number, number] {
    return [dot(direction, this.#x), dot(direction, this.#y)]
  }

  /** Converts a position in the panel to space. */
  inSpace([x, y]: readonly [number, number]): Vector {
    return translate(translate(this.#origin, this.#x, x), this.#y, y)
  }

  /** Builds text at a position in the panel. */
  text(
    text: string,
    layout: Parameters<typeof textShape>[1],
    [x, y]: readonly [number, number],
  ): readonly FlatTriangles[] {
    const shape = textShape(text, layout)
    if (shape === null) return []
    return [{ ...shape, positions: shape.positions.map((value, at) => value + (at % 2 === 0 ? x : y)) }]
  }

  /** Builds an arrow at a position in space, on a line from another position. */
  arrow(
    kind: ArrowheadKind,
    { from, length, tip }: { readonly tip: Vector; readonly from: Vector; readonly length: number },
  ): { readonly fills: readonly FlatTriangles[]; readonly lines: readonly Line[] } {
    const { fills, lines } = arrowhead(kind, { tip: this.at(tip), from: this.at(from), length })
    const segments = lines.flatMap((line) => line.slice(1).map((point, at) => [line[at], point] as const))
    return { fills, lines: segments.map(([start, end]) => [this.inSpace(start), this.inSpace(end)]) }
  }

  /** Builds a mesh of text and other flat triangles, visible from the reading side. */
  mesh(glyphs: readonly FlatTriangles[], others: readonly FlatTriangles[], style: AnnotationStyle): MeshShape[] {
    const mesh = this.#createMesh([...glyphs, ...others])
    if (mesh.indices.length === 0) return []
    const mirrorMesh = this.#createMesh([...glyphs.map(mirrored), ...others])
    const [x, y, z] = this.#origin
    const origin = [x * metres, y * metres, z * metres] as const
    return [{ kind: 'mesh', mesh, mirrorMesh, origin, ...style, isSingleSided: true }]
  }

  #createMesh(fills: readonly FlatTriangles[]): MeshInput {
    const positions: number[] = []
    const indices: number[] = []
    for (const fill of fills) {
      const first = positions.length / 3
      const at = (index: number): readonly [number, number] => [
        fill.positions[2 * index],
        fill.positions[2 * index + 1],
      ]
      for (let index = 0; index < fill.positions.length / 2; index++) {
        const [x, y] = at(index)
        positions.push(...translate(translate([0, 0, 0], this.#x, x * metres), this.#y, y * metres))
      }
      for (let index = 0; index < fill.indices.length; index += 3) {
        const [a, b, c] = fill.indices.subarray(index, index + 3)
        const ordered = isClockwise(at(a), at(b), at(c)) ? [a, c, b] : [a, b, c]
        indices.push(...ordered.map((each) => first + each))
      }
    }
    return {
      positions: Float64Array.from(positions),
      indices: Uint32Array.from(indices),
      edges: new Uint32Array(0),
    }
  }
}

/** Mirrors glyphs in place. */
function mirrored({ indices, positions }: FlatTriangles): FlatTriangles {
  const along = positions.filter((_, at) => at % 2 === 0)
  const ends = along.reduce(([low, high], x) => [Math.min(low, x), Math.max(high, x)], [Infinity, -Infinity])
  return { indices, positions: positions.map((value, at) => (at % 2 === 0 ? ends[0] + ends[1] - value : value)) }
}

const isClockwise = (
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
  [cx, cy]: readonly [number, number],
): boolean => (bx - ax) * (cy - ay) < (cx - ax) * (by - ay)
