import { isCount, isNumber, isText, listOf, maybe, maybeNull, oneOf, shape, type Check } from '../json-checks.js'
import { malformed } from '../container-layout.js'
import type { SheetInfo } from './sheet.js'

const isPair: Check = (value) => Array.isArray(value) && value.length === 2 && value.every(isNumber)
const isRectangle = shape({ min: isPair, max: isPair })
const isFlag: Check = (value) => typeof value === 'boolean'
const isRgb: Check = (value) => isCount(value) && (value as number) <= 0xffffff
const anyOf =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value))
const isRings = listOf(listOf(isNumber))
const listOfLength =
  (length: number): Check =>
  (value) =>
    Array.isArray(value) && value.length === length && value.every(isNumber)

const fields: Readonly<Record<keyof SheetInfo, Check>> = {
  format: oneOf('kamar-sheet'),
  version: oneOf(1),
  name: isText,
  kind: oneOf('model', 'layout', 'page'),
  unitName: isText,
  millimetresPerUnit: isNumber,
  paper: maybeNull(isRectangle),
  toScene: maybeNull(listOfLength(12)),
  origin: isPair,
  step: isNumber,
  extents: isRectangle,
  core: isRectangle,
  levels: isCount,
  layers: listOf(
    shape({
      name: isText,
      color: anyOf(oneOf('foreground', 'background'), isRgb),
      lineWeightMillimetres: isNumber,
      lineType: maybeNull(isCount),
      on: isFlag,
      frozen: isFlag,
      plottable: isFlag,
    }),
  ),
  lineTypes: listOf(shape({ name: isText, pattern: listOf(isNumber) })),
  styles: listOf(
    shape({
      layer: isCount,
      color: anyOf(oneOf('foreground', 'background', 'layer'), isRgb),
      lineWeightMillimetres: anyOf(isNumber, oneOf('layer')),
      lineType: anyOf(isCount, oneOf('layer', null)),
      lineTypeScale: isNumber,
      widthUnits: isNumber,
      opacity: isNumber,
    }),
  ),
  fonts: listOf(
    shape({
      name: isText,
      shownWith: isText,
      shownWidth: maybe(isNumber),
      bold: maybe(isFlag),
      italic: maybe(isFlag),
      style: maybe(shape({ name: isText, widthFactor: isNumber, obliqueDegrees: isNumber })),
    }),
  ),
  images: listOf(
    shape({
      entity: isCount,
      level: isCount,
      layer: isCount,
      picture: isText,
      origin: isPair,
      xAxis: isPair,
      yAxis: isPair,
      clip: isRings,
      opacity: isNumber,
    }),
  ),
  viewports: listOf(
    shape({
      entity: isCount,
      level: isCount,
      shows: maybeNull(isCount),
      matrix: listOfLength(6),
      millimetresPerUnit: isNumber,
      clip: isRings,
      frozenLayers: listOf(isCount),
      lineTypeScale: isNumber,
    }),
  ),
  lineFiles: listOf(isText),
  fillFile: maybeNull(isText),
  textFile: maybeNull(isText),
  entityFile: isText,
  propertyFiles: listOf(isText),
  counts: shape({
    entities: isCount,
    polylines: isCount,
    vertices: isCount,
    fills: isCount,
    triangles: isCount,
    texts: isCount,
    glyphs: isCount,
  }),
  thinLines: maybe(oneOf(true)),
}

/** A parsed `sheet.json`, checked field by field; `RangeError` names the first field that does not fit. */
export function readSheetInfo(json: unknown): SheetInfo {
  if (typeof json !== 'object' || json === null) throw malformed('sheet is no object')
  for (const [name, check] of Object.entries(fields))
    if (!check((json as Record<string, unknown>)[name])) throw malformed(`sheet field ${name}`)
  const info = json as SheetInfo
  if (!(info.step > 0)) throw malformed('sheet field step')
  const fits =
    info.styles.every(({ layer }) => layer < info.layers.length) &&
    info.images.every(({ layer }) => layer < info.layers.length)
  if (!fits) throw malformed('sheet field styles')
  return info
}
