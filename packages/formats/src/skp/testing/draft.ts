import type { PropertyValue } from '@kamar/core'
import type { Vector } from '@kamar/core/math'
import type { StoredCamera } from '../camera.js'
import type { PlacedKind } from '../model.js'

export interface DraftDictionary {
  readonly name: string
  readonly entries: readonly (readonly [string, PropertyValue | readonly PropertyValue[]])[]
}

/** Attributes of drawable entities; materials and layers by name. */
export interface DraftElement {
  readonly material?: string
  readonly layer?: string
  readonly isHidden?: boolean
}

export interface DraftEdge extends DraftElement {
  readonly ends: readonly [number, number]
  readonly isSoft?: boolean
}

export interface DraftFaceTexture {
  readonly flags: number
  readonly matrix: readonly number[]
  readonly direction: Vector
}

export interface DraftFace extends DraftElement {
  readonly plane: readonly [number, number, number, number]
  readonly loops: readonly (readonly { readonly edge: number; readonly isForward: boolean }[])[]
  readonly back?: string
  readonly front?: DraftFaceTexture
}

export interface DraftInstance extends DraftElement {
  readonly kind: PlacedKind
  readonly definition: string
  readonly placement: readonly number[]
  readonly name?: string
  readonly dictionaries?: readonly DraftDictionary[]
}

/** Anchor of a dimension or leader, by entity numbers of the component at `through`. */
export interface DraftAnchor {
  readonly vertex?: number
  readonly edge?: number
  readonly face?: number
  /** Alternative: a position; for a face the fractions of its box. */
  readonly point?: Vector
  /** Instance numbers, outermost first. */
  readonly through?: readonly number[]
  /** Kind number in the file, where it differs from the derived one. */
  readonly kind?: number
}

export interface DraftDimension extends DraftElement {
  readonly ends: readonly [DraftAnchor, DraftAnchor]
  readonly text?: string
  readonly normal: Vector
  readonly xAxis: Vector
  /** 0 its ends, 1 the x axis of its plane, 2 the y axis. */
  readonly along: number
  readonly offset: number
  /** 0 above the line, 1 in a gap of it, 3 outside. */
  readonly textPosition?: number
}

export interface DraftText extends DraftElement {
  readonly text: string
  /** Absent for a screen text. */
  readonly anchor?: DraftAnchor
  readonly offset?: Vector
  /** 0 none, 1 screen-based, 2 a pushpin. */
  readonly leader?: number
  readonly viewDirection?: Vector
}

/** Returns the number of an anchor kind. */
export function getAnchorKind({ edge, face, kind, vertex }: DraftAnchor): number {
  if (kind !== undefined) return kind
  if (vertex !== undefined) return 2
  if (edge !== undefined) return 4
  return face === undefined ? 1 : 7
}

/** Returns the component of an anchor's numbers, its name, and the names of the instances on the path to it. */
export function heldIn(
  { through = [] }: DraftAnchor,
  start: { readonly component: DraftComponent; readonly name: string },
  definitions: readonly DraftDefinition[],
): { readonly component: DraftComponent; readonly name: string; readonly path: readonly string[] } {
  let { component, name } = start
  const path = through.map((number) => {
    const instance = `${name} placed ${number}`
    const { definition } = component.instances[number]
    component = definitions.find((each) => each.name === definition)?.component ?? component
    name = `definition ${definition}`
    return instance
  })
  return { component, name, path }
}

export interface DraftMaterial {
  readonly name: string
  readonly color: readonly [number, number, number]
  readonly opacity?: number
  readonly texture?: { readonly file: string; readonly bytes: Uint8Array; readonly inches: readonly [number, number] }
}

export interface DraftDefinition {
  readonly name: string
  readonly description?: string
  readonly facesCamera?: boolean
  readonly component: DraftComponent
}

export interface DraftScene {
  readonly name: string
  readonly camera: StoredCamera
  /** Whether it restores no camera. */
  readonly isWithoutCamera?: boolean
  /** Whether it hides a tag. */
  readonly hides?: boolean
}

export interface DraftModel {
  readonly materials: readonly DraftMaterial[]
  readonly layers: readonly { readonly name: string; readonly isVisible: boolean }[]
  readonly definitions: readonly DraftDefinition[]
  readonly root: DraftComponent
  readonly camera: StoredCamera
  readonly scenes?: readonly DraftScene[]
  /** 2 millimetres, 4 metres. */
  readonly lengthUnit: number
  /** Text height of all texts and dimensions; by default they have 12 points on the screen. */
  readonly textHeightInches?: number
  /** Of faces without a material, 0 to 255 each. */
  readonly faceColors?: Readonly<Record<'front' | 'back', readonly [number, number, number]>>
}

/** Returns a pure translation in inches: twelve numbers and a divisor. */
export const translation = (x = 0, y = 0, z = 0): number[] => [1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z, 1]

/** Computes twice the area, towards the side from which the vertices run counter-clockwise. */
function computeNormal(ring: readonly Vector[]): Vector {
  const sum = [0, 0, 0]
  for (const [at, [x, y, z]] of ring.entries()) {
    const [nextX, nextY, nextZ] = ring[(at + 1) % ring.length]
    sum[0] += (y - nextY) * (z + nextZ)
    sum[1] += (z - nextZ) * (x + nextX)
    sum[2] += (x - nextX) * (y + nextY)
  }
  const length = Math.hypot(...sum)
  return [sum[0] / length, sum[1] / length, sum[2] / length]
}

/** A component drawn face by face; vertices at one position are merged, and two faces share their common edge. */
export class DraftComponent {
  readonly vertices: Vector[] = []
  readonly edges: DraftEdge[] = []
  readonly faces: DraftFace[] = []
  readonly instances: DraftInstance[] = []
  guides = 0
  /** Section planes, each with or without a preceding object reference. */
  readonly sectionPlanes: { readonly namesObject: boolean }[] = []
  readonly dimensions: DraftDimension[] = []
  readonly texts: DraftText[] = []
  /** Numbers of the component's edges that have a radius dimension. */
  readonly radii: number[] = []
  readonly dictionaries: DraftDictionary[] = []

  /** Adds a face with this outline and these holes, as seen from its front, holes in the opposite direction. */
  face(
    rings: readonly (readonly Vector[])[],
    options: DraftElement & Pick<DraftFace, 'back' | 'front'> = {},
    soft: readonly number[] = [],
  ): this {
    const normal = computeNormal(rings[0])
    const [x, y, z] = rings[0][0]
    const distance = -(normal[0] * x + normal[1] * y + normal[2] * z)
    const loops = rings.map((ring) =>
      ring.map((point, at) => this.#use(point, ring[(at + 1) % ring.length], soft.includes(at))),
    )
    this.faces.push({ ...options, plane: [...normal, distance], loops })
    return this
  }

  /** Adds a loose edge. */
  edge(start: Vector, end: Vector, element: DraftElement = {}): this {
    this.edges.push({ ...element, ends: [this.#vertex(start), this.#vertex(end)] })
    return this
  }

  addInstance(instance: DraftInstance): this {
    this.instances.push(instance)
    return this
  }

  /** Adds the six sides of a box with a corner at the origin, seen from outside. */
  box([x, y, z]: Vector, element: DraftElement = {}): this {
    const point = (number: number): Vector => [number & 1 ? x : 0, number & 2 ? y : 0, number & 4 ? z : 0]
    for (const side of ['0231', '4576', '0154', '2673', '0462', '1375'])
      this.face([Array.from(side, (digit) => point(Number(digit)))], element)
    return this
  }

  #vertex(point: Vector): number {
    const cached = this.vertices.findIndex((vertex) => vertex.every((value, axis) => value === point[axis]))
    return cached >= 0 ? cached : this.vertices.push(point) - 1
  }

  #use(from: Vector, to: Vector, isSoft: boolean): { edge: number; isForward: boolean } {
    const [start, end] = [this.#vertex(from), this.#vertex(to)]
    const cached = this.edges.findIndex(({ ends: [a, b] }) => (a === start && b === end) || (a === end && b === start))
    if (cached >= 0) return { edge: cached, isForward: this.edges[cached].ends[0] === start }
    return { edge: this.edges.push({ ends: [start, end], isSoft }) - 1, isForward: true }
  }
}
