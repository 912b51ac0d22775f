import { mapSheetPoint } from '@kamar/core'
import type {
  SheetEntities,
  SheetFills,
  SheetInfo,
  SheetLines,
  SheetStyle,
  SheetText,
  SheetTexts,
} from '@kamar/package-format/sheets'
import { groupByEntity, type Grouped } from './group-by-entity.js'

/** The compared data of one version of a sheet: its decoded files. */
export interface SheetVersion {
  readonly info: SheetInfo
  readonly lines: readonly SheetLines[]
  readonly fills: SheetFills | null
  readonly texts: SheetTexts | null
  readonly entities: SheetEntities
  /** Fingerprint of the appearance, two words per entity (`prints.bin`); null where the package has none. */
  readonly fingerprints: Uint32Array | null
}

/** Lines of all files of a sheet, concatenated. */
type FlatLines = Pick<SheetLines, 'count' | 'entity' | 'style' | 'closed' | 'start' | 'points'>

/** Index of a sheet version by entity: position, content and name of each. */
export class SheetContent {
  readonly version: SheetVersion
  readonly count: number
  /** Left, bottom, right, top of each entity in sheet units; infinite when none of it is drawn. */
  readonly box: Float64Array
  /** Reference point of an entity: minimum corner of its lines and areas, else its first text, image or viewport. */
  readonly anchor: Float64Array
  readonly lines: FlatLines
  readonly linesByEntity: Grouped
  readonly fillsByEntity: Grouped
  readonly textsByEntity: Grouped
  readonly imagesByEntity: Grouped
  readonly viewportsByEntity: Grouped
  readonly handles: readonly string[]
  readonly types: readonly string[]
  readonly names: readonly string[]
  readonly layers: readonly string[]
  /** Appearance of each style except its layer, as a text that is comparable between the versions. */
  readonly appearances: readonly string[]

  constructor(version: SheetVersion) {
    const { info, entities, fills, texts } = version
    const { count } = entities
    this.version = version
    this.count = count
    this.lines = joinLines(version.lines)
    this.linesByEntity = groupByEntity(count, this.lines.entity)
    this.fillsByEntity = groupByEntity(count, fills?.entity ?? [])
    this.textsByEntity = groupByEntity(count, texts?.texts.map(({ entity }) => entity) ?? [])
    this.imagesByEntity = groupByEntity(
      count,
      info.images.map(({ entity }) => entity),
    )
    this.viewportsByEntity = groupByEntity(
      count,
      info.viewports.map(({ entity }) => entity),
    )
    const all = Array.from({ length: count }, (_, entity) => entity)
    this.handles = all.map((entity) => entities.handle(entity))
    this.types = all.map((entity) => entities.type(entity))
    this.names = all.map((entity) => entities.name(entity))
    this.layers = all.map((entity) => info.layers[entities.layer[entity]]?.name ?? '')
    this.appearances = info.styles.map((style) => formatAppearance(info, style))
    this.box = new Float64Array(count * 4)
    this.anchor = new Float64Array(count * 2)
    this.#computeExtents()
  }

  text(number: number): SheetText {
    // The indices come from the grouping of these texts.
    return (this.version.texts as SheetTexts).texts[number]
  }

  /** Lists the texts of an entity in drawing order. */
  listStrings(entity: number): string[] {
    return this.textsByEntity.of(entity).map((number) => this.text(number).string)
  }

  /** Returns whether an entity has drawn content. */
  isDrawn(entity: number): boolean {
    return this.box[entity * 4] <= this.box[entity * 4 + 2]
  }

  #computeExtents(): void {
    const { box, anchor, count } = this
    for (let entity = 0; entity < count; entity++) box.set([Infinity, Infinity, -Infinity, -Infinity], entity * 4)
    this.#placeRuns(this.lines)
    if (this.version.fills) this.#placeRuns(this.version.fills)
    const { images, viewports } = this.version.info
    for (let entity = 0; entity < count; entity++) {
      const at = this.isDrawn(entity) ? this.#getBoxMin(entity) : this.#otherAnchor(entity)
      anchor.set(at, entity * 2)
    }
    this.#placeTexts()
    for (const { entity, origin, xAxis, yAxis } of images)
      for (const [u, v] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ])
        this.#grow(entity, origin[0] + u * xAxis[0] + v * yAxis[0], origin[1] + u * xAxis[1] + v * yAxis[1])
    for (const { entity, clip } of viewports)
      for (const ring of clip)
        for (let at = 0; at + 1 < ring.length; at += 2) this.#grow(entity, ring[at], ring[at + 1])
  }

  #getBoxMin(entity: number): [number, number] {
    return [this.box[entity * 4], this.box[entity * 4 + 1]]
  }

  #otherAnchor(entity: number): readonly [number, number] {
    const { origin, step, images, viewports } = this.version.info
    const text = this.textsByEntity.of(entity)[0]
    if (text !== undefined) {
      const position = this.text(text).origin
      return [origin[0] + position[0] * step, origin[1] + position[1] * step]
    }
    const image = this.imagesByEntity.of(entity)[0]
    if (image !== undefined) return images[image].origin
    const viewport = this.viewportsByEntity.of(entity)[0]
    const ring = viewport === undefined ? undefined : viewports[viewport].clip[0]
    return ring === undefined || ring.length < 2 ? [0, 0] : [ring[0], ring[1]]
  }

  #placeRuns({ entity, start, points }: Pick<FlatLines, 'entity' | 'start' | 'points'>): void {
    const { origin, step } = this.version.info
    for (let run = 0; run < entity.length; run++)
      for (let point = start[run]; point < start[run + 1]; point++)
        this.#grow(entity[run], origin[0] + points[point * 2] * step, origin[1] + points[point * 2 + 1] * step)
  }

  #placeTexts(): void {
    const { origin, step } = this.version.info
    for (const { entity, box, origin: position, xAxis, yAxis } of this.version.texts?.texts ?? []) {
      const frame = [...xAxis, ...yAxis, origin[0] + position[0] * step, origin[1] + position[1] * step] as const
      const [left, bottom, right, top] = box
      for (const x of [left, right]) for (const y of [bottom, top]) this.#grow(entity, ...mapSheetPoint(frame, x, y))
    }
  }

  #grow(entity: number, x: number, y: number): void {
    const { box } = this
    const at = entity * 4
    if (x < box[at]) box[at] = x
    if (y < box[at + 1]) box[at + 1] = y
    if (x > box[at + 2]) box[at + 2] = x
    if (y > box[at + 3]) box[at + 3] = y
  }
}

function joinLines(tables: readonly SheetLines[]): FlatLines {
  if (tables.length === 1) return tables[0]
  const count = tables.reduce((sum, table) => sum + table.count, 0)
  const values = tables.reduce((sum, { points }) => sum + points.length, 0)
  const joined = {
    count,
    entity: new Uint32Array(count),
    style: new Uint32Array(count),
    closed: new Uint8Array(count),
    start: new Uint32Array(count + 1),
    points: new Int32Array(values),
  }
  let [line, value] = [0, 0]
  for (const table of tables) {
    joined.entity.set(table.entity, line)
    joined.style.set(table.style, line)
    joined.closed.set(table.closed, line)
    for (let at = 0; at < table.count; at++) joined.start[line + at] = value / 2 + table.start[at]
    joined.points.set(table.points, value)
    line += table.count
    value += table.points.length
  }
  joined.start[count] = values / 2
  return joined
}

function formatAppearance({ lineTypes }: SheetInfo, style: SheetStyle): string {
  const { color, lineWeightMillimetres, lineType, lineTypeScale, widthUnits, opacity } = style
  const dashes = typeof lineType === 'number' ? [lineTypes[lineType]?.name, lineTypes[lineType]?.pattern] : lineType
  return JSON.stringify([color, lineWeightMillimetres, dashes, lineTypeScale, widthUnits, opacity])
}
