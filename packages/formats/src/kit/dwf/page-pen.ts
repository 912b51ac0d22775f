import {
  mapSheetPoint,
  type PropertySetId,
  type SheetBuilder,
  type SheetColor,
  type SheetEntityId,
  type SheetFillInput,
  type SheetImageInput,
  type SheetMatrix,
  type SheetStyleId,
  type SheetTextInput,
} from '@kamar/core'
import { cleanName } from '@kamar/codecs/text'
import { clipLine, createClip, clipRings, isWithin, type Clip } from '@kamar/codecs/glyphs'
import type { SkipList } from '../report.js'

/** Maximum coordinate; larger ones are damage, as no sheet of paper is as wide. */
const maxCoordinate = 1e9

/** Drawing style; lengths in the page's unit. */
export interface PenStyle {
  readonly layer: string
  /** 0xRRGGBB. */
  readonly color: number
  /** 1 is opaque. */
  readonly opacity: number
  /** 0: hairline. */
  readonly width: number
  /** Dash, gap, dash, gap; empty: continuous. */
  readonly dashes: readonly number[]
}

/** A selectable unit of a page. */
export interface PageEntity {
  /** Consecutive shapes with equal keys form one entity. */
  readonly key: string
  readonly type: string
  /** Handle; only the first entity of a handle gets it. */
  readonly handle?: string
  readonly name?: string
  readonly properties?: readonly PropertySetId[]
}

/** Budget shared by the pens of a document. */
export interface PenBudget {
  /** Number of shapes that may still be drawn. */
  left: number
}

/** Dependencies of a pen. */
export interface PenTools {
  readonly sheet: SheetBuilder
  readonly skipped: SkipList
  readonly budget: PenBudget
}

/** A text in page coordinates. */
export type PageText = Omit<SheetTextInput, 'entity' | 'style'>

/** An image in page coordinates. */
export type PageImage = Omit<SheetImageInput, 'entity' | 'layer' | 'clip'>

/**
 * Pen that draws a page: converts styles to layers and sheet styles, clips to outlines, and groups shapes into
 * entities.
 */
export class PagePen {
  readonly sheet: SheetBuilder
  readonly #tools: PenTools
  readonly #layers = new Map<string, number>()
  readonly #styles = new Map<string, SheetStyleId>()
  readonly #lineTypes = new Map<string, number>()
  readonly #handles = new Set<string>()
  #entity: SheetEntityId | null = null
  #pendingEntity: PageEntity = { key: '', type: 'DRAWABLE' }
  #entityKey = ''
  clips: readonly Clip[] = []
  /** Number of selectable entities. */
  entities = 0

  constructor(tools: PenTools) {
    this.sheet = tools.sheet
    this.#tools = tools
  }

  /** Assigns the following shapes to this entity. */
  begin(entity: PageEntity): void {
    this.#pendingEntity = entity
  }

  /** Returns the current clips with this outline added; null when it has no area. */
  narrowed(ring: Float64Array): readonly Clip[] | null {
    const clip = createClip(ring)
    return clip && [...this.clips, clip]
  }

  line(points: Float64Array, isClosed: boolean, penStyle: PenStyle): void {
    if (points.length < 2 || !this.#isDrawable(points)) return
    const style = this.#style(penStyle)
    const isRing = isClosed && points.length > 4
    this.#clipped(points, isRing, this.clips, (line, closed) => {
      const entity = this.#entityOn(penStyle.layer)
      this.sheet.addPolyline({ entity, style, points: line, ...(closed ? { closed } : {}) })
    })
  }

  area(rings: readonly Float64Array[], penStyle: PenStyle, gradient?: SheetFillInput['gradient']): void {
    const usable = rings.filter((ring) => ring.length >= 6)
    if (usable.length === 0 || !usable.every((ring) => this.#isDrawable(ring))) return
    const style = this.#style({ ...penStyle, width: 0, dashes: [] })
    let sets: (readonly Float64Array[])[] = [usable]
    for (const clip of this.clips) sets = sets.flatMap((set) => clipRings(set, clip))
    const shade = gradient ? { gradient } : {}
    for (const set of sets) this.sheet.addFill({ entity: this.#entityOn(penStyle.layer), style, rings: set, ...shade })
  }

  text(text: PageText, penStyle: PenStyle): void {
    const numbers = Float64Array.of(...text.anchor, ...text.xAxis, ...text.yAxis)
    if (!this.#isDrawable(numbers)) return
    const [ax, ay, bx, by] = numbers.subarray(2)
    if (ax * by - ay * bx === 0) return
    if (this.clips.some((clip) => !isWithin(clip, text.anchor[0], text.anchor[1]))) return
    const style = this.#style({ ...penStyle, width: 0, dashes: [] })
    this.sheet.addText({ ...text, entity: this.#entityOn(penStyle.layer), style })
  }

  image(image: PageImage, layer: string): void {
    const { origin, xAxis, yAxis } = image
    const [x, y] = origin
    const offsets = [0, 0, ...xAxis, xAxis[0] + yAxis[0], xAxis[1] + yAxis[1], ...yAxis]
    const outline = Float64Array.from(offsets, (value, at) => value + (at % 2 === 0 ? x : y))
    if (!this.#isDrawable(outline)) return
    let clip: readonly Float64Array[] = [outline]
    for (const around of this.clips) clip = clipRings(clip, around)[0] ?? []
    if (clip.length === 0) return
    const entity = this.#entityOn(layer)
    const combined = this.clips.length === 0 ? {} : { clip }
    this.sheet.addImage({ ...image, ...combined, entity, layer: this.#layer(layer) })
  }

  /** Adds an entity for an object without visible geometry (a viewport). */
  entityOn(layer: string): SheetEntityId {
    return this.#entityOn(layer)
  }

  #isDrawable(values: Float64Array): boolean {
    if (--this.#tools.budget.left < 0) return false
    if (!values.every((value) => Math.abs(value) < maxCoordinate)) {
      this.#tools.skipped.add('entity', 'not-a-number')
      return false
    }
    return true
  }

  #entityOn(layer: string): SheetEntityId {
    const { key, type, handle = '', name, properties } = this.#pendingEntity
    const combined = `${layer} ${key}`
    if (this.#entity !== null && this.#entityKey === combined && key !== '') return this.#entity
    this.#entityKey = combined
    this.entities++
    const nameOption = name === undefined ? {} : { name: cleanName(name) }
    const own = this.#handles.has(handle) ? '' : handle
    this.#handles.add(own)
    this.#entity = this.sheet.addEntity({ handle: own, type, layer: this.#layer(layer), ...nameOption })
    if (properties && properties.length > 0) this.sheet.assignPropertySets(this.#entity, properties)
    return this.#entity
  }

  #layer(name: string): number {
    let layer = this.#layers.get(name)
    if (layer === undefined) {
      const state = { lineWeightMillimetres: 0, lineType: null, on: true, frozen: false, plottable: true } as const
      layer = this.sheet.addLayer({ name: cleanName(name), color: 'foreground', ...state })
      this.#layers.set(name, layer)
    }
    return layer
  }

  #style({ layer, color, opacity, width, dashes }: PenStyle): SheetStyleId {
    const key = `${layer} ${color} ${opacity} ${width} ${dashes.join(' ')}`
    let style = this.#styles.get(key)
    if (style === undefined) {
      style = this.sheet.addStyle({
        layer: this.#layer(layer),
        color: getStrokeColor(color),
        lineWeightMillimetres: 0,
        lineType: this.#lineType(dashes),
        ...(width > 0 ? { widthUnits: width } : {}),
        ...(opacity < 1 ? { opacity } : {}),
      })
      this.#styles.set(key, style)
    }
    return style
  }

  #lineType(dashes: readonly number[]): number | null {
    if (dashes.length === 0) return null
    const key = dashes.join(' ')
    let lineType = this.#lineTypes.get(key)
    if (lineType === undefined) {
      const pattern = dashes.map((length, at) => (at % 2 === 0 ? length : -length))
      lineType = this.sheet.addLineType({ name: `pattern ${this.#lineTypes.size + 1}`, pattern })
      this.#lineTypes.set(key, lineType)
    }
    return lineType
  }

  #clipped(
    points: Float64Array,
    isClosed: boolean,
    clips: readonly Clip[],
    push: (line: Float64Array, isClosed: boolean) => void,
  ): void {
    const [clip, ...others] = clips
    const parts = clip ? clipLine(points, isClosed, clip) : 'inside'
    if (parts !== 'inside') for (const part of parts) this.#clipped(part, false, others, push)
    else if (clip) this.#clipped(points, isClosed, others, push)
    else push(points, isClosed)
  }
}

/** Maps black to foreground and white to paper, so that a page is also legible on a dark background. */
function getStrokeColor(color: number): Exclude<SheetColor, 'layer'> {
  if (color === 0) return 'foreground'
  return color === 0xffffff ? 'background' : color
}

/** Transforms a direction by a matrix. */
export const transformDirection = ([a, b, c, d]: SheetMatrix, x: number, y: number): [number, number] => [
  a * x + c * y,
  b * x + d * y,
]

/** Transforms points by a matrix, x y each. */
export function mappedPoints(matrix: SheetMatrix, points: ArrayLike<number>): Float64Array {
  const result = new Float64Array(points.length)
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x, y] = mapSheetPoint(matrix, points[at], points[at + 1])
    result[at] = x
    result[at + 1] = y
  }
  return result
}
