import {
  arcSegments,
  joinSheetMatrices,
  mapSheetPoint,
  type Property,
  type ReadContext,
  type SheetFontId,
  type SheetMatrix,
  sheetMatrixScale,
} from '@kamar/core'
import type { RasterImage } from '@kamar/codecs/image'
import { mappedPoints, transformDirection, type PenStyle, type PagePen } from '../page-pen.js'
import type { SkipList } from '../../report.js'
import { computeDashes } from './dashes.js'
import { W2dState, type W2dViewport } from './state.js'
import type { W2dText } from './texts.js'
import { createParagraph, textFrame } from './texts.js'
import { millimetresOfUnit } from './units.js'

/** Dependencies of a drawing. */
export interface W2dTools {
  readonly pen: PagePen
  readonly context: ReadContext
  readonly skipped: SkipList
  /** Matrix from logical units to the page's. */
  readonly matrix: SheetMatrix
  /** Millimetres per unit of the page. */
  readonly millimetres: number
}

/** Part of an ellipse; angles in 1/65536 of a full turn, equal ones are a full ellipse. */
export interface W2dEllipse {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly start: number
  readonly end: number
  readonly tilt: number
}

const radiansPerUnit = (2 * Math.PI) / 65_536
const curveSegments = 16

/** Drawing that puts the shapes of a stream on a page. */
export class W2dDrawing {
  readonly tools: W2dTools
  state = new W2dState()
  matrix: SheetMatrix
  readonly #fonts = new Map<string, SheetFontId>()
  #viewport: W2dViewport | null = null

  constructor(tools: W2dTools) {
    this.tools = tools
    this.matrix = tools.matrix
  }

  line(points: ArrayLike<number>): void {
    if (!this.#begin('POLYLINE')) return
    const { pen } = this.tools
    pen.line(mappedPoints(this.matrix, points), false, this.#penStyle())
  }

  /** Draws a polyline, or a polygon where areas are filled. */
  outline(points: ArrayLike<number>): void {
    if (this.state.isFilled && points.length >= 6) this.area([Float64Array.from(points)])
    else this.line(points)
  }

  area(rings: readonly ArrayLike<number>[], color?: number): void {
    if (!this.#begin('POLYGON')) return
    const penStyle = this.#penStyle()
    const rest = rings.map((ring) => mappedPoints(this.matrix, withoutRepetition(ring)))
    this.tools.pen.area(rest, color === undefined ? penStyle : { ...penStyle, color })
  }

  /** Draws a triangle strip: its border runs along the even vertices and back along the odd ones. */
  strip(points: ArrayLike<number>): void {
    const count = Math.floor(points.length / 2)
    const order = Array.from({ length: count }, (_, at) => at)
    const border = [...order.filter((at) => at % 2 === 0), ...order.filter((at) => at % 2 === 1).reverse()]
    this.area([Float64Array.from(border.flatMap((at) => [points[2 * at], points[2 * at + 1]]))])
  }

  /** Draws a strip with vertex colours: each triangle in the mean of its three. */
  shadedStrip(points: ArrayLike<number>, colors: readonly number[]): void {
    for (let at = 0; at + 2 < colors.length; at++) {
      const ring = Float64Array.from({ length: 6 }, (_, index) => points[2 * at + index])
      this.area([ring], meanColor(colors.slice(at, at + 3)))
    }
  }

  shadedLine(points: ArrayLike<number>, colors: readonly number[]): void {
    if (!this.#begin('POLYLINE')) return
    for (let at = 0; at + 1 < colors.length; at++) {
      const segment = Float64Array.from({ length: 4 }, (_, index) => points[2 * at + index])
      const color = meanColor(colors.slice(at, at + 2))
      this.tools.pen.line(mappedPoints(this.matrix, segment), false, { ...this.#penStyle(), color })
    }
  }

  /** Draws consecutive cubic curves: a point, then three for each. */
  curves(points: ArrayLike<number>): void {
    const flat: number[] = [points[0], points[1]]
    for (let at = 2; at + 5 < points.length; at += 6) {
      const [x, y] = [flat.at(-2) ?? 0, flat.at(-1) ?? 0]
      for (let chunk = 1; chunk <= curveSegments; chunk++) {
        const t = chunk / curveSegments
        const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3]
        flat.push(a * x + b * points[at] + c * points[at + 2] + d * points[at + 4])
        flat.push(a * y + b * points[at + 1] + c * points[at + 3] + d * points[at + 5])
      }
    }
    this.outline(flat)
  }

  ellipse({ x, y, width, height, start, end, tilt }: W2dEllipse): void {
    const isFullEllipse = (end - start) % 65_536 === 0
    const sweep = isFullEllipse ? 65_536 : (((end - start) % 65_536) + 65_536) % 65_536
    const chunks = arcSegments(sweep * radiansPerUnit)
    const [cos, sin] = [Math.cos(tilt * radiansPerUnit), Math.sin(tilt * radiansPerUnit)]
    const points: number[] = this.state.isFilled && !isFullEllipse ? [x, y] : []
    for (let chunk = 0; chunk <= chunks; chunk++) {
      const angle = (start + (sweep * chunk) / chunks) * radiansPerUnit
      const [px, py] = [width * Math.cos(angle), height * Math.sin(angle)]
      points.push(x + px * cos - py * sin, y + px * sin + py * cos)
    }
    this.outline(points)
  }

  text(text: W2dText): void {
    const { font } = this.state
    if (text.text.trim() === '' || !this.#begin('TEXT')) return
    if (!(font.height > 0)) {
      this.tools.skipped.add('text', 'no-area')
      return
    }
    const frame = textFrame(font)
    const paragraph = createParagraph(text, font, this.#font())
    this.tools.pen.text(
      {
        anchor: mapSheetPoint(this.matrix, text.x, text.y),
        xAxis: transformDirection(this.matrix, ...frame.along),
        yAxis: transformDirection(this.matrix, ...frame.up),
        paragraphs: [paragraph],
        horizontal: 'left',
        vertical: 'baseline',
        ...(text.width === null ? {} : { fitWidth: text.width }),
      },
      this.#penStyle(),
    )
  }

  /** Draws an image between its lower left and its upper right corner, in logical units. */
  image(image: RasterImage, [x1, y1, x2, y2]: readonly [number, number, number, number]): void {
    if (!this.#begin('IMAGE')) return
    const { width, height, data } = image
    const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    const id = this.tools.context.scene.addTexture({ name: 'image', width, height, pixels })
    if (id === null) this.tools.skipped.add('image', 'too-much-memory')
    else
      this.tools.pen.image(
        {
          picture: id,
          origin: mapSheetPoint(this.matrix, x1, y1),
          xAxis: transformDirection(this.matrix, x2 - x1, 0),
          yAxis: transformDirection(this.matrix, 0, y2 - y1),
        },
        this.#layerName(),
      )
  }

  /** Clips further drawing to a viewport; null: draws on the whole page. */
  enter(viewport: W2dViewport | null): void {
    if (viewport === this.#viewport) return
    this.#viewport = viewport
    const { pen } = this.tools
    pen.clips = []
    const ring = viewport?.rings[0] && mappedPoints(this.matrix, viewport.rings[0])
    if (!viewport || !ring) return
    const clips = pen.narrowed(ring)
    if (!clips) return
    pen.clips = clips
    const millimetres = viewport.units && millimetresOfUnit(viewport.units.name)
    if (!viewport.units || !millimetres) return
    const matrix = joinSheetMatrices(this.matrix, viewport.units.matrix)
    if (!matrix.every((value) => Number.isFinite(value)) || sheetMatrixScale(matrix) === 0) return
    pen.begin({ key: '', type: 'VIEWPORT' })
    pen.sheet.addViewport({
      entity: pen.entityOn(this.#layerName()),
      shows: null,
      matrix,
      millimetresPerUnit: millimetres,
      clip: [ring],
      frozenLayers: [],
    })
  }

  /** Returns whether a shape should be drawn, and assigns it to the state's node and link. */
  #begin(type: string): boolean {
    const { node, nodeNames, url, isVisible, alpha } = this.state
    if (!isVisible || alpha === 0) return false
    const key = node > 0 || url !== '' ? `${node} ${url}` : ''
    const handle = node > 0 ? `${node}` : ''
    const name = nodeNames.get(node)
    const properties = url === '' ? [] : [this.#linkSet(url)]
    this.tools.pen.begin({ key, type, handle, ...(name ? { name } : {}), properties })
    return true
  }

  #linkSet(url: string): number {
    const properties: Property[] = [{ name: this.state.urls.get(url) || 'URL', value: url }]
    return this.tools.context.scene.addPropertySet({ name: 'Hyperlink', properties })
  }

  #layerName(): string {
    const { layer, layerNames } = this.state
    return layerNames.get(layer) || `${layer}`
  }

  #penStyle(): PenStyle {
    const { state } = this
    const scale = sheetMatrixScale(this.matrix)
    return {
      layer: this.#layerName(),
      color: state.color,
      opacity: state.alpha / 255,
      width: state.lineWeight * scale,
      dashes: computeDashes(state, scale, this.tools.millimetres),
    }
  }

  #font(): SheetFontId {
    const { font: own, fullFontNames } = this.state
    const { name } = own
    const full = fullFontNames.get(name) ?? ''
    const [bold, italic] = [own.isBold || /bold/i.test(full), own.isItalic || /italic|oblique/i.test(full)]
    const key = `${name} ${bold} ${italic}`
    let font = this.#fonts.get(key)
    if (font === undefined) {
      const kind = /\.shx$/i.test(name) ? 'stroke' : 'outline'
      font = this.tools.pen.sheet.addFont({ name, kind, bold, italic })
      this.#fonts.set(key, font)
    }
    return font
  }
}

function withoutRepetition(ring: ArrayLike<number>): Float64Array {
  const points = Float64Array.from(ring)
  const isClosed = points.length > 6 && points.at(-2) === points[0] && points.at(-1) === points[1]
  return isClosed ? points.subarray(0, -2) : points
}

/** Computes the mean of colours 0xRRGGBB. */
function meanColor(colors: readonly number[]): number {
  const channel = (shift: number): number =>
    Math.round(colors.reduce((sum, color) => sum + ((color >> shift) & 255), 0) / colors.length)
  return (channel(16) << 16) | (channel(8) << 8) | channel(0)
}
