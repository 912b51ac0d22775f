const encoder = new TextEncoder()

/** Knots as in STEP: each value and its multiplicity. */
export interface Knots {
  readonly values: readonly number[]
  readonly multiplicities: readonly number[]
}

/** A B-spline curve in the file's unit. */
export interface SplineCurve {
  readonly degree: number
  readonly knots: Knots
  readonly points: readonly (readonly number[])[]
  /** Null for a non-rational curve. */
  readonly weights: readonly number[] | null
}

/** A B-spline surface in the file's unit; points and weights by u, then by v. */
export interface SplineSurface {
  readonly degrees: readonly [number, number]
  readonly knots: readonly [Knots, Knots]
  readonly points: readonly (readonly (readonly number[])[])[]
  /** Null for a non-rational surface. */
  readonly weights: readonly (readonly number[])[] | null
}

/** Formats a real number for STEP: with a point, and an upper-case E (`1.`, `2.5`, `1.E-7`). */
function real(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text.includes('.') ? text : `${text}.`
  const [mantissa = '', exponent = ''] = text.split('e')
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.`}E${exponent}`
}

/** Formats a list such as `(1.,2.5)`. */
const list = (values: Iterable<number>): string => `(${Array.from(values, real).join()})`
/** Formats a list such as `(#1,#2)`. */
const references = (numbers: readonly number[]): string => `(${numbers.map((number) => `#${number}`).join()})`

const logical = (value: boolean): string => (value ? '.T.' : '.F.')

/** A coordinate system: origin, z axis and an approximate x direction. */
export interface Axes {
  readonly at: readonly number[]
  readonly axis: readonly number[]
  readonly reference: readonly number[]
}

/** Role of a ring of edges as a bound of its face. */
export interface BoundKind {
  /** Whether it is declared as the outer bound. */
  readonly isOuter?: boolean
  /** Whether it runs counter-clockwise about the surface's normal; true by default. */
  readonly isForward?: boolean
}

/**
 * Writer of the statements of one solid; takes lengths in the file's unit and writes millimetres. Numbers count from 1.
 */
export class StepStatements {
  readonly #lines: string[] = []
  readonly #millimetres: number

  /** `millimetres` per unit of the file. */
  constructor(millimetres: number) {
    this.#millimetres = millimetres
  }

  /** Adds a statement and returns its number. */
  add(statement: string): number {
    const number = this.#lines.length + 1
    this.#lines.push(`#${number}=${statement}`)
    return number
  }

  get count(): number {
    return this.#lines.length
  }

  /** Returns all statements, the last one without its semicolon. */
  bytes(): Uint8Array {
    return encoder.encode(this.#lines.join(';\n'))
  }

  length(value: number): string {
    return real(value * this.#millimetres)
  }

  point(at: readonly number[]): number {
    return this.add(`CARTESIAN_POINT('',${list(at.map((value) => value * this.#millimetres))})`)
  }

  vertex(at: readonly number[]): number {
    return this.add(`VERTEX_POINT('',#${this.point(at)})`)
  }

  axes({ at, axis, reference }: Axes): number {
    const parts = [this.point(at), this.#direction(axis), this.#direction(reference)]
    return this.add(`AXIS2_PLACEMENT_3D('',${parts.map((number) => `#${number}`).join()})`)
  }

  line(at: readonly number[], direction: readonly number[]): number {
    return this.add(`LINE('',#${this.point(at)},#${this.vector(direction)})`)
  }

  vector(direction: readonly number[]): number {
    return this.add(`VECTOR('',#${this.#direction(direction)},1.)`)
  }

  /** Adds an entity with a placement, followed by lengths or angles. */
  positioned(type: string, axes: Axes, ...values: readonly string[]): number {
    return this.add(`${type}(${["''", `#${this.axes(axes)}`, ...values].join()})`)
  }

  angle(radians: number): string {
    return real(radians)
  }

  edge(ends: readonly [number, number], curve: number, isForward: boolean): number {
    return this.add(`EDGE_CURVE('',#${ends[0]},#${ends[1]},#${curve},${logical(isForward)})`)
  }

  orientedEdge(edge: number, isForward: boolean): number {
    return this.add(`ORIENTED_EDGE('',*,*,#${edge},${logical(isForward)})`)
  }

  /** Adds a bound of consecutive edges. */
  edgeBound(orientedEdges: readonly number[], kind: BoundKind = {}): number {
    return this.#bound(this.add(`EDGE_LOOP('',${references(orientedEdges)})`), kind)
  }

  /** Adds a bound that is a single point, as on a closed surface. */
  vertexBound(vertex: number): number {
    return this.#bound(this.add(`VERTEX_LOOP('',#${vertex})`), {})
  }

  face(bounds: readonly number[], surface: number, isForward: boolean): number {
    return this.add(`ADVANCED_FACE('',${references(bounds)},#${surface},${logical(isForward)})`)
  }

  splineCurve({ degree, knots, points, weights }: SplineCurve): number {
    const own = `${degree},${references(points.map((point) => this.point(point)))},.UNSPECIFIED.,.F.,.F.`
    const knotText = `(${knots.multiplicities.join()}),${list(knots.values)},.UNSPECIFIED.`
    if (!weights) return this.add(`B_SPLINE_CURVE_WITH_KNOTS('',${own},${knotText})`)
    return this.add(
      `(BOUNDED_CURVE()B_SPLINE_CURVE(${own})B_SPLINE_CURVE_WITH_KNOTS(${knotText})CURVE()GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_CURVE(${list(weights)})REPRESENTATION_ITEM(''))`,
    )
  }

  splineSurface({ degrees, knots: [u, v], points, weights }: SplineSurface): number {
    const rows = points.map((row) => references(row.map((point) => this.point(point))))
    const own = `${degrees.join()},(${rows.join()}),.UNSPECIFIED.,.F.,.F.,.F.`
    const counts = [u, v].map((knots: Knots) => `(${knots.multiplicities.join()})`).join()
    const knotText = `${counts},${list(u.values)},${list(v.values)},.UNSPECIFIED.`
    if (!weights) return this.add(`B_SPLINE_SURFACE_WITH_KNOTS('',${own},${knotText})`)
    const weightText = `(${weights.map((row) => list(row)).join()})`
    return this.add(
      `(BOUNDED_SURFACE()B_SPLINE_SURFACE(${own})B_SPLINE_SURFACE_WITH_KNOTS(${knotText})GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_SURFACE(${weightText})REPRESENTATION_ITEM('')SURFACE())`,
    )
  }

  /** Adds the context: millimetres, radians, and the accuracy of points. */
  context(accuracyMillimetres: number): number {
    const length = this.add('(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))')
    const angle = this.add('(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))')
    const solidAngle = this.add('(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())')
    const measure = `LENGTH_MEASURE(${real(accuracyMillimetres)})`
    const accuracy = this.add(`UNCERTAINTY_MEASURE_WITH_UNIT(${measure},#${length},'distance_accuracy_value','')`)
    const units = references([length, angle, solidAngle])
    return this.add(
      `(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((#${accuracy}))GLOBAL_UNIT_ASSIGNED_CONTEXT(${units})REPRESENTATION_CONTEXT('',''))`,
    )
  }

  #bound(loop: number, { isOuter = false, isForward = true }: BoundKind): number {
    return this.add(`${isOuter ? 'FACE_OUTER_BOUND' : 'FACE_BOUND'}('',#${loop},${logical(isForward)})`)
  }

  #direction(to: readonly number[]): number {
    return this.add(`DIRECTION('',${list(to)})`)
  }
}
