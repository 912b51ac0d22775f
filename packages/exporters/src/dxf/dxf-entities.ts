import type { SheetMatrix } from '@kamar/core'
import type {
  SheetEntities,
  SheetFills,
  SheetInfo,
  SheetLines,
  SheetText,
  SheetTexts,
  SheetViewport,
} from '@kamar/package-format/sheets'
import type { SheetDrawing } from '@kamar/packager/sheets'
import { groupGlyphs } from '../kit/pages/glyphs.js'
import { traceOutlines } from '../kit/pages/outlines.js'
import { groupLines } from '../kit/pages/svg-output.js'
import { type DxfGroup, type DxfHandles, dxfName, dxfWeight, fixedGroups, pointGroups } from './dxf-groups.js'
import { applicationName, dxfColor, type DxfNames } from './dxf-tables.js'

/** Context for writing the entities of one sheet. */
export interface DxfSheet {
  readonly drawing: SheetDrawing
  readonly entities: SheetEntities
  readonly names: DxfNames
  readonly handles: DxfHandles
  /** Handle of the block that contains them. */
  readonly owner: string
  readonly isPaper: boolean
  /** Lists the layers of a sheet, for viewports. */
  readonly listLayers: (sheet: number) => readonly string[]
}

interface Row {
  readonly level: number
  readonly phase: number
  readonly write: () => DxfGroup[]
}

/** Yields the entities of a sheet in drawing order. */
export function* dxfEntities(sheet: DxfSheet): Generator<readonly DxfGroup[]> {
  const writer = new EntityWriter(sheet)
  for (const { write } of writer.rows().sort((a, b) => a.level - b.level || a.phase - b.phase)) yield write()
}

const degrees = (radians: number): number => (radians * 180) / Math.PI

class EntityWriter {
  readonly #sheet: DxfSheet
  readonly #info: SheetInfo
  #viewports = 1

  constructor(sheet: DxfSheet) {
    this.#sheet = sheet
    this.#info = sheet.drawing.info
  }

  rows(): Row[] {
    const { lines, fills, texts } = this.#sheet.drawing
    const rows: Row[] = this.#info.viewports
      .filter(({ shows }) => shows !== null && this.#sheet.isPaper)
      .map((viewport) => ({ level: viewport.level, phase: 0, write: () => this.#viewport(viewport) }))
    for (let fill = 0; fill < (fills?.count ?? 0); fill++)
      if (fills) rows.push({ level: fills.level[fill], phase: 1, write: () => this.#hatch(fills, fill) })
    for (const table of lines)
      for (let line = 0; line < table.count; line++)
        rows.push({ level: table.level[line], phase: 2, write: () => this.#line(table, line) })
    for (const text of texts?.texts ?? [])
      if (texts) rows.push({ level: text.level, phase: 3, write: () => this.#text(text, texts) })
    return rows
  }

  #line({ points, start, closed, style, entity }: SheetLines, line: number): DxfGroup[] {
    const vertices = this.#toPoints(points.subarray(start[line] * 2, start[line + 1] * 2))
    const isClosed = closed[line] === 1
    const width = this.#info.styles[style[line]].widthUnits
    const common = { style: style[line], entity: entity[line] }
    const [[x, y], [endX, endY] = [0, 0]] = vertices
    if (vertices.length === 1)
      return this.#entity('POINT', common, [
        [100, 'AcDbPoint'],
        [10, x],
        [20, y],
        [30, 0],
      ])
    if (vertices.length === 2 && width === 0 && !isClosed) {
      return this.#entity('LINE', common, [
        [100, 'AcDbLine'],
        ...pointGroups(10, x, y),
        [30, 0],
        ...pointGroups(11, endX, endY),
        [31, 0],
      ])
    }
    return this.#entity('LWPOLYLINE', common, [
      [100, 'AcDbPolyline'],
      [90, vertices.length],
      // 128: the line type pattern continues around vertices.
      [70, (isClosed ? 1 : 0) + 128],
      ...(width > 0 ? [[43, width] as const] : []),
      ...vertices.flatMap((one) => pointGroups(10, ...one)),
    ])
  }

  #hatch(fills: SheetFills, fill: number): DxfGroup[] {
    const [first, end] = [fills.start[fill], fills.start[fill + 1]]
    const indices = fills.indices.subarray(fills.indexStart[fill], fills.indexStart[fill + 1]).map((one) => one - first)
    const outlines = traceOutlines(fills.points.subarray(first * 2, end * 2), indices)
    if (outlines.length === 0) return []
    const gradient = fills.gradients.find((one) => one.fill === fill)
    const paths = outlines.flatMap((outline): DxfGroup[] => {
      const vertices = this.#toPoints(outline)
      const header: DxfGroup[] = [
        [92, 2],
        [72, 0],
        [73, 1],
        [93, vertices.length],
      ]
      return [...header, ...vertices.flatMap((one) => pointGroups(10, ...one)), [97, 0]]
    })
    return this.#entity('HATCH', { style: fills.style[fill], entity: fills.entity[fill] }, [
      [100, 'AcDbHatch'],
      ...fixedGroups('10 0 20 0 30 0 210 0 220 0 230 1 2 SOLID 70 1 71 0'),
      [91, outlines.length],
      ...paths,
      ...fixedGroups('75 0 76 1 98 0'),
      ...(gradient ? gradientGroups(gradient) : []),
    ])
  }

  /** Writes one text per line of glyphs, at their drawn positions, so that wrapping and fitting are preserved. */
  #text(text: SheetText, texts: SheetTexts): DxfGroup[] {
    const frame = this.#computeFrame(text)
    if (text.runs.length === 0) return this.#hiddenText(text, frame)
    return groupGlyphs({ text, texts }).flatMap(({ run, glyphs }) => {
      const { height, width, slant, style, font } = run
      const reference = (font === null ? undefined : this.#info.fonts[font].shownWidth) ?? 1
      return groupLines(glyphs).flatMap((line) => {
        const [{ x, y }] = line
        const string = line.map(({ character, isAfterSpace }, at) => (isAfterSpace && at > 0 ? ' ' : '') + character)
        const properties = {
          string: string.join(''),
          x,
          y,
          height,
          widthFactor: width / height / reference,
          slant,
          font,
        }
        return this.#textLine(properties, frame, { style, entity: text.entity })
      })
    })
  }

  /** Writes an invisible text for one that is drawn as shapes, so that it is searchable but not drawn twice. */
  #hiddenText({ string, box, style, entity }: SheetText, frame: SheetMatrix): DxfGroup[] {
    if (string.trim() === '') return []
    const properties = {
      string,
      x: box[0],
      y: box[1],
      height: Math.max(1e-9, box[3] - box[1]),
      widthFactor: 1,
      slant: 0,
      font: null,
    }
    return this.#textLine(properties, frame, { style, entity }, [[60, 1]])
  }

  #textLine(
    properties: TextProperties,
    [a, b, c, d, e, f]: SheetMatrix,
    common: EntityProperties,
    more: readonly DxfGroup[] = [],
  ): DxfGroup[] {
    const [along, up] = [Math.hypot(a, b), Math.hypot(c, d)]
    const isMirrored = a * d - b * c < 0
    return this.#entity(
      'TEXT',
      common,
      [
        [100, 'AcDbText'],
        [10, a * properties.x + c * properties.y + e],
        [20, b * properties.x + d * properties.y + f],
        [30, 0],
        [40, properties.height * up],
        [1, properties.string],
        [50, degrees(Math.atan2(b, a))],
        [41, up > 0 ? (properties.widthFactor * along) / up : 1],
        [51, degrees(Math.atan(properties.slant))],
        [7, this.#sheet.names.textStyleName(this.#info, properties.font)],
        ...(isMirrored ? [[71, 4] as const] : []),
        [100, 'AcDbText'],
      ],
      more,
    )
  }

  #viewport({ entity, clip, matrix, shows, frozenLayers }: SheetViewport): DxfGroup[] {
    const { handles } = this.#sheet
    const [a, b, , , e, f] = matrix
    const scale = Math.hypot(a, b) || 1
    const xs = clip.flat().filter((_, at) => at % 2 === 0)
    const ys = clip.flat().filter((_, at) => at % 2 === 1)
    const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    if (xs.length === 0) return []
    const [x, y] = [(left + right) / 2, (bottom + top) / 2]
    const outline = clip.length === 1 && !isRectangle(clip[0]) ? handles.next() : null
    const shape = outline === null ? [] : this.#clipOutline(clip[0], outline, entity)
    const number = ++this.#viewports
    const view = this.#entity('VIEWPORT', { entity, style: null }, [
      [100, 'AcDbViewport'],
      ...pointGroups(10, x, y),
      [30, 0],
      [40, right - left],
      [41, top - bottom],
      [68, number],
      [69, number],
      ...pointGroups(12, (x - e) / scale, (y - f) / scale),
      ...fixedGroups(viewportGroups),
      [45, (top - bottom) / scale],
      [51, degrees(Math.atan2(b, a))],
      [72, 1000],
      ...this.#frozen(frozenLayers, shows ?? 0),
      [90, outline === null ? 32_864 : 98_400],
      ...(outline === null ? [] : [[340, outline] as const]),
    ])
    return [...shape, ...view]
  }

  #frozen(layers: readonly number[], reference: number): DxfGroup[] {
    const { listLayers, names } = this.#sheet
    const own = listLayers(reference)
    return layers.flatMap((layer): DxfGroup[] => {
      const handle = names.layerHandles.get(dxfName(own[layer] ?? ''))
      return handle === undefined ? [] : [[331, handle]]
    })
  }

  #clipOutline(ring: readonly number[], handle: string, entity: number): DxfGroup[] {
    const vertices = Array.from({ length: ring.length / 2 }, (_, at) => [ring[at * 2], ring[at * 2 + 1]] as const)
    const groups: DxfGroup[] = [
      [100, 'AcDbPolyline'],
      [90, vertices.length],
      [70, 1],
    ]
    return this.#entity('LWPOLYLINE', { entity, style: null, handle }, [
      ...groups,
      ...vertices.flatMap((one) => pointGroups(10, ...one)),
    ])
  }

  #entity(
    type: string,
    { entity, style, handle = this.#sheet.handles.next() }: EntityProperties,
    groups: readonly DxfGroup[],
    more: readonly DxfGroup[] = [],
  ): DxfGroup[] {
    const { owner, isPaper, entities } = this.#sheet
    const styleGroups =
      style === null ? [[8, this.#layerName(entities.layer[entity])] as const] : this.#toStyleGroups(style)
    const source = entities.handle(entity)
    return [
      [0, type],
      [5, handle],
      [330, owner],
      [100, 'AcDbEntity'],
      ...(isPaper ? [[67, 1] as const] : []),
      ...styleGroups,
      ...more,
      ...groups,
      ...(source === ''
        ? []
        : ([
            [1001, applicationName],
            [1000, source],
          ] as const)),
    ]
  }

  #toStyleGroups(number: number): DxfGroup[] {
    const { layer, color, lineWeightMillimetres, lineType, lineTypeScale, opacity } = this.#info.styles[number]
    const groups: DxfGroup[] = [[8, this.#layerName(layer)], ...dxfColor(color)]
    if (lineType !== 'layer')
      groups.push([6, lineType === null ? 'Continuous' : this.#sheet.names.lineTypeName(this.#info, lineType)])
    if (lineTypeScale !== 1) groups.push([48, lineTypeScale])
    if (lineWeightMillimetres !== 'layer') groups.push([370, dxfWeight(lineWeightMillimetres)])
    if (opacity < 1) groups.push([440, 0x0200_0000 + Math.round(opacity * 255)])
    return groups
  }

  #layerName(layer: number): string {
    return dxfName(this.#info.layers[layer]?.name ?? '0')
  }

  #computeFrame({ origin, xAxis, yAxis }: SheetText): SheetMatrix {
    const [[x, y]] = this.#toPoints(origin)
    return [xAxis[0], xAxis[1], yAxis[0], yAxis[1], x, y]
  }

  #toPoints(points: ArrayLike<number>): (readonly [number, number])[] {
    const { origin, step } = this.#info
    return Array.from({ length: points.length / 2 }, (_, at) => [
      origin[0] + points[at * 2] * step,
      origin[1] + points[at * 2 + 1] * step,
    ])
  }
}

interface EntityProperties {
  readonly entity: number
  /** Null: the style of the entity's layer. */
  readonly style: number | null
  readonly handle?: string
}

interface TextProperties {
  readonly string: string
  readonly x: number
  readonly y: number
  readonly height: number
  readonly widthFactor: number
  readonly slant: number
  /** Index into the fonts of the sheet. */
  readonly font: number | null
}

/** Top view without clipping planes and grid. */
const viewportGroups = '13 0 23 0 14 10 24 10 15 10 25 10 16 0 26 0 36 1 17 0 27 0 37 0 42 50 43 0 44 0 50 0'

const isRectangle = (ring: readonly number[]): boolean =>
  ring.length === 8 &&
  new Set(ring.filter((_, at) => at % 2 === 0)).size === 2 &&
  new Set(ring.filter((_, at) => at % 2 === 1)).size === 2

function gradientGroups({ from, to, colors }: SheetFills['gradients'][number]): DxfGroup[] {
  return [
    ...fixedGroups('450 1 451 0'),
    [460, Math.atan2(to[1] - from[1], to[0] - from[0])],
    ...fixedGroups('461 0 452 0 462 0 453 2 463 0 63 7'),
    [421, colors[0]],
    ...fixedGroups('463 1 63 7'),
    [421, colors[1]],
    [470, 'LINEAR'],
  ]
}
