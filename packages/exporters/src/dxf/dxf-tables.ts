import type { SheetColor } from '@kamar/core'
import type { SheetInfo } from '@kamar/package-format/sheets'
import { DxfTextStyles, defaultTextStyle } from './dxf-text-styles.js'
import { type DxfGroup, type DxfHandles, dxfName, dxfWeight } from './dxf-groups.js'

/** Merges the tables of all sheets, with one name for each layer and line type. */
export class DxfNames {
  readonly layerHandles = new Map<string, string>()
  readonly #layers = new Map<string, readonly DxfGroup[]>()
  readonly #lineTypes = new Map<string, readonly number[]>()
  readonly #textStyles = new DxfTextStyles()
  readonly #handles: DxfHandles

  constructor(sheets: readonly SheetInfo[], handles: DxfHandles) {
    this.#handles = handles
    this.layerHandles.set('0', handles.next())
    this.#layers.set('0', layerGroups('0', { color: 7, flags: 0, lineType: 'Continuous', weight: -3, plotted: 1 }))
    for (const info of sheets) {
      for (const font of info.fonts) this.#textStyles.add(font)
      for (const { pattern, name } of info.lineTypes) this.#addLineType(name, pattern)
      for (const layer of info.layers) {
        const name = dxfName(layer.name)
        if (!this.layerHandles.has(name)) this.layerHandles.set(name, handles.next())
        const index = layer.color === 'background' ? 255 : 7
        const color = layer.on ? index : -index
        const own = layerGroups(name, {
          color,
          flags: layer.frozen ? 1 : 0,
          lineType: layer.lineType === null ? 'Continuous' : this.lineTypeName(info, layer.lineType),
          weight: dxfWeight(layer.lineWeightMillimetres),
          plotted: layer.plottable ? 1 : 0,
        })
        const trueColor: DxfGroup[] = typeof layer.color === 'number' ? [[420, layer.color]] : []
        this.#layers.set(name, [...own, ...trueColor])
      }
    }
  }

  lineTypeName(info: SheetInfo, number: number): string {
    const { name, pattern } = info.lineTypes[number]
    return this.#addLineType(name, pattern)
  }

  /** Returns the style name of a text; the default when its font is unknown. */
  textStyleName(info: SheetInfo, font: number | null): string {
    return font === null ? defaultTextStyle : this.#textStyles.add(info.fonts[font])
  }

  /** Returns the tables section. */
  tables(blocks: readonly { readonly name: string; readonly handle: string; readonly layout: string }[]): DxfGroup[] {
    const next = (): string => this.#handles.next()
    const lineTypes = ['ByBlock', 'ByLayer', 'Continuous'].map((name) => lineTypeGroups(name, [], next()))
    for (const [name, pattern] of this.#lineTypes) lineTypes.push(lineTypeGroups(name, pattern, next()))
    const layers = [...this.#layers].map(([name, groups]) =>
      record('LAYER', this.layerHandles.get(name) ?? next(), ['AcDbLayerTableRecord', ...groups]),
    )
    const createRecords = (type: string, kind: string, names: readonly string[]): DxfGroup[][] =>
      names.map((name) => record(type, next(), [kind, [2, name], [70, 0]]))
    return [
      ...table('VPORT', next(), []),
      ...table('LTYPE', next(), lineTypes),
      ...table('LAYER', next(), layers),
      ...table(
        'STYLE',
        next(),
        this.#textStyles.rows().map((groups) => record('STYLE', next(), ['AcDbTextStyleTableRecord', ...groups])),
      ),
      ...table('VIEW', next(), []),
      ...table('UCS', next(), []),
      ...table('APPID', next(), createRecords('APPID', 'AcDbRegAppTableRecord', ['ACAD', applicationName])),
      ...table('DIMSTYLE', next(), [], [[100, 'AcDbDimStyleTable']]),
      ...table(
        'BLOCK_RECORD',
        next(),
        blocks.map(({ name, handle, layout }) =>
          record('BLOCK_RECORD', handle, ['AcDbBlockTableRecord', [2, name], [340, layout]]),
        ),
      ),
    ]
  }

  #addLineType(name: string, pattern: readonly number[]): string {
    const stem = dxfName(name)
    if (pattern.length < 2) return 'Continuous'
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? stem : `${stem}_${number}`
      const existing = this.#lineTypes.get(candidate)
      if (existing === undefined) this.#lineTypes.set(candidate, pattern)
      if (existing === undefined || existing.join(' ') === pattern.join(' ')) return candidate
    }
  }
}

/** Application name under which each entity carries its source handle. */
export const applicationName = 'KAMAR'

interface LayerProperties {
  readonly color: number
  readonly flags: number
  readonly lineType: string
  readonly weight: number
  readonly plotted: number
}

const layerGroups = (name: string, { color, flags, lineType, weight, plotted }: LayerProperties): DxfGroup[] => [
  [2, name],
  [70, flags],
  [62, color],
  [6, lineType],
  [290, plotted],
  [370, weight],
]

function lineTypeGroups(name: string, pattern: readonly number[], handle: string): DxfGroup[] {
  const length = pattern.reduce((sum, part) => sum + Math.abs(part), 0)
  return record('LTYPE', handle, [
    'AcDbLinetypeTableRecord',
    [2, name],
    [70, 0],
    [3, ''],
    [72, 65],
    [73, pattern.length],
    [40, length],
    ...pattern.flatMap((part): DxfGroup[] => [
      [49, part],
      [74, 0],
    ]),
  ])
}

function record(type: string, handle: string, [kind, ...groups]: readonly [string, ...DxfGroup[]]): DxfGroup[] {
  return [[0, type], [5, handle], [100, 'AcDbSymbolTableRecord'], [100, kind], ...groups]
}

function table(
  name: string,
  handle: string,
  records: readonly (readonly DxfGroup[])[],
  kind: readonly DxfGroup[] = [],
): DxfGroup[] {
  const header: DxfGroup[] = [
    [0, 'TABLE'],
    [2, name],
    [5, handle],
    [100, 'AcDbSymbolTable'],
    [70, records.length],
  ]
  return [...header, ...kind, ...records.flat(), [0, 'ENDTAB']]
}

/** Returns a colour as entity groups. */
export function dxfColor(color: SheetColor): DxfGroup[] {
  if (color === 'layer') return []
  if (color === 'foreground') return [[62, 7]]
  return [[420, color === 'background' ? 0xffffff : color]]
}
