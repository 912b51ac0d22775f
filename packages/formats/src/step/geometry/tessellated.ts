import type { MeshInput } from '@kamar/core'
import { multiplyMatrices, type Matrix } from '@kamar/core/math'
import type { StepValue } from '@kamar/codecs/part21'
import { readFrame } from '../model/placements.js'
import { inPlace } from '../model/representations.js'
import { WalkBudget } from '../model/walk-budget.js'
import { toNumber, type StepFile } from '../step-file.js'

/** Triangles of a tessellated body with the same style. */
export interface TessellatedPart<Style> {
  readonly style: Style | null
  readonly mesh: MeshInput
}

/** Options for reading a tessellated body. */
export interface TessellatedOptions<Style> {
  /** Metres per unit of its coordinates. */
  readonly metres: number
  /** Returns the style stated for a face's row, or null. */
  styleOf(row: number): Style | null
}

const maxNestingDepth = 16
const setTypes = new Set(['TESSELLATED_SOLID', 'TESSELLATED_SHELL', 'TESSELLATED_GEOMETRIC_SET'])

/** Reads the triangles of an AP242 tessellated body or face, one mesh for each style in it. */
export function readTessellated<Style>(
  file: StepFile,
  row: number,
  options: TessellatedOptions<Style>,
): TessellatedPart<Style>[] {
  const faces: FoundFace[] = []
  collectFaces(
    file,
    { row, matrix: inPlace },
    { faces, metres: options.metres, budget: new WalkBudget(file), depth: 0 },
  )
  const byStyle = new Map<Style | null, TriangleSoup>()
  for (const face of faces) {
    const style = options.styleOf(face.row)
    const soup = byStyle.get(style) ?? new TriangleSoup()
    byStyle.set(style, soup)
    addFace(file, face, { soup, metres: options.metres })
  }
  return [...byStyle].filter(([, soup]) => soup.hasTriangles).map(([style, soup]) => ({ style, mesh: soup.mesh() }))
}

interface FoundFace {
  readonly row: number
  readonly matrix: Matrix
}

interface Collecting {
  readonly faces: FoundFace[]
  readonly metres: number
  readonly budget: WalkBudget
  readonly depth: number
}

function collectFaces(file: StepFile, { row, matrix }: FoundFace, collecting: Collecting): void {
  const { faces, metres, budget, depth } = collecting
  if (row < 0 || depth > maxNestingDepth || !budget.consume()) return
  const types = file.listTypes(row)
  const transform = multiplyMatrices(matrix, repositioning(file, row, metres))
  if (types.some((name) => name.endsWith('TRIANGULATED_FACE') || name.endsWith('TRIANGULATED_SURFACE_SET'))) {
    faces.push({ row, matrix: transform })
  } else if (types.some((name) => setTypes.has(name))) {
    const setType = types.find((name) => setTypes.has(name)) ?? ''
    const attributes = file.part(row, setType) ?? []
    // In a simple statement the name comes first; in both cases the items are the first list.
    const list = attributes.find((value) => Array.isArray(value))
    for (const item of file.rowsIn(list))
      collectFaces(file, { row: item, matrix: transform }, { ...collecting, depth: depth + 1 })
  }
}

/** Reads the transform of the body as a whole (`REPOSITIONED_TESSELLATED_ITEM`). */
function repositioning(file: StepFile, row: number, metres: number): Matrix {
  const part = file.typeOf(row) === '' ? file.part(row, 'REPOSITIONED_TESSELLATED_ITEM') : null
  return (part && readFrame(file, file.rowOf(part[0]), metres)) ?? inPlace
}

/** Builder that collects triangles of several faces with their own points. */
class TriangleSoup {
  readonly #positions: number[] = []
  readonly #indices: number[] = []

  get hasTriangles(): boolean {
    return this.#indices.length > 0
  }

  /** Adds a face's points; returns the index of the first one. */
  addPoints(points: readonly number[]): number {
    const first = this.#positions.length / 3
    for (const value of points) this.#positions.push(value)
    return first
  }

  addTriangle(a: number, b: number, c: number): void {
    this.#indices.push(a, b, c)
  }

  mesh(): MeshInput {
    return { positions: Float64Array.from(this.#positions), indices: Uint32Array.from(this.#indices) }
  }
}

/** Attributes by face type: position of the list of used points, and the lists of vertices that follow. */
const layouts: readonly (readonly [suffix: string, pointIndex: number, isComplex: boolean])[] = [
  ['COMPLEX_TRIANGULATED_FACE', 5, true],
  ['COMPLEX_TRIANGULATED_SURFACE_SET', 4, true],
  ['TRIANGULATED_FACE', 5, false],
  ['TRIANGULATED_SURFACE_SET', 4, false],
]

function addFace(
  file: StepFile,
  { row, matrix }: FoundFace,
  { soup, metres }: { readonly soup: TriangleSoup; readonly metres: number },
): void {
  const typeName = file.listTypes(row).find((name) => layouts.some(([suffix]) => name === suffix))
  const layout = layouts.find(([suffix]) => suffix === typeName)
  // A repositioned face is a complex instance whose parts follow in the order of inheritance: name, then the rest.
  const attributes = file.typeOf(row) === '' ? ['', ...faceAttributes(file, row)] : file.attributes(row)
  if (!layout) return
  const [, pointIndex, isComplex] = layout
  const coordinates = readCoordinates(file, file.rowOf(attributes[1]))
  const used = numbersIn(attributes[pointIndex])
  const points = used.length > 0 ? used : Array.from({ length: coordinates.length / 3 }, (_, index) => index + 1)
  const first = soup.addPoints(placedPoints({ points, coordinates, matrix, metres }))
  const toIndex = (value: number): number => first + value - 1
  const add = (a: number, b: number, c: number): void => {
    if ([a, b, c].every((value) => value >= 1 && value <= points.length))
      soup.addTriangle(toIndex(a), toIndex(b), toIndex(c))
  }
  if (isComplex) {
    for (const strip of listsIn(attributes[pointIndex + 1])) addStrip(strip, add)
    for (const fan of listsIn(attributes[pointIndex + 2])) addFan(fan, add)
  } else {
    for (const [a = 0, b = 0, c = 0] of listsIn(attributes[pointIndex + 1])) add(a, b, c)
  }
}

function faceAttributes(file: StepFile, row: number): StepValue[] {
  const names = ['TESSELLATED_FACE', 'TESSELLATED_SURFACE_SET', ...layouts.map(([suffix]) => suffix)]
  return names.flatMap((name) => [...(file.part(row, name) ?? [])])
}

type AddTriangle = (a: number, b: number, c: number) => void

function addStrip(strip: readonly number[], add: AddTriangle): void {
  for (let at = 2; at < strip.length; at++) {
    // Every second triangle of a strip has the opposite orientation.
    if (at % 2 === 0) add(strip[at - 2], strip[at - 1], strip[at])
    else add(strip[at - 1], strip[at - 2], strip[at])
  }
}

function addFan(fan: readonly number[], add: AddTriangle): void {
  for (let at = 2; at < fan.length; at++) add(fan[0], fan[at - 1], fan[at])
}

function readCoordinates(file: StepFile, row: number): number[] {
  return file.typeOf(row) === 'COORDINATES_LIST' ? file.numbersAt(row, 2) : []
}

const numbersIn = (value: StepValue | undefined): number[] =>
  Array.isArray(value) ? (value as readonly StepValue[]).map((item) => toNumber(item) ?? 0) : []

const listsIn = (value: StepValue | undefined): number[][] =>
  Array.isArray(value) ? (value as readonly StepValue[]).map(numbersIn) : []

interface TransformedPointsInput {
  /** Indices of the coordinates, from 1. */
  readonly points: readonly number[]
  readonly coordinates: readonly number[]
  readonly matrix: Matrix
  readonly metres: number
}

function placedPoints({ points, coordinates, matrix, metres }: TransformedPointsInput): number[] {
  return points.flatMap((point) => {
    const at = 3 * (point - 1)
    const [x, y, z] = [at, at + 1, at + 2].map((index) => (coordinates[index] ?? Number.NaN) * metres)
    return [0, 1, 2].map((axis) => matrix[axis] * x + matrix[3 + axis] * y + matrix[6 + axis] * z + matrix[9 + axis])
  })
}
