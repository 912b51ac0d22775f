import { maxPixels } from '../image/raster-image.js'
import { decodeDib } from './bitmap.js'
import type { Box } from './curves.js'
import type { Font, MetafileMark, MetafileObject, MetafileShape, Pen } from './marks.js'
import type { Point } from './curves.js'

/** Columns of an affine map: x axis, y axis, translation. */
type Matrix = readonly [number, number, number, number, number, number]

interface State {
  pen: Pen | null
  brush: number | null
  font: Font
  textColor: number
  textAlign: number
  at: Point
  world: Matrix
  mapMode: number
  windowOrigin: Point
  windowExtent: Point
  viewportOrigin: Point
  viewportExtent: Point
  /** In the units of the frame. */
  clip: Box | null
}

const defaultFont: Font = {
  height: -12,
  degrees: 0,
  name: 'Arial',
  isBold: false,
  isItalic: false,
  isUnderlined: false,
  isStruck: false,
  charset: 0,
}
const identity: Matrix = [1, 0, 0, 1, 0, 0]
const [isotropic, anisotropic] = [7, 8]
/** Units of the fixed-size map modes, in millimetres; their y runs upwards. */
const modeMillimetres: Readonly<Record<number, number>> = { 2: 0.1, 3: 0.01, 4: 0.254, 5: 0.0254, 6: 25.4 / 1440 }

/** Limits of one metafile's drawing; the excess is counted. */
const limits = { marks: 200_000, coordinates: 4_000_000, pixels: 2 * maxPixels, saved: 1000 }
/** Ratio of cap height to character cell height. */
const capHeightRatio = 0.72
const cellHeightRatio = 0.83
/** Distance from the top of a cell to that of its capitals, as a ratio of the cap height. */
const leadingRatio = 0.26
const align = { updatesPosition: 1, right: 2, center: 6, bottom: 8, baseline: 24 }

const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
]

/**
 * State machine for the records of a metafile: line, area and text attributes, coordinate mapping, and the drawn marks.
 */
export class MetafileDevice {
  readonly marks: MetafileMark[] = []
  /** Number of skipped records, by name. */
  readonly skipped = new Map<string, number>()
  readonly objects = new Map<number, MetafileObject>()
  readonly #unitsPerMillimetre: number
  #saved: State[] = []
  #state: State = {
    pen: { color: 0, width: 0 },
    brush: 0xffffff,
    font: defaultFont,
    textColor: 0,
    textAlign: 0,
    at: [0, 0],
    world: identity,
    mapMode: 1,
    windowOrigin: [0, 0],
    windowExtent: [1, 1],
    viewportOrigin: [0, 0],
    viewportExtent: [1, 1],
    clip: null,
  }
  /** Figures of the path under construction; null outside of one. */
  #path: { readonly points: number[]; isClosed: boolean }[] | null = null
  #drawnPath: { readonly points: number[]; isClosed: boolean }[] = []
  #lowestFree = 0
  #coordinates = 0
  #pixels = 0

  constructor(unitsPerMillimetre: number) {
    this.#unitsPerMillimetre = unitsPerMillimetre
  }

  get state(): Readonly<State> {
    return this.#state
  }

  /** Changes the drawing state. */
  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change }
  }

  skip(name: string): void {
    this.skipped.set(name, (this.skipped.get(name) ?? 0) + 1)
  }

  /** Assigns the lowest free number to an object. */
  addObject(object: MetafileObject): void {
    while (this.objects.has(this.#lowestFree)) this.#lowestFree++
    this.objects.set(this.#lowestFree++, object)
  }

  /** Frees the number of an object. */
  deleteObject(number: number): void {
    if (this.objects.delete(number)) this.#lowestFree = Math.min(this.#lowestFree, number)
  }

  save(): void {
    if (this.#saved.length < limits.saved) this.#saved.push({ ...this.#state })
  }

  /** Restores a state; below 0: that many steps back; above 0: the state with that number. */
  restore(number: number): void {
    const at = number < 0 ? this.#saved.length + number : number - 1
    const state = this.#saved[at]
    if (!state) return
    this.#state = { ...state }
    this.#saved = this.#saved.slice(0, at)
  }

  /** Changes the world transform. Mode 1: identity; 2: applied before the current one; 3: after it; 4: replaces it. */
  modifyWorld(matrix: Matrix, mode: number): void {
    const { world } = this.#state
    if (!matrix.every((value) => Number.isFinite(value)) && mode !== 1) return
    const createMetafile = [identity, multiply(matrix, world), multiply(world, matrix), matrix][mode - 1]
    if (createMetafile) this.set({ world: createMetafile })
  }

  select(object: MetafileObject | undefined): void {
    if (object?.kind === 'pen') this.set({ pen: object.pen })
    if (object?.kind === 'brush') this.set({ brush: object.color })
    if (object?.kind === 'font') this.set({ font: object.font })
  }

  moveTo(at: Point): void {
    this.set({ at })
    this.#path?.push({ points: [...at], isClosed: false })
  }

  /** Draws lines through points; continuing ones start at the end of the last line. */
  lines(points: readonly number[], { continues = false, isClosed = false } = {}): void {
    const from = continues ? this.#state.at : []
    const last = points.slice(-2)
    if (continues && last.length === 2) this.set({ at: [last[0], last[1]] })
    if (this.#path) {
      const open = this.#path.at(-1)
      if (continues && open && !open.isClosed) open.points.push(...points)
      else this.#path.push({ points: [...from, ...points], isClosed })
      return
    }
    this.#stroke([...from, ...points], isClosed)
  }

  /** Draws areas by the even-odd rule, and their outlines. */
  areas(rings: readonly (readonly number[])[]): void {
    if (this.#path) {
      for (const points of rings) this.#path.push({ points: [...points], isClosed: true })
      return
    }
    this.#fill(rings)
    for (const ring of rings) this.#stroke(ring, true)
  }

  /** Draws an area of one colour without an outline, whatever pen and brush are selected. */
  block(ring: readonly number[], color: number): void {
    const { brush } = this.#state
    this.set({ brush: color })
    this.#fill([ring])
    this.set({ brush })
  }

  beginPath(): void {
    this.#path = []
  }

  endPath(): void {
    this.#drawnPath = this.#path ?? []
    this.#path = null
  }

  closeFigure(): void {
    const open = this.#path?.at(-1)
    if (open) open.isClosed = true
  }

  paintPath({ isFilled, isStroked }: { readonly isFilled: boolean; readonly isStroked: boolean }): void {
    const figures = this.#drawnPath.filter(({ points }) => points.length >= 4)
    this.#drawnPath = []
    if (isFilled) this.#fill(figures.map(({ points }) => points))
    if (isStroked) for (const { points, isClosed } of figures) this.#stroke(points, isClosed)
  }

  text(text: string, at: Point, name = 'text'): void {
    const { font, textColor: color, textAlign, at: current } = this.#state
    const cleanText = text.replaceAll(/\p{Cc}/gu, ' ').trimEnd()
    if (cleanText === '') return
    if (!this.#isWithinLimits(2, name)) return
    const [x, y] = (textAlign & align.updatesPosition) === 0 ? at : current
    const height = font.height < 0 ? -font.height * capHeightRatio : font.height * cellHeightRatio * capHeightRatio
    const angle = (font.degrees * Math.PI) / 180
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    // Characters are upright for both directions of y.
    const side = this.#isMirrored ? 1 : -1
    const [across, along] = [textAlign & align.center, textAlign & align.baseline]
    const right = this.#toFrameDirection([cos, side * sin])
    const up = this.#toFrameDirection([-sin, side * cos])
    const isTop = along !== align.baseline && along !== align.bottom
    const drop = isTop ? height * leadingRatio : 0
    const [startX, startY] = this.toFrame([x, y])
    this.#mark({
      kind: 'text',
      text: cleanText,
      at: [startX - up[0] * drop, startY - up[1] * drop],
      right,
      up,
      height: height || 1,
      font: { name: font.name, isBold: font.isBold, isItalic: font.isItalic },
      isUnderlined: font.isUnderlined,
      isStruck: font.isStruck,
      color,
      horizontal: across === align.center ? 'center' : across === align.right ? 'right' : 'left',
      vertical: isTop ? 'top' : along === align.baseline ? 'baseline' : 'bottom',
    })
  }

  /** Draws a bitmap (header and pixels without file header) over a box: a corner, width and height. */
  image(bitmap: Uint8Array, [x, y]: Point, [width, height]: Point, name: string): void {
    const image = decodeDib(bitmap)
    const pixels = image ? image.width * image.height : 0
    if (!image || this.#pixels + pixels > limits.pixels || !this.#isWithinLimits(4, '')) {
      this.skip(name)
      return
    }
    this.#pixels += pixels
    const origin = this.toFrame([x, y])
    this.#mark({
      kind: 'image',
      image,
      origin,
      right: minus(this.toFrame([x + width, y]), origin),
      down: minus(this.toFrame([x, y + height]), origin),
    })
  }

  /** Converts a point to the units of the frame. */
  toFrame([x, y]: Point): Point {
    const { world, windowOrigin, viewportOrigin } = this.#state
    const [scaleX, scaleY] = this.#scales()
    const [u, v] = [world[0] * x + world[2] * y + world[4], world[1] * x + world[3] * y + world[5]]
    return [(u - windowOrigin[0]) * scaleX + viewportOrigin[0], (v - windowOrigin[1]) * scaleY + viewportOrigin[1]]
  }

  /** Restricts the clip box further to a box of logical units. */
  narrow([left, top, right, bottom]: Box): void {
    const [[ax, ay], [bx, by]] = [this.toFrame([left, top]), this.toFrame([right, bottom])]
    const { clip } = this.#state
    const [x1, y1, x2, y2] = clip ?? [-Infinity, -Infinity, Infinity, Infinity]
    this.set({
      clip: [
        Math.max(x1, Math.min(ax, bx)),
        Math.max(y1, Math.min(ay, by)),
        Math.min(x2, Math.max(ax, bx)),
        Math.min(y2, Math.max(ay, by)),
      ],
    })
  }

  #mark(shape: MetafileShape): void {
    const { clip } = this.#state
    // An empty clip box hides the drawing.
    if (!clip || (clip[0] < clip[2] && clip[1] < clip[3])) this.marks.push({ ...shape, clip })
  }

  #scales(): Point {
    const { mapMode, windowExtent, viewportExtent } = this.#state
    const millimetres = modeMillimetres[mapMode]
    if (millimetres !== undefined) {
      const scale = millimetres * this.#unitsPerMillimetre
      return [scale, -scale]
    }
    if (mapMode !== isotropic && mapMode !== anisotropic) return [1, 1]
    const scales = [viewportExtent[0] / windowExtent[0], viewportExtent[1] / windowExtent[1]]
    const [x, y] = scales.map((scale) => (Number.isFinite(scale) && scale !== 0 ? scale : 1))
    const smallest = Math.min(Math.abs(x), Math.abs(y))
    return mapMode === isotropic ? [Math.sign(x) * smallest, Math.sign(y) * smallest] : [x, y]
  }

  #toFrameDirection(direction: Point): Point {
    return minus(this.toFrame(direction), this.toFrame([0, 0]))
  }

  get #isMirrored(): boolean {
    const [right, down] = [this.#toFrameDirection([1, 0]), this.#toFrameDirection([0, 1])]
    return right[0] * down[1] - right[1] * down[0] < 0
  }

  #toFramePoints(points: readonly number[]): Float64Array {
    const result = new Float64Array(points.length)
    for (let at = 0; at + 1 < points.length; at += 2) result.set(this.toFrame([points[at], points[at + 1]]), at)
    return result
  }

  #stroke(points: readonly number[], isClosed: boolean): void {
    const { pen } = this.#state
    if (!pen || points.length < 4 || !this.#isWithinLimits(points.length, 'line')) return
    const [scale] = [Math.hypot(...this.#toFrameDirection([1, 0]))]
    this.#mark({
      kind: 'line',
      points: this.#toFramePoints(points),
      isClosed,
      color: pen.color,
      width: pen.width * scale,
    })
  }

  #fill(rings: readonly (readonly number[])[]): void {
    const { brush: color } = this.#state
    const usable = rings.filter(({ length }) => length >= 6)
    const count = usable.reduce((sum, { length }) => sum + length, 0)
    if (color === null || usable.length === 0 || !this.#isWithinLimits(count, 'area')) return
    this.#mark({ kind: 'area', rings: usable.map((ring) => this.#toFramePoints(ring)), color })
  }

  /** Returns whether this many more numbers may be drawn; counts the excess under a name. */
  #isWithinLimits(coordinates: number, name: string): boolean {
    this.#coordinates += coordinates
    const isWithinLimits = this.marks.length < limits.marks && this.#coordinates <= limits.coordinates
    if (!isWithinLimits && name !== '') this.skip(name)
    return isWithinLimits
  }
}

const minus = ([ax, ay]: Point, [bx, by]: Point): Point => [ax - bx, ay - by]
