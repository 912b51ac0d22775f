import type {
  ReaderLimits,
  PropertySetId,
  SheetBuilder,
  SheetEntityId,
  SheetEntityInput,
  SheetFillInput,
  SheetFontId,
  SheetFontInput,
  SheetImageInput,
  SheetInput,
  SheetLayerId,
  SheetLayerInput,
  SheetLineTypeId,
  SheetLineTypeInput,
  SheetPolylineInput,
  SheetStyleId,
  SheetStyleInput,
  SheetTextInput,
  SheetViewportInput,
} from '@kamar/core'
import { GrowingColumn } from '../stores/growing-column.js'
import { type GroupedValues, groupValues } from '../stores/group-values.js'
import { assertLimit } from '../stores/limit.js'
import type { PropertyStore } from '../stores/property-store.js'
import { CoordinateParts } from '../stores/coordinate-parts.js'
import { SheetHandles } from '../stores/sheet-handles.js'
import { TextList } from '../stores/text-list.js'
import { UniqueList } from '../stores/unique-list.js'

/** Item with its insertion number: later ones are drawn over earlier ones. */
export type Pushed<Input> = Input & { readonly push: number }

/** Context shared by all sheets of a package. */
export interface SheetContext {
  readonly limits: ReaderLimits
  /** Numbers of existing images and property sets. */
  readonly countImages: () => number
  readonly properties: PropertyStore
}

/** Polylines as columns: drawings have hundreds of thousands. */
export class PolylineColumns {
  readonly entity = new GrowingColumn(Uint32Array)
  readonly style = new GrowingColumn(Uint32Array)
  readonly push = new GrowingColumn(Uint32Array)
  readonly closed = new GrowingColumn(Uint8Array)
  /** Number of coordinates of each polyline. */
  readonly size = new GrowingColumn(Uint32Array)
  /** x y, sheet units. */
  readonly coordinates: CoordinateParts

  constructor(sheet: number) {
    this.coordinates = new CoordinateParts(`provisional/coordinates/${sheet}`)
  }

  get count(): number {
    return this.entity.length
  }

  /** Frees the memory of everything but the coordinates. */
  clear(): void {
    for (const column of [this.entity, this.style, this.push, this.closed, this.size]) column.clear()
  }
}

/** Entities as columns; texts by number. */
export class EntityColumns {
  readonly layer = new GrowingColumn(Uint32Array)
  /** Of the entities that are not drawn in the order of their numbers. */
  readonly drawOrder = new Map<SheetEntityId, number>()
  readonly type = new GrowingColumn(Uint32Array)
  readonly name = new GrowingColumn(Uint32Array)
  readonly types = new UniqueList<string>(String)
  readonly names = new UniqueList<string>(String)
  readonly handles = new SheetHandles()

  get count(): number {
    return this.layer.length
  }
}

/** An entity takes a fifth of the memory of a node. */
const entitiesPerNode = 5

/** Unprocessed content of one sheet. */
export class SheetStore implements SheetBuilder {
  readonly number: number
  readonly input: SheetInput
  readonly lineTypes: SheetLineTypeInput[] = []
  readonly layers: SheetLayerInput[] = []
  readonly styles = new UniqueList<SheetStyleInput>(styleKey)
  readonly fonts = new UniqueList<SheetFontInput>(fontKey)
  readonly entities = new EntityColumns()
  readonly polylines: PolylineColumns
  readonly fills: Pushed<SheetFillInput>[] = []
  readonly texts = new TextList()
  readonly images: Pushed<SheetImageInput>[] = []
  readonly viewports: Pushed<SheetViewportInput>[] = []
  readonly properties: PropertyStore
  readonly #assignedEntities = new GrowingColumn(Uint32Array)
  readonly #assignedSets = new GrowingColumn(Uint32Array)
  readonly #context: SheetContext
  #pushes = 0
  #fillPoints = 0

  constructor(number: number, input: SheetInput, context: SheetContext) {
    if (!(input.millimetresPerUnit > 0 && Number.isFinite(input.millimetresPerUnit)))
      throw new RangeError(`sheet ${input.name}: ${input.millimetresPerUnit} mm per unit`)
    this.number = number
    this.input = input
    this.#context = context
    this.properties = context.properties
    this.polylines = new PolylineColumns(number)
  }

  /** Returns whether the sheet is empty. */
  get isEmpty(): boolean {
    return this.#pushes === 0
  }

  /** Groups the numbers of property sets by entity. */
  groupSets(): GroupedValues {
    return groupValues(this.#assignedEntities.view(), this.#assignedSets.view(), this.entities.count)
  }

  addLineType(lineType: SheetLineTypeInput): SheetLineTypeId {
    holdFinite(lineType.pattern, 'line type')
    return this.lineTypes.push(lineType) - 1
  }

  addLayer(layer: SheetLayerInput): SheetLayerId {
    if (layer.lineType !== null) holdExists('line type', layer.lineType, this.lineTypes.length)
    return this.layers.push(layer) - 1
  }

  addStyle(style: SheetStyleInput): SheetStyleId {
    holdExists('layer', style.layer, this.layers.length)
    if (typeof style.lineType === 'number') holdExists('line type', style.lineType, this.lineTypes.length)
    return this.styles.intern(style)
  }

  addFont(font: SheetFontInput): SheetFontId {
    return this.fonts.intern(font)
  }

  addEntity(entity: SheetEntityInput): SheetEntityId {
    const { entities } = this
    holdExists('layer', entity.layer, this.layers.length)
    const number = entities.count
    assertLimit('nodes', number + 1, this.#context.limits.nodes * entitiesPerNode)
    entities.layer.push(entity.layer)
    if (entity.drawOrder !== undefined) entities.drawOrder.set(number, entity.drawOrder)
    entities.type.push(entities.types.intern(entity.type))
    entities.name.push(entities.names.intern(entity.name ?? ''))
    entities.handles.add(entity.handle)
    return number
  }

  assignPropertySets(entity: SheetEntityId, sets: readonly PropertySetId[]): void {
    this.#holdEntity(entity)
    for (const set of sets) {
      holdExists('property set', set, this.properties.count)
      this.#assignedEntities.push(entity)
      this.#assignedSets.push(set)
    }
  }

  addPolyline(polyline: SheetPolylineInput): void {
    const { entity, style, points, closed } = polyline
    this.#holdEntity(entity)
    holdExists('style', style, this.styles.count)
    holdFinite(points, 'polyline')
    if (points.length < 2 || points.length % 2 !== 0) throw new RangeError('a polyline has x and y of each point')
    const columns = this.polylines
    columns.entity.push(entity)
    columns.style.push(style)
    columns.push.push(this.#pushes++)
    columns.closed.push(closed === true ? 1 : 0)
    columns.size.push(points.length)
    columns.coordinates.add(points)
    this.#holdPoints()
  }

  addFill(fill: SheetFillInput): void {
    this.#holdEntity(fill.entity)
    holdExists('style', fill.style, this.styles.count)
    for (const ring of fill.rings) {
      holdFinite(ring, 'fill')
      this.#fillPoints += ring.length / 2
    }
    this.#holdPoints()
    this.fills.push({ ...fill, push: this.#pushes++ })
  }

  addText(text: SheetTextInput): void {
    this.#holdEntity(text.entity)
    holdExists('style', text.style, this.styles.count)
    holdFinite([...text.anchor, ...text.xAxis, ...text.yAxis], 'text')
    for (const run of text.paragraphs.flat()) {
      holdExists('font', run.font, this.fonts.count)
      holdFinite([run.height, run.widthFactor ?? 1, run.obliqueDegrees ?? 0, run.tracking ?? 1], 'text')
    }
    this.texts.add(text, this.#pushes++)
  }

  addImage(image: SheetImageInput): void {
    this.#holdEntity(image.entity)
    holdExists('layer', image.layer, this.layers.length)
    holdExists('picture', image.picture, this.#context.countImages())
    holdFinite(
      [...image.origin, ...image.xAxis, ...image.yAxis, ...(image.clip ?? []).flatMap((ring) => [...ring])],
      'image',
    )
    this.images.push({ ...image, push: this.#pushes++ })
  }

  addViewport(viewport: SheetViewportInput): void {
    this.#holdEntity(viewport.entity)
    holdFinite([...viewport.matrix, viewport.millimetresPerUnit], 'viewport')
    for (const ring of viewport.clip) holdFinite(ring, 'viewport')
    this.viewports.push({ ...viewport, push: this.#pushes++ })
  }

  #holdEntity(entity: SheetEntityId): void {
    holdExists('entity', entity, this.entities.count)
  }

  #holdPoints(): void {
    const points = this.polylines.coordinates.length / 2 + this.#fillPoints
    assertLimit('triangles', points, this.#context.limits.triangles)
  }
}

function holdExists(label: string, number: number, count: number): void {
  if (!(Number.isInteger(number) && number >= 0 && number < count))
    throw new RangeError(`sheet: ${label} ${number} does not exist`)
}

function holdFinite(values: ArrayLike<number>, label: string): void {
  for (let index = 0; index < values.length; index++)
    if (!Number.isFinite(values[index])) throw new RangeError(`sheet: a coordinate of a ${label} is no number`)
}

function styleKey(style: SheetStyleInput): string {
  const { layer, color, lineWeightMillimetres, lineType, lineTypeScale = 1, widthUnits = 0, opacity = 1 } = style
  return [layer, color, lineWeightMillimetres, lineType, lineTypeScale, widthUnits, opacity].join(' ')
}

const fontKey = ({ name, kind, bold = false, italic = false, style }: SheetFontInput): string =>
  [kind, bold, italic, style?.widthFactor, style?.obliqueDegrees, name, style?.name].join(' ')
