import { identityMatrix, multiplyMatrices, type Matrix, type Vector, isCoordinate } from '@kamar/core/math'
import { cleanName } from '@kamar/codecs/text'
import { readColor, type Color } from './colors.js'
import { curveLines, isPointSet, movedPoint, newPointBudget, type Polyline, setPoints } from './curve-lines.js'
import { entityType, isAnnotation, isCurve } from './entity-types.js'
import type { IgesEntity, IgesFile } from './iges-file.js'
import { numberIn, textIn } from './iges-text.js'

const maxInstances = 200_000
const maxSubfigureDepth = 16

/** Curves and points of one level and colour, in the file's unit. */
export interface CurveGroup {
  readonly level: number
  readonly color: Color | null
  readonly lines: Polyline[]
  readonly points: Vector[]
}

/** Curves drawn as lines, and those that are not. */
export interface Wireframe {
  readonly groups: readonly CurveGroup[]
  /** Names of levels, by number. */
  readonly levelNames: ReadonlyMap<number, string>
  readonly curves: number
  /** Curves that cannot be read, by entity number. */
  readonly unread: readonly number[]
  /** Single points that are drawn. */
  readonly points: number
  readonly annotations: number
}

/** Reads the independent curves, including those of subfigures in all instances. */
export function readWireframe(file: IgesFile): Wireframe {
  const collector = new CurveCollector(file)
  for (const entity of file.entities) if (isDrawn(entity)) collector.add(entity, identityMatrix, 0)
  const visibleEntities = file.entities.filter((entity) => isDrawn(entity))
  return {
    groups: collector.groups,
    levelNames: levelNames(file),
    curves: collector.curves,
    unread: [...collector.unread],
    points: collector.points,
    annotations: visibleEntities.filter(({ type }) => isAnnotation(type)).length,
  }
}

/** Returns whether a curve is drawn; those that only bound or define another entity are not. */
const isDrawn = ({ isBlanked, isIndependent, use }: IgesEntity): boolean => !isBlanked && isIndependent && use <= 1

class CurveCollector {
  readonly #file: IgesFile
  readonly #groups = new Map<string, CurveGroup>()
  readonly unread = new Set<number>()
  curves = 0
  points = 0
  readonly #budget = newPointBudget()
  #instances = 0

  constructor(file: IgesFile) {
    this.#file = file
  }

  get groups(): readonly CurveGroup[] {
    return [...this.#groups.values()]
  }

  add(entity: IgesEntity, placement: Matrix, depth: number): void {
    if (entity.type === entityType.subfigureInstance) this.#addSubfigure(entity, placement, depth)
    else if (entity.type === entityType.point) this.#addPoint(entity, placement)
    else if (isPointSet(entity)) this.#addPointSet(entity, placement)
    else if (isCurve(entity.type)) this.#addCurve(entity, placement)
  }

  #addSubfigure(entity: IgesEntity, placement: Matrix, depth: number): void {
    if (depth > maxSubfigureDepth || ++this.#instances > maxInstances) return
    const instance = readInstance(this.#file, entity)
    if (!instance) return
    const transform = multiplyMatrices(placement, instance.placement)
    for (const child of instance.parts) if (!child.isBlanked) this.add(child, transform, depth + 1)
  }

  #addCurve(entity: IgesEntity, placement: Matrix): void {
    const lines = curveLines(this.#file, entity, { budget: this.#budget, depth: 0 })
    if (!lines) {
      this.unread.add(entity.number)
      return
    }
    if (lines.length === 0) return
    this.curves++
    const group = this.#group(entity)
    for (const line of lines) group.lines.push(line.map((point) => movedPoint(placement, point)))
  }

  #addPoint(entity: IgesEntity, placement: Matrix): void {
    const [x, y, z] = (this.#file.values(entity) ?? []).slice(0, 3).map((value) => numberIn(value) ?? 0)
    if (z === undefined || ![x, y, z].every(isCoordinate)) {
      this.unread.add(entity.number)
      return
    }
    this.points++
    const transform = multiplyMatrices(placement, this.#file.placement(entity))
    this.#group(entity).points.push(movedPoint(transform, [x, y, z]))
  }

  #addPointSet(entity: IgesEntity, placement: Matrix): void {
    const points = setPoints(this.#file, entity)
    if (!points) {
      this.unread.add(entity.number)
      return
    }
    this.points += points.length
    const group = this.#group(entity)
    for (const point of points) group.points.push(movedPoint(placement, point))
  }

  #group(entity: IgesEntity): CurveGroup {
    const color = readColor(this.#file, entity)
    const key = `${entity.level} ${color?.join(' ') ?? ''}`
    let group = this.#groups.get(key)
    if (!group) {
      group = { level: entity.level, color, lines: [], points: [] }
      this.#groups.set(key, group)
    }
    return group
  }
}

/** Reads an instance: its definition, a translation and a scale, then its own transformation. */
function readInstance(
  file: IgesFile,
  entity: IgesEntity,
): { readonly placement: Matrix; readonly parts: readonly IgesEntity[] } | null {
  const [number = 0, x = 0, y = 0, z = 0, factor = 1] = (file.values(entity) ?? []).map((value) => numberIn(value) ?? 0)
  const definition = file.entity(number)
  const values = definition?.type === entityType.subfigure ? file.values(definition) : null
  if (!definition || !values) return null
  const s = factor === 0 ? 1 : factor
  const shift = Float64Array.of(s, 0, 0, 0, s, 0, 0, 0, s, x, y, z)
  const matrix = multiplyMatrices(file.placement(entity), shift)
  const parts = values.slice(3, 3 + (numberIn(values[2]) ?? 0)).flatMap((part) => file.entity(numberIn(part)) ?? [])
  return { placement: multiplyMatrices(matrix, file.placement(definition)), parts }
}

const formOfLevelName = 3

/** Returns the names of levels in the file. */
function levelNames(file: IgesFile): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  for (const entity of file.entities) {
    if (entity.type !== entityType.property || entity.form !== formOfLevelName) continue
    const name = cleanName(textIn(file.values(entity)?.[2] ?? ''))
    if (name) names.set(entity.level, name)
  }
  return names
}
