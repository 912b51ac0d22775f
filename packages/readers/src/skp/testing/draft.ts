import type { PropertyValue } from '@kamar/scene'
import type { Vector } from '../../shared/matrix.js'
import type { StoredCamera } from '../camera.js'
import type { PlacedKind } from '../model.js'

export interface DraftDictionary {
  readonly name: string
  readonly entries: readonly (readonly [string, PropertyValue | readonly PropertyValue[]])[]
}

/** What everything that can be drawn may have; materials and layers by their names. */
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

/** What an end of a dimension or of a leader is held by, by numbers of the component that `through` leads to. */
export interface DraftAnchor {
  readonly vertex?: number
  readonly edge?: number
  readonly face?: number
  /** Instead of them: a place; of a face the fractions of its box. */
  readonly point?: Vector
  /** Numbers of placed objects, the outermost first. */
  readonly through?: readonly number[]
  /** As the file numbers it, where that is not what follows from the rest. */
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
  /** Left out for a text of the screen. */
  readonly anchor?: DraftAnchor
  readonly offset?: Vector
  /** 0 none, 1 of the screen, 2 a pushpin. */
  readonly leader?: number
  readonly viewDirection?: Vector
}

/** The number of a kind of anchor. */
export function getAnchorKind({ edge, face, kind, vertex }: DraftAnchor): number {
  if (kind !== undefined) return kind
  if (vertex !== undefined) return 2
  if (edge !== undefined) return 4
  return face === undefined ? 1 : 7
}

/** The component that an anchor's numbers are of, its name, and the names of the placed objects on the way to it. */
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
  /** Restores no camera. */
  readonly isWithoutCamera?: boolean
  /** Hides a tag. */
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
  /** Sizes the letters of all texts and dimensions; without it they have 12 points on the screen. */
  readonly textHeightInches?: number
  /** Of faces without a material, 0 to 255 each. */
  readonly faceColors?: Readonly<Record<'front' | 'back', readonly [number, number, number]>>
}

/** Twelve numbers and a divisor that change nothing but move, in inches. */
export const translation = (x = 0, y = 0, z = 0): number[] => [1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z, 1]

/** Twice the area along the side from which the corners run counter-clockwise. */
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

/** A component that is drawn face by face; corners in one place are one vertex, and two faces share the edge between them. */
export class DraftComponent {
  readonly vertices: Vector[] = []
  readonly edges: DraftEdge[] = []
  readonly faces: DraftFace[] = []
  readonly instances: DraftInstance[] = []
  guides = 0
  /** Planes that cut the model, each with an object named in front of it or not. */
  readonly sectionPlanes: { readonly namesObject: boolean }[] = []
  readonly dimensions: DraftDimension[] = []
  readonly texts: DraftText[] = []
  /** Edges of the component whose radius is written beside them, by their numbers. */
  readonly radii: number[] = []
  readonly dictionaries: DraftDictionary[] = []

  /** A face with this outline and these holes, all as seen from its front, holes the other way around. */
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

  /** An edge by itself. */
  edge(start: Vector, end: Vector, element: DraftElement = {}): this {
    this.edges.push({ ...element, ends: [this.#vertex(start), this.#vertex(end)] })
    return this
  }

  addInstance(instance: DraftInstance): this {
    this.instances.push(instance)
    return this
  }

  /** The six sides of a box with a corner at zero, seen from outside. */
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
