import {
  mapSheetPoint,
  type Property,
  type ReadContext,
  type SheetFontId,
  type SheetMatrix,
  sheetMatrixScale,
} from '@kamar/core'
import type { Font } from 'opentype.js'
import { decodeImage } from '@kamar/codecs/image'
import type { Clip } from '@kamar/codecs/glyphs'
import { resolvePart } from '../package.js'
import type { PartArchive } from '@kamar/codecs/zip'
import { mappedPoints, transformDirection, type PenStyle, type PagePen } from '../page-pen.js'
import type { SkipList } from '../../report.js'
import { attribute, findChild, parseXml, numbersIn, type XmlElement } from '@kamar/codecs/xml'
import { parseBrush, parseOpacity, parseColor, type XpsBrush, type XpsColor } from './brushes.js'
import { openFont } from './fonts.js'
import { parseFigures, ringSets, computeStrokes, parseTransform, within } from './geometry.js'
import { drawGlyphs } from './glyphs.js'
import { splitGradient, computeMeanColor } from './gradients.js'
import type { PathFigures } from './path-data.js'
import type { W2xState } from './w2x.js'

const defaultFontName = 'Arial'

/** Dependencies for drawing a fixed page. */
export interface FixedPageTools {
  readonly archive: PartArchive
  /** The page's part name: other names are relative to it. */
  readonly part: string
  readonly pen: PagePen
  readonly context: ReadContext
  readonly skipped: SkipList
  readonly states: ReadonlyMap<string, W2xState>
}

/** A brush without an image. */
type PaintBrush = Extract<XpsBrush, { kind: 'solid' | 'gradient' }>

/** Returns one colour for shapes that cannot have several. */
function flatColor(brush: PaintBrush): XpsColor {
  if (brush.kind === 'solid') return brush
  const meanColor = computeMeanColor(brush.gradient)
  return { color: meanColor.color, opacity: meanColor.opacity * brush.opacity }
}

/** State that elements inherit. */
interface InheritedContext {
  readonly matrix: SheetMatrix
  readonly opacity: number
  readonly clips: readonly Clip[]
  readonly resources: ReadonlyMap<string, XmlElement>
}

/** Drawing of a page's elements. */
export class FixedPageDrawing {
  readonly #tools: FixedPageTools
  readonly #fonts = new Map<string, Font | null>()
  readonly #images = new Map<string, { id: number; width: number; height: number } | null>()
  readonly #links = new Map<string, number>()
  #font: SheetFontId | null = null
  #layer = '0'
  #url = ''
  done = 0

  constructor(tools: FixedPageTools) {
    this.#tools = tools
  }

  /** Draws a page's elements; yields regularly to other work. */
  async *draw(page: XmlElement, matrix: SheetMatrix): AsyncGenerator<number> {
    const resources = await this.#readResources(page, new Map())
    yield* this.#all(page, { matrix, opacity: 1, clips: [], resources })
  }

  async *#all(parent: XmlElement, around: InheritedContext): AsyncGenerator<number> {
    for (const element of parent.children) {
      if (element.name === 'Canvas') yield* this.#canvas(element, around)
      else if (element.name === 'Path' || element.name === 'Glyphs') {
        const inner = this.#enter(element, around)
        if (inner) await (element.name === 'Path' ? this.#path(element, inner) : this.#glyphs(element, inner))
        if (++this.done % 200 === 0) yield this.done
      } else if (!element.name.includes('.')) this.#tools.skipped.add(element.name, 'not-read')
    }
  }

  async *#canvas(element: XmlElement, around: InheritedContext): AsyncGenerator<number> {
    const inner = this.#enter(element, around)
    if (!inner) return
    const resources = await this.#readResources(element, around.resources)
    yield* this.#all(element, { ...inner, resources })
  }

  /** Combines an element's attributes with the inherited ones; returns null where the element is invisible. */
  #enter(element: XmlElement, around: InheritedContext): InheritedContext | null {
    const state = this.#tools.states.get(attribute(element, 'Name'))
    if (state) [this.#layer, this.#url] = [state.layer || this.#layer, state.url]
    if (findChild(element, `${element.name}.OpacityMask`) || attribute(element, 'OpacityMask') !== '')
      this.#tools.skipped.add('opacity mask', 'not-drawn')
    const matrix = within(around.matrix, parseTransform(element))
    const opacity = around.opacity * parseOpacity(element)
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

  #geometry(element: XmlElement, name: string, { resources }: InheritedContext): PathFigures | null {
    const text = attribute(element, name)
    const resourceKey = resourceName(text)
    const inner = findChild(element, `${element.name}.${name}`)?.children[0]
    const figures = resourceKey === null ? parseFigures(text, inner) : parseFigures('', resources.get(resourceKey))
    if (!figures && (text !== '' || inner)) this.#tools.skipped.add('geometry', 'damaged')
    return figures
  }

  #brush(element: XmlElement, name: string, { resources }: InheritedContext): XpsBrush | null {
    const text = attribute(element, name)
    const inner = findChild(element, `${element.name}.${name}`)?.children[0]
    const resourceKey = resourceName(text)
    const brushElement = resourceKey === null ? inner : resources.get(resourceKey)
    if (brushElement) return parseBrush(brushElement)
    const color = parseColor(text)
    return color && { kind: 'solid', ...color }
  }

  async #path(element: XmlElement, around: InheritedContext): Promise<void> {
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

  async #fill(brush: XpsBrush, figures: PathFigures, around: InheritedContext): Promise<void> {
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

  #paint(brush: PaintBrush, set: readonly Float64Array[], { matrix, opacity }: InheritedContext): void {
    const { pen, skipped } = this.#tools
    if (set.length === 0) return
    if (brush.kind === 'solid') {
      pen.area(set, this.#penStyle(brush.color, brush.opacity * opacity))
      return
    }
    const { gradient } = brush
    const regions = splitGradient(gradient, set, matrix)
    if (!regions) skipped.add('gradient', 'not-drawn')
    const outer = pen.clips
    for (const region of regions ?? [{ clips: [], ...computeMeanColor(gradient) }]) {
      pen.clips = [...outer, ...region.clips]
      pen.area(set, this.#penStyle(region.color, region.opacity * brush.opacity * opacity), region.gradient)
    }
    pen.clips = outer
  }

  #stroke(
    element: XmlElement,
    { stroke, figures, around }: { stroke: XpsBrush; figures: PathFigures; around: InheritedContext },
  ): void {
    if (stroke.kind === 'image' || stroke.kind === 'unknown') {
      this.#tools.skipped.add('line of a picture', 'not-drawn')
      return
    }
    const width = Number(attribute(element, 'StrokeThickness') || 1) * sheetMatrixScale(around.matrix)
    const dashes = numbersIn(attribute(element, 'StrokeDashArray')).map((length) => Math.abs(length) * width)
    if (stroke.kind === 'gradient') this.#tools.skipped.add('line of a gradient', 'not-drawn')
    const flat = flatColor(stroke)
    const penStyle = {
      ...this.#penStyle(flat.color, flat.opacity * around.opacity),
      width,
      dashes: dashes.length % 2 === 0 ? dashes : [...dashes, ...dashes],
    }
    for (const { points, isClosed } of figures.figures.flatMap(computeStrokes))
      this.#tools.pen.line(mappedPoints(around.matrix, points), isClosed, penStyle)
  }

  async #fillWithImage(
    brush: Extract<XpsBrush, { kind: 'image' }>,
    figures: PathFigures,
    around: InheritedContext,
  ): Promise<void> {
    const { pen, skipped } = this.#tools
    const image = await this.#loadImage(brush.source)
    const [x, y, width, height] = brush.viewport
    if (!image || !(width > 0 && height > 0)) {
      skipped.add('image', image ? 'no-area' : 'damaged', { elements: [brush.source] })
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
    // Image rows start at the upper edge: their lower left corner is at the viewport's lower edge.
    pen.image(
      {
        picture: image.id,
        origin: mapSheetPoint(matrix, x, y + height),
        xAxis: transformDirection(matrix, width, 0),
        yAxis: transformDirection(matrix, 0, -height),
        ...(brush.opacity * around.opacity < 1 ? { opacity: brush.opacity * around.opacity } : {}),
      },
      this.#layer,
    )
    pen.clips = outer
  }

  async #loadImage(source: string): Promise<{ id: number; width: number; height: number } | null> {
    const name = /^\{ColorConvertedBitmap\s+(\S+)/.exec(source)?.[1] ?? source
    const cached = this.#images.get(name)
    if (cached !== undefined) return cached
    const { archive, part, context } = this.#tools
    const bytes = await archive.read(resolvePart(part, name))
    const image = bytes && decodeImage(bytes)
    const pixels = image && new Uint8Array(image.data.buffer, image.data.byteOffset, image.data.byteLength)
    const id = image && pixels && context.scene.addTexture({ name, width: image.width, height: image.height, pixels })
    const entry = image && id !== null ? { id, width: image.width, height: image.height } : null
    this.#images.set(name, entry)
    return entry
  }

  async #glyphs(element: XmlElement, around: InheritedContext): Promise<void> {
    const { pen, skipped } = this.#tools
    const uri = attribute(element, 'FontUri').replace(/#\d+$/, '')
    const font = await this.#openFont(uri)
    const brush = this.#brush(element, 'Fill', around)
    if (!font) skipped.add('font', 'damaged', { elements: [uri] })
    if (!brush) return
    const paint: PaintBrush =
      brush.kind === 'solid' || brush.kind === 'gradient' ? brush : { kind: 'solid', color: 0, opacity: 1 }
    if (paint !== brush) skipped.add('letters of a picture', 'not-drawn')
    const flat = flatColor(paint)
    pen.clips = around.clips
    this.#begin(element, 'GLYPHS')
    this.#font ??= pen.sheet.addFont({ name: defaultFontName, kind: 'outline' })
    const penStyle = this.#penStyle(flat.color, flat.opacity * around.opacity)
    const fill = (set: readonly Float64Array[]): void => this.#paint(paint, set, around)
    drawGlyphs(element, { pen, matrix: around.matrix, penStyle, fill, font, sheetFont: this.#font })
  }

  async #openFont(uri: string): Promise<Font | null> {
    const cached = this.#fonts.get(uri)
    if (cached !== undefined) return cached
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
      set = this.#tools.context.scene.addPropertySet({ name: 'Hyperlink', properties })
      this.#links.set(url, set)
    }
    return set
  }

  #penStyle(color: number, opacity: number): PenStyle {
    return { layer: this.#layer, color, opacity: Math.min(1, Math.max(0, opacity)), width: 0, dashes: [] }
  }

  async #readResources(
    element: XmlElement,
    outer: ReadonlyMap<string, XmlElement>,
  ): Promise<ReadonlyMap<string, XmlElement>> {
    const dictionary = findChild(findChild(element, `${element.name}.Resources`), 'ResourceDictionary')
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

/** Parses `{StaticResource name}`; returns null for other text. */
const resourceName = (text: string): string | null => /^\{StaticResource\s+([^}\s]+)\s*\}$/.exec(text)?.[1] ?? null
