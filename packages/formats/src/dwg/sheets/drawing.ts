import type {
  SheetBuilder,
  SheetEntityId,
  SheetFillInput,
  SheetImageInput,
  SheetLayerId,
  SheetTextInput,
} from '@kamar/core'
import { multiplyMatrices, type Matrix, type Vector } from '@kamar/core/math'
import type { Block, Entity, InfiniteLine } from '@kamar/codecs/drawing'
import type { Metafile, MetafileMark } from '@kamar/codecs/metafile'
import { clipLine, clipRings, isWithin, type Clip } from '@kamar/codecs/glyphs'
import type { JoinedDrawing } from '../joined-drawing.js'
import { transformed, transformDirection, type Points } from './geometry.js'
import { placeMarks, type PlacedMark } from './line-marks.js'
import type { DrawingFonts } from '../text/drawing-fonts.js'
import type { Inherited, EntityAppearance, SheetResources } from './sheet-resources.js'
import { toPointStyle, type PointStyle } from './point-marks.js'

/** Context in which entities are drawn: block, transform and clips. */
export interface InsertContext {
  /** From block coordinates to sheet coordinates. */
  readonly matrix: Matrix
  readonly block: Inherited | null
  /** Factor for line types and widths. */
  readonly scale: number
  readonly depth: number
  /** The enclosing blocks, outermost first. */
  readonly around?: readonly Block[]
  readonly clips: readonly Clip[]
}

/** An entity that is not drawn. */
export interface SkippedEntity {
  readonly kind: string
  readonly reason: string
  readonly handle: string
}

/** A texture that images refer to. */
export interface ImageTexture {
  readonly id: number
}

/** The visible form of an embedded object: an image, or a metafile with the textures of its images by mark. */
export type EmbeddedObject =
  | { readonly kind: 'picture'; readonly texture: ImageTexture }
  | {
      readonly kind: 'metafile'
      readonly metafile: Metafile
      readonly textures: ReadonlyMap<MetafileMark, ImageTexture>
    }

/** Draw calls that wait for the edges of bodies; `isOver` once the edges are there. */
export interface WaitingBodies {
  readonly draws: (() => void)[]
  isOver: boolean
}

/** State shared by all sheets of a drawing. */
export interface SharedDrawing {
  readonly source: JoinedDrawing
  /** Images by the name in the drawing; null for those that are not attached or cannot be shown. */
  readonly textures: ReadonlyMap<string, ImageTexture | null>
  /** Visible forms of embedded objects, by handle. */
  readonly embedded: ReadonlyMap<number, EmbeddedObject>
  readonly fonts: DrawingFonts
  /** Edges of solids in block coordinates, x y z x y z each, by handle. */
  readonly edges: ReadonlyMap<number, Float64Array>
  /** Where bodies are still to be tessellated: the draw calls that wait for their edges, in draw order. */
  readonly waiting?: WaitingBodies
  readonly skip: (skipped: SkippedEntity) => void
  /** Entities that may still be drawn; each repetition of a block counts. */
  readonly budget: { left: number }
}

/** Options of drawing a line. */
export interface LineOptions {
  readonly appearance: EntityAppearance
  readonly isClosed?: boolean
  /** In block units. */
  readonly width?: number
}

/** Options of drawing a fill. */
export interface FillOptions {
  readonly appearance: EntityAppearance
  readonly gradient?: SheetFillInput['gradient']
}

/** A text in block coordinates. */
export interface PlacedText extends Omit<SheetTextInput, 'entity' | 'style' | 'anchor' | 'xAxis' | 'yAxis'> {
  readonly appearance: EntityAppearance
  readonly anchor: Vector
  readonly xAxis: Vector
  readonly yAxis: Vector
}

const noHiddenLayers: ReadonlySet<SheetLayerId> = new Set()

/** Function that draws one entity. */
export type DrawEntity = (entity: Entity, context: InsertContext, drawing: SheetDrawing) => void

/** The sheet and the entity that are being drawn. */
export class SheetDrawing {
  readonly sheet: SheetBuilder
  readonly resources: SheetResources
  readonly shared: SharedDrawing
  /** Infinite lines, drawn last within the extents of the others. */
  readonly endless: { readonly entity: InfiniteLine; readonly context: InsertContext; readonly id: SheetEntityId }[] =
    []
  readonly #drawOne: DrawEntity
  #hiddenLayers: ReadonlySet<SheetLayerId> = noHiddenLayers
  #isAgain = false
  #minX = Infinity
  #minY = Infinity
  #maxX = -Infinity
  #maxY = -Infinity
  current: SheetEntityId = 0
  handle = ''
  /** Style of the points on this sheet. */
  readonly pointStyle: PointStyle
  /** Number of polylines or rings with invalid coordinates. */
  broken = 0

  constructor(parts: { sheet: SheetBuilder; resources: SheetResources; shared: SharedDrawing; drawOne: DrawEntity }) {
    this.sheet = parts.sheet
    this.resources = parts.resources
    this.shared = parts.shared
    this.pointStyle = toPointStyle(parts.shared.source.main.variables)
    this.#drawOne = parts.drawOne
  }

  /** Min and max x and y drawn so far; null when nothing was drawn. */
  get extents(): { readonly min: readonly number[]; readonly max: readonly number[] } | null {
    if (this.#minX > this.#maxX) return null
    return { min: [this.#minX, this.#minY], max: [this.#maxX, this.#maxY] }
  }

  draw(entity: Entity, context: InsertContext): void {
    if (--this.shared.budget.left < 0) return
    if (this.#hiddenLayers.size > 0 && this.#hiddenLayers.has(this.resources.getLayer(entity, context.block))) return
    try {
      this.#drawOne(entity, context, this)
    } catch (error) {
      // Numbers of a damaged file may be more than an array or a call can hold.
      if (!(error instanceof RangeError)) throw error
      this.skip(entity, 'damaged')
    }
  }

  /** Defers a draw call of the current entity until the edges of bodies are there; false when they already are. */
  waitForBodies(draw: () => void): boolean {
    const { waiting } = this.shared
    if (!waiting || waiting.isOver) return false
    const { current, handle } = this
    waiting.draws.push(() => {
      this.current = current
      this.handle = handle
      draw()
    })
    return true
  }

  /** Draws entities of another sheet again, without some layers; entities that cannot be drawn were counted there. */
  again(hiddenLayers: ReadonlySet<SheetLayerId>, draw: () => void): void {
    this.#hiddenLayers = hiddenLayers
    this.#isAgain = true
    draw()
    this.#hiddenLayers = noHiddenLayers
    this.#isAgain = false
  }

  appearance(entity: Entity, context: InsertContext): EntityAppearance {
    return this.resources.appearance(entity, context.block, context.scale)
  }

  skip(entity: Entity, reason: string): void {
    if (this.#isAgain) return
    this.shared.skip({ kind: entity.name, reason, handle: this.handle })
  }

  /** Draws a line through points in block coordinates, x y z each. */
  line(points: Points, context: InsertContext, { appearance, isClosed = false, width = 0 }: LineOptions): void {
    if (points.length < 3) return
    const flat = this.#flatten(points, context.matrix)
    if (!flat) return
    const style = this.resources.style(appearance, width > 0 ? width * context.scale : undefined)
    const isRing = isClosed && flat.length > 4
    this.#push(flat, isRing, context.clips, (line, closed) => {
      this.sheet.addPolyline({ entity: this.current, style, points: line, ...(closed ? { closed } : {}) })
    })
    const marks = this.resources.marks(appearance)
    if (marks)
      this.#drawMarks(placeMarks(flat, isRing, { ...marks, scale: appearance.lineTypeScale }), appearance, context)
  }

  /** Draws the glyphs and shapes that a line type places along a line. */
  #drawMarks(placedMarks: readonly PlacedMark[], appearance: EntityAppearance, { clips }: InsertContext): void {
    const style = this.resources.style({ ...appearance, lineType: null })
    const entity = this.current
    this.shared.budget.left -= placedMarks.length
    for (const { mark, at, xAxis, yAxis } of placedMarks) {
      const [x, y] = at
      if (clips.some((clip) => !isWithin(clip, x, y))) continue
      for (const stroke of mark.strokes) {
        const points = Float64Array.from(stroke, (value, number) => {
          const [u, v] = number % 2 === 0 ? [value, stroke[number + 1]] : [stroke[number - 1], value]
          return at[number % 2] + xAxis[number % 2] * u + yAxis[number % 2] * v
        })
        this.sheet.addPolyline({ entity, style, points })
      }
      if (mark.text === '') continue
      const font = mark.font ?? this.resources.labelFont()
      const paragraphs = [[{ text: mark.text, font, height: 1 }]]
      this.sheet.addText({
        entity,
        style,
        anchor: at,
        xAxis,
        yAxis,
        paragraphs,
        horizontal: 'left',
        vertical: 'baseline',
      })
    }
  }

  /** Fills the even-odd area of rings in block coordinates. */
  area(rings: readonly Points[], context: InsertContext, { appearance, gradient }: FillOptions): void {
    const flat = rings.flatMap((ring) => (ring.length < 9 ? [] : (this.#flatten(ring, context.matrix) ?? [])))
    if (flat.length === 0) return
    const style = this.resources.style(appearance)
    let sets: (readonly Float64Array[])[] = [flat]
    for (const clip of context.clips) sets = sets.flatMap((set) => clipRings(set, clip))
    for (const set of sets)
      this.sheet.addFill({ entity: this.current, style, rings: set, ...(gradient ? { gradient } : {}) })
  }

  text({ appearance, anchor, xAxis, yAxis, ...text }: PlacedText, { matrix, clips }: InsertContext): void {
    const [x, y] = transformed(matrix, ...anchor)
    const [ax, ay] = transformDirection(matrix, xAxis)
    const [bx, by] = transformDirection(matrix, yAxis)
    const hasArea = Math.abs(ax * by - ay * bx) > 0
    if (!hasArea || ![x, y, ax, ay, bx, by].every((value) => Number.isFinite(value))) return
    if (clips.some((clip) => !isWithin(clip, x, y))) return
    this.#grow(x, y)
    const style = this.resources.style(appearance)
    const entity = this.current
    // In this order, so that its fingerprint is the same as in packages of earlier releases.
    this.sheet.addText({ ...text, entity, style, anchor: [x, y], xAxis: [ax, ay], yAxis: [bx, by] })
  }

  image(
    image: Omit<SheetImageInput, 'entity' | 'origin' | 'xAxis' | 'yAxis' | 'clip'> & {
      readonly origin: Vector
      readonly xAxis: Vector
      readonly yAxis: Vector
      /** Even-odd. */
      readonly outlines: readonly Points[]
    },
    { matrix, clips }: InsertContext,
  ): void {
    const [x, y] = transformed(matrix, ...image.origin)
    const [ax, ay] = transformDirection(matrix, image.xAxis)
    const [bx, by] = transformDirection(matrix, image.yAxis)
    const outlines = image.outlines.flatMap((outline) => this.#flatten(outline, matrix) ?? [])
    if (outlines.length < image.outlines.length || ![x, y, ax, ay, bx, by].every((value) => Number.isFinite(value)))
      return
    let sets: (readonly Float64Array[])[] = [outlines]
    for (const around of clips) sets = sets.flatMap((set) => clipRings(set, around))
    const { layer, picture: texture } = image
    const entity = this.current
    // Convex parts of an outline do not overlap, so that even-odd shows them all.
    const clip = sets.flat()
    if (clip.length > 0)
      this.sheet.addImage({ entity, layer, picture: texture, origin: [x, y], xAxis: [ax, ay], yAxis: [bx, by], clip })
  }

  /** Returns the sheet coordinates of points, x y each; null, and counted, when one of them is invalid. */
  #flatten(points: Points, matrix: Matrix): Float64Array | null {
    const flat = new Float64Array((points.length / 3) * 2)
    for (let at = 0, to = 0; at < points.length; at += 3) {
      const x = points[at]
      const y = points[at + 1]
      const z = points[at + 2]
      const flatX = matrix[0] * x + matrix[3] * y + matrix[6] * z + matrix[9]
      const flatY = matrix[1] * x + matrix[4] * y + matrix[7] * z + matrix[10]
      if (!(Math.abs(flatX) < maxCoordinate && Math.abs(flatY) < maxCoordinate)) {
        this.broken++
        return null
      }
      flat[to++] = flatX
      flat[to++] = flatY
    }
    for (let at = 0; at < flat.length; at += 2) this.#grow(flat[at], flat[at + 1])
    return flat
  }

  #grow(x: number, y: number): void {
    if (x < this.#minX) this.#minX = x
    if (y < this.#minY) this.#minY = y
    if (x > this.#maxX) this.#maxX = x
    if (y > this.#maxY) this.#maxY = y
  }

  #push(
    points: Float64Array,
    isClosed: boolean,
    clips: readonly Clip[],
    push: (line: Float64Array, isClosed: boolean) => void,
  ): void {
    const [clip, ...others] = clips
    const parts = clip ? clipLine(points, isClosed, clip) : 'inside'
    if (parts !== 'inside') for (const part of parts) this.#push(part, false, others, push)
    else if (clip) this.#push(points, isClosed, others, push)
    else push(points, isClosed)
  }
}

/** Max coordinate of an undamaged file: about the distance to the moon in hundredths of a millimetre. */
const maxCoordinate = 1e14

/** Returns the context transformed by a matrix of the block. */
export const within = (context: InsertContext, matrix: Matrix): InsertContext => ({
  ...context,
  matrix: multiplyMatrices(context.matrix, matrix),
})
