import type {
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

/** The parts of the scene that a recording sheet needs. */
export interface SheetNotes {
  readonly note: (kind: string, value: unknown) => void
  readonly noteArrays: (arrays: readonly ArrayBufferView[]) => void
  readonly hasTexture: (texture: number) => boolean
  readonly hasPropertySet: (set: PropertySetId) => boolean
}

/** A sheet builder that only records; it rejects unknown ids and non-finite coordinates. */
export class RecordingSheet implements SheetBuilder {
  readonly number: number
  readonly input: SheetInput
  readonly lineTypes: SheetLineTypeInput[] = []
  readonly layers: SheetLayerInput[] = []
  readonly styles: SheetStyleInput[] = []
  readonly fonts: SheetFontInput[] = []
  readonly entities: SheetEntityInput[] = []
  readonly polylines: SheetPolylineInput[] = []
  readonly fills: SheetFillInput[] = []
  readonly texts: SheetTextInput[] = []
  readonly images: SheetImageInput[] = []
  readonly viewports: SheetViewportInput[] = []
  readonly assignments = new Map<SheetEntityId, readonly PropertySetId[]>()
  readonly #notes: SheetNotes

  constructor(number: number, input: SheetInput, notes: SheetNotes) {
    this.number = number
    this.input = input
    this.#notes = notes
  }

  addLineType(lineType: SheetLineTypeInput): SheetLineTypeId {
    return this.#record('lineType', this.lineTypes, lineType)
  }

  addLayer(layer: SheetLayerInput): SheetLayerId {
    if (layer.lineType !== null) exists('line type', layer.lineType, this.lineTypes)
    return this.#record('layer', this.layers, layer)
  }

  addStyle(style: SheetStyleInput): SheetStyleId {
    exists('layer', style.layer, this.layers)
    if (typeof style.lineType === 'number') exists('line type', style.lineType, this.lineTypes)
    return this.#recordOnce('style', this.styles, style)
  }

  addFont(font: SheetFontInput): SheetFontId {
    return this.#recordOnce('font', this.fonts, font)
  }

  addEntity(entity: SheetEntityInput): SheetEntityId {
    exists('layer', entity.layer, this.layers)
    return this.#record('entity', this.entities, entity)
  }

  assignPropertySets(entity: SheetEntityId, sets: readonly PropertySetId[]): void {
    exists('entity', entity, this.entities)
    if (!sets.every((set) => this.#notes.hasPropertySet(set))) throw new Error('No such property set')
    this.#notes.note('assign', [entity, sets])
    this.assignments.set(entity, [...(this.assignments.get(entity) ?? []), ...sets])
  }

  addPolyline(polyline: SheetPolylineInput): void {
    this.#checkDrawn(polyline)
    finite(polyline.points)
    if (polyline.points.length < 2 || polyline.points.length % 2 !== 0) throw new Error('A polyline of half points')
    this.#record('polyline', this.polylines, polyline)
    this.#notes.noteArrays([polyline.points])
  }

  addFill(fill: SheetFillInput): void {
    this.#checkDrawn(fill)
    fill.rings.forEach((ring) => finite(ring))
    this.#record('fill', this.fills, fill)
    this.#notes.noteArrays(fill.rings)
  }

  addText(text: SheetTextInput): void {
    this.#checkDrawn(text)
    finite([...text.anchor, ...text.xAxis, ...text.yAxis])
    for (const run of text.paragraphs.flat()) exists('font', run.font, this.fonts)
    this.#record('text', this.texts, text)
  }

  addImage(image: SheetImageInput): void {
    exists('entity', image.entity, this.entities)
    exists('layer', image.layer, this.layers)
    if (!this.#notes.hasTexture(image.picture)) throw new Error(`addImage: no picture ${image.picture}`)
    finite([...image.origin, ...image.xAxis, ...image.yAxis])
    this.#record('image', this.images, image)
  }

  addViewport(viewport: SheetViewportInput): void {
    exists('entity', viewport.entity, this.entities)
    finite([...viewport.matrix, viewport.millimetresPerUnit])
    viewport.clip.forEach((ring) => finite(ring))
    this.#record('viewport', this.viewports, viewport)
    this.#notes.noteArrays(viewport.clip)
  }

  /** Returns the number of entities of each type. */
  get entityTypes(): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const { type } of this.entities) counts[type] = (counts[type] ?? 0) + 1
    return counts
  }

  #checkDrawn({ entity, style }: { readonly entity: SheetEntityId; readonly style: SheetStyleId }): void {
    exists('entity', entity, this.entities)
    exists('style', style, this.styles)
  }

  #record<Input>(kind: string, list: Input[], input: Input): number {
    this.#notes.note(kind, withoutArrays(input))
    return list.push(input) - 1
  }

  #recordOnce<Input>(kind: string, list: Input[], input: Input): number {
    const text = JSON.stringify(input)
    const index = list.findIndex((one) => JSON.stringify(one) === text)
    return index < 0 ? this.#record(kind, list, input) : index
  }
}

/** Replaces typed arrays by bytes; as JSON they would be long and slow. */
function withoutArrays(input: unknown): unknown {
  const isBytes = (value: unknown): boolean =>
    ArrayBuffer.isView(value) || (Array.isArray(value) && value.some((one) => ArrayBuffer.isView(one)))
  return Object.fromEntries(Object.entries(input as object).filter(([, value]) => !isBytes(value)))
}

function exists(label: string, number: number, list: readonly unknown[]): void {
  if (!Number.isInteger(number) || number < 0 || number >= list.length) throw new Error(`No ${label} ${number}`)
}

function finite(values: ArrayLike<number>): void {
  for (let index = 0; index < values.length; index++)
    if (!Number.isFinite(values[index])) throw new Error('A pushed coordinate is not finite')
}
