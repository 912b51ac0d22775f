import type { MeshId, SceneBuilder } from '@kamar/core'
import {
  identityMatrix,
  isFiniteMatrix,
  multiplyMatrices,
  scaleTranslation,
  type Matrix,
  type Vector,
} from '@kamar/core/math'
import { readAxisPlacement, readOrIdentity, readTransformationOperator } from '../model/coordinates.js'
import { CurveReader, type Polyline } from '../model/curves.js'
import type { IfcFile } from '../model/ifc-file.js'
import { lineSet } from '../../kit/line-set.js'
import { splitPointCloud } from '../../kit/split-point-cloud.js'
import { drawnRepresentations } from '../model/representations.js'
import { drawableState } from '../model/shapes/shapes.js'
import type { SpatialTree } from '../model/spatial-tree.js'
import type { ProjectUnits } from '../model/units.js'
import { placementTuple, type IfcSceneWriter } from './ifc-scene-writer.js'

const maxMapDepth = 4
const gridAxisAttributes = [7, 8, 9]

interface PlacedLines {
  readonly frame: Matrix
  readonly polylines: readonly Polyline[]
  readonly points: readonly Vector[]
}

const translateMatrix = (matrix: Matrix, by: Vector | undefined): Matrix =>
  multiplyMatrices(matrix, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...(by ?? [0, 0, 0])))

/** Writer of elements that consist only of lines and points: grids and annotations. */
export class LineWriter {
  readonly #file: IfcFile
  readonly #tree: SpatialTree
  readonly #scene: SceneBuilder
  readonly #writer: IfcSceneWriter
  readonly #curves: CurveReader
  readonly #unitMetres: number

  constructor(input: {
    file: IfcFile
    tree: SpatialTree
    scene: SceneBuilder
    writer: IfcSceneWriter
    units: ProjectUnits
  }) {
    this.#file = input.file
    this.#tree = input.tree
    this.#scene = input.scene
    this.#writer = input.writer
    this.#curves = new CurveReader(input.file, input.units.angleRadians)
    this.#unitMetres = input.units.length.metres
  }

  /** Writes the elements that `drawable` marks, by node, as having only lines and points. */
  push(drawable: Uint8Array): void {
    this.#tree.rows.forEach((row, node) => {
      const isGrid = row >= 0 && this.#file.typeOf(row) === 'IFCGRID'
      if (isGrid) this.#pushLines(node, [{ frame: identityMatrix, polylines: this.#gridLines(row), points: [] }])
      else if (drawable[node] === drawableState.lines) {
        const items = drawnRepresentations(this.#file, row).flatMap((representation) =>
          this.#file.rowsAt(representation, 3),
        )
        this.#pushLines(node, this.#collect(items, identityMatrix, 0))
      }
    })
  }

  #gridLines(grid: number): Polyline[] {
    const axes = gridAxisAttributes.flatMap((attribute) => this.#file.rowsAt(grid, attribute))
    return axes.flatMap((axis) => this.#curves.polylines(this.#file.rowAt(axis, 1)))
  }

  #collect(items: readonly number[], frame: Matrix, depth: number): PlacedLines[] {
    const file = this.#file
    const maps = items.filter((item) => file.typeOf(item) === 'IFCMAPPEDITEM')
    const polylines = items.flatMap((item) => this.#curves.polylines(item))
    const points = items.flatMap((item) => this.#curves.points(item))
    const mapped = maps.flatMap((item) => {
      const map = file.rowAt(item, 0)
      if (map < 0 || depth >= maxMapDepth) return []
      const operator = readOrIdentity(readTransformationOperator(file, file.rowAt(item, 1)))
      const origin = readOrIdentity(readAxisPlacement(file, file.rowAt(map, 0)))
      const inner = multiplyMatrices(frame, multiplyMatrices(operator, origin))
      return this.#collect(file.rowsAt(file.rowAt(map, 1), 3), inner, depth + 1)
    })
    return [...(polylines.length + points.length > 0 ? [{ frame, polylines, points }] : []), ...mapped]
  }

  #pushLines(node: number, lines: readonly PlacedLines[]): void {
    const element = this.#writer.elementFrame(node)
    if (element === null) return
    for (const { frame, polylines, points } of lines) {
      const at = multiplyMatrices(element, frame)
      const [start] = polylines[0] ?? []
      const input = start && lineSet(polylines, start, this.#unitMetres)
      if (input?.positions.every((value) => Number.isFinite(value)))
        this.#addInstance(node, translateMatrix(at, start), () => this.#scene.addLines(input))
      for (const { points: chunk, origin } of splitPointCloud({ positions: Float64Array.from(points.flat()) }, 1)) {
        const scaled = { positions: chunk.positions.map((value) => value * this.#unitMetres) }
        this.#addInstance(node, translateMatrix(at, origin), () => this.#scene.addPoints(scaled))
      }
    }
  }

  /** Adds an instance; `matrix` is in the file's unit. */
  #addInstance(node: number, matrix: Matrix, add: () => MeshId): void {
    const placement = scaleTranslation(matrix, this.#unitMetres)
    if (!isFiniteMatrix(placement)) return
    this.#writer.settleOrigin([placement])
    this.#scene.addInstance({ node, mesh: add(), placement: placementTuple(placement), material: null })
    this.#writer.instanceCounts[node]++
  }
}
