import {
  mapSheetPoint,
  type Property,
  type ReadContext,
  type SheetFontId,
  type SheetMatrix,
  sheetMatrixScale,
} from '@kamar/scene'
import type { Font } from 'opentype.js'
import { decodePicture } from '../../picture.js'
import type { Clip } from '../../sheets/clip.js'
import { resolvePart } from '../package.js'
import type { PartArchive } from '../archive.js'
import { mappedPoints, turned, type PageLook, type PagePen } from '../page-pen.js'
import type { SkipList } from '../skip-list.js'
import { attribute, childOf, parseXml, numbersIn, type XmlElement } from '../xml.js'
import { brushOf, opacityOf, parseColor, type XpsBrush, type XpsColor } from './brushes.js'
import { openFont } from './fonts.js'
import { figuresOf, ringSets, strokesOf, transformOf, within } from './geometry.js'
import { drawGlyphs } from './glyphs.js'
import { gradientPieces, middleOf } from './gradients.js'
import type { PathFigures } from './path-data.js'
import type { W2xState } from './w2x.js'

const usualFont = 'Arial'

/** What a fixed page is drawn with. */
export interface FixedPageTools {
  readonly archive: PartArchive
  /** The page's part: others are named from where it stands. */
  readonly part: string
  readonly pen: PagePen
  readonly room: ReadContext
  readonly skipped: SkipList
  readonly states: ReadonlyMap<string, W2xState>
}

/** A brush that needs no picture. */
type PaintBrush = Extract<XpsBrush, { kind: 'solid' | 'gradient' }>

/** One colour for what cannot be drawn in several. */
function flatColor(brush: PaintBrush): XpsColor {
  if (brush.kind === 'solid') return brush
  const middle = middleOf(brush.gradient)
  return { color: middle.color, opacity: middle.opacity * brush.opacity }
}

/** What elements inherit. */
interface Surroundings {
  readonly matrix: SheetMatrix
  readonly opacity: number
  readonly clips: readonly Clip[]
  readonly resources: ReadonlyMap<string, XmlElement>
}

/** Draws the elements of a page. */
export class FixedPageDrawing {
  readonly #tools: FixedPageTools
  readonly #fonts = new Map<string, Font | null>()
  readonly #pictures = new Map<string, { id: number; width: number; height: number } | null>()
  readonly #links = new Map<string, number>()
  #font: SheetFontId | null = null
  #layer = '0'
  #url = ''
  done = 0

  constructor(tools: FixedPageTools) {
    this.#tools = tools
  }

  /** Draws a page's elements; stops now and then, so that others have their turn. */
  async *draw(page: XmlElement, matrix: SheetMatrix): AsyncGenerator<number> {
    const resources = await this.#resourcesOf(page, new Map())
    yield* this.#all(page, { matrix, opacity: 1, clips: [], resources })
  }

  async *#all(parent: XmlElement, around: Surroundings): AsyncGenerator<number> {
    for (const element of parent.children) {
      if (element.name === 'Canvas') yield* this.#canvas(element, around)
      else if (element.name === 'Path' || element.name === 'Glyphs') {
        const inner = this.#enter(element, around)
        if (inner) await (element.name === 'Path' ? this.#path(element, inner) : this.#glyphs(element, inner))
        if (++this.done % 200 === 0) yield this.done
      } else if (!element.name.includes('.')) this.#tools.skipped.add(element.name, 'not-read')
    }
  }

  async *#canvas(element: XmlElement, around: Surroundings): AsyncGenerator<number> {
    const inner = this.#enter(element, around)
    if (!inner) return
    const resources = await this.#resourcesOf(element, around.resources)
    yield* this.#all(element, { ...inner, resources })
  }

  /** What an element states of itself on top of what is around it; null where nothing of it can be seen. */
  #enter(element: XmlElement, around: Surroundings): Surroundings | null {
    const state = this.#tools.states.get(attribute(element, 'Name'))
    if (state) [this.#layer, this.#url] = [state.layer || this.#layer, state.url]
    if (childOf(element, `${element.name}.OpacityMask`) || attribute(element, 'OpacityMask') !== '')
      this.#tools.skipped.add('opacity mask', 'not-drawn')
    const matrix = within(around.matrix, transformOf(element))
    const opacity = around.opacity * opacityOf(element)
    const outline = this.#geometry(element, 'Clip', around)
    if (!outline) return { ...around, matrix, opacity }
    const { pen } = this.#tools
    const [ring, ...others] = ringSets(outline, matrix).flat()
    if (others.length > 0) this.#tools.skipped.add('clip', 'not-drawn')
    if (!ring) return null
    pen.clips = around.clips
    const clips = pen.narrowed(ring)
    return clips && { ...around, matrix, opacity, clips }
  }

  #geometry(element: XmlElement, name: string, { resources }: Surroundings): PathFigures | null {
    const text = attribute(element, name)
    const stated = resourceName(text)
    const inner = childOf(element, `${element.name}.${name}`)?.children[0]
    const figures = stated === null ? figuresOf(text, inner) : figuresOf('', resources.get(stated))
    if (!figures && (text !== '' || inner)) this.#tools.skipped.add('geometry', 'damaged')
    return figures
  }

  #brush(element: XmlElement, name: string, { resources }: Surroundings): XpsBrush | null {
    const text = attribute(element, name)
    const inner = childOf(element, `${element.name}.${name}`)?.children[0]
    const stated = resourceName(text)
    const found = stated === null ? inner : resources.get(stated)
    if (found) return brushOf(found)
    const color = parseColor(text)
    return color && { kind: 'solid', ...color }
  }

  async #path(element: XmlElement, around: Surroundings): Promise<void> {
    const { pen } = this.#tools
    const figures = this.#geometry(element, 'Data', around)
    if (!figures) return
    pen.clips = around.clips
    this.#begin(element, 'PATH')
    const fill = this.#brush(element, 'Fill', around)
    if (fill) await this.#fill(fill, figures, around)
    const stroke = this.#brush(element, 'Stroke', around)
    if (stroke) this.#stroke(element, { stroke, figures, around })
  }

  async #fill(brush: XpsBrush, figures: PathFigures, around: Surroundings): Promise<void> {
    if (brush.kind === 'image') {
      await this.#fillWithImage(brush, figures, around)
      return
    }
    if (brush.kind === 'unknown') {
      this.#tools.skipped.add(brush.name, 'not-drawn')
      return
    }
    for (const set of ringSets(figures, around.matrix)) this.#paint(brush, set, around)
  }

  #paint(brush: PaintBrush, set: readonly Float64Array[], { matrix, opacity }: Surroundings): void {
    const { pen, skipped } = this.#tools
    if (set.length === 0) return
    if (brush.kind === 'solid') {
      pen.area(set, this.#look(brush.color, brush.opacity * opacity))
      return
    }
    const { gradient } = brush
    const pieces = gradientPieces(gradient, set, matrix)
    if (!pieces) skipped.add('gradient', 'not-drawn')
    const outer = pen.clips
    for (const piece of pieces ?? [{ clips: [], ...middleOf(gradient) }]) {
      pen.clips = [...outer, ...piece.clips]
      pen.area(set, this.#look(piece.color, piece.opacity * brush.opacity * opacity), piece.gradient)
    }
    pen.clips = outer
  }

  #stroke(
    element: XmlElement,
    { stroke, figures, around }: { stroke: XpsBrush; figures: PathFigures; around: Surroundings },
  ): void {
    if (stroke.kind === 'image' || stroke.kind === 'unknown') {
      this.#tools.skipped.add('line of a picture', 'not-drawn')
      return
    }
    const width = Number(attribute(element, 'StrokeThickness') || 1) * sheetMatrixScale(around.matrix)
    const dashes = numbersIn(attribute(element, 'StrokeDashArray')).map((length) => Math.abs(length) * width)
    if (stroke.kind === 'gradient') this.#tools.skipped.add('line of a gradient', 'not-drawn')
    const ink = flatColor(stroke)
    const look = {
      ...this.#look(ink.color, ink.opacity * around.opacity),
      width,
      dashes: dashes.length % 2 === 0 ? dashes : [...dashes, ...dashes],
    }
    for (const { points, isClosed } of figures.figures.flatMap(strokesOf))
      this.#tools.pen.line(mappedPoints(around.matrix, points), isClosed, look)
  }

  async #fillWithImage(
    brush: Extract<XpsBrush, { kind: 'image' }>,
    figures: PathFigures,
    around: Surroundings,
  ): Promise<void> {
    const { pen, skipped } = this.#tools
    const picture = await this.#picture(brush.source)
    const [x, y, width, height] = brush.viewport
    if (!picture || !(width > 0 && height > 0)) {
      skipped.add('image', picture ? 'no-area' : 'damaged', brush.source)
      return
    }
    const matrix = within(around.matrix, brush.matrix)
    const [ring] = ringSets(figures, around.matrix).flat()
    const clips = ring && pen.narrowed(ring)
    if (!clips) return
    const outer = pen.clips
    pen.clips = clips
    const isTiled = brush.tileMode !== 'None'
    if (isTiled) skipped.add('repeated picture', 'not-drawn')
    // Rows of pictures run from their upper edge: their lower left corner is at the viewport's lower edge.
    pen.image(
      {
        picture: picture.id,
        origin: mapSheetPoint(matrix, x, y + height),
        xAxis: turned(matrix, width, 0),
        yAxis: turned(matrix, 0, -height),
        ...(brush.opacity * around.opacity < 1 ? { opacity: brush.opacity * around.opacity } : {}),
      },
      this.#layer,
    )
    pen.clips = outer
  }

  async #picture(source: string): Promise<{ id: number; width: number; height: number } | null> {
    const name = /^\{ColorConvertedBitmap\s+(\S+)/.exec(source)?.[1] ?? source
    const known = this.#pictures.get(name)
    if (known !== undefined) return known
    const { archive, part, room } = this.#tools
    const bytes = await archive.read(resolvePart(part, name))
    const picture = bytes && decodePicture(bytes)
    const pixels = picture && new Uint8Array(picture.data.buffer, picture.data.byteOffset, picture.data.byteLength)
    const id =
      picture && pixels && room.scene.addTexture({ name, width: picture.width, height: picture.height, pixels })
    const made = picture && id !== null ? { id, width: picture.width, height: picture.height } : null
    this.#pictures.set(name, made)
    return made
  }

  async #glyphs(element: XmlElement, around: Surroundings): Promise<void> {
    const { pen, skipped } = this.#tools
    const uri = attribute(element, 'FontUri').replace(/#\d+$/, '')
    const font = await this.#openFont(uri)
    const brush = this.#brush(element, 'Fill', around)
    if (!font) skipped.add('font', 'damaged', uri)
    if (!brush) return
    const paint: PaintBrush =
      brush.kind === 'solid' || brush.kind === 'gradient' ? brush : { kind: 'solid', color: 0, opacity: 1 }
    if (paint !== brush) skipped.add('letters of a picture', 'not-drawn')
    const ink = flatColor(paint)
    pen.clips = around.clips
    this.#begin(element, 'GLYPHS')
    this.#font ??= pen.sheet.addFont({ name: usualFont, kind: 'outline' })
    const look = this.#look(ink.color, ink.opacity * around.opacity)
    const fill = (set: readonly Float64Array[]): void => this.#paint(paint, set, around)
    drawGlyphs(element, { pen, matrix: around.matrix, look, fill, font, sheetFont: this.#font })
  }

  async #openFont(uri: string): Promise<Font | null> {
    const known = this.#fonts.get(uri)
    if (known !== undefined) return known
    const name = resolvePart(this.#tools.part, uri)
    const bytes = await this.#tools.archive.read(name)
    const font = bytes && openFont(bytes, name)
    this.#fonts.set(uri, font)
    return font
  }

  #begin(element: XmlElement, type: string): void {
    const name = attribute(element, 'Name')
    const link = attribute(element, 'FixedPage.NavigateUri') || this.#url
    const properties = link === '' ? [] : [this.#link(link)]
    this.#tools.pen.begin({ key: name || `${this.done}`, type, handle: name, properties })
  }

  #link(url: string): number {
    let set = this.#links.get(url)
    if (set === undefined) {
      const properties: Property[] = [{ name: 'URL', value: url }]
      set = this.#tools.room.scene.addPropertySet({ name: 'Hyperlink', properties })
      this.#links.set(url, set)
    }
    return set
  }

  #look(color: number, opacity: number): PageLook {
    return { layer: this.#layer, color, opacity: Math.min(1, Math.max(0, opacity)), width: 0, dashes: [] }
  }

  async #resourcesOf(
    element: XmlElement,
    outer: ReadonlyMap<string, XmlElement>,
  ): Promise<ReadonlyMap<string, XmlElement>> {
    const dictionary = childOf(childOf(element, `${element.name}.Resources`), 'ResourceDictionary')
    if (!dictionary) return outer
    const source = attribute(dictionary, 'Source')
    const { archive, part } = this.#tools
    const bytes = source === '' ? null : await archive.read(resolvePart(part, source))
    const remote = bytes && parseXml(bytes)
    const resources = new Map(outer)
    for (const resource of [...dictionary.children, ...(remote?.children ?? [])])
      resources.set(attribute(resource, 'Key'), resource)
    return resources
  }
}

/** `{StaticResource name}`; null for anything else. */
const resourceName = (text: string): string | null => /^\{StaticResource\s+([^}\s]+)\s*\}$/.exec(text)?.[1] ?? null
