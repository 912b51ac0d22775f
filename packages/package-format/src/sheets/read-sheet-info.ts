import {
  isCount,
  isNumber,
  isText,
  isList,
  maybe,
  maybeNull,
  isLiteral,
  isTuple,
  shape,
  type Check,
} from '../json-checks.js'
import { malformed } from '../container/container-layout.js'
import type { SheetInfo } from './sheet.js'

const isPair = isTuple(2)
const isRectangle = shape({ min: isPair, max: isPair })
const isFlag: Check = (value) => typeof value === 'boolean'
const isRgb: Check = (value) => isCount(value) && (value as number) <= 0xffffff
const isUnion =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value))
const isRings = isList(isList(isNumber))

const fields: Readonly<Record<keyof SheetInfo, Check>> = {
  format: isLiteral('kamar-sheet'),
  version: isLiteral(1),
  name: isText,
  kind: isLiteral('model', 'layout', 'page'),
  unitName: isText,
  millimetresPerUnit: isNumber,
  paper: maybeNull(isRectangle),
  toScene: maybeNull(isTuple(12)),
  origin: isPair,
  step: isNumber,
  extents: isRectangle,
  core: isRectangle,
  levels: isCount,
  layers: isList(
    shape({
      name: isText,
      color: isUnion(isLiteral('foreground', 'background'), isRgb),
      lineWeightMillimetres: isNumber,
      lineType: maybeNull(isCount),
      on: isFlag,
      frozen: isFlag,
      plottable: isFlag,
    }),
  ),
  lineTypes: isList(shape({ name: isText, pattern: isList(isNumber) })),
  styles: isList(
    shape({
      layer: isCount,
      color: isUnion(isLiteral('foreground', 'background', 'layer'), isRgb),
      lineWeightMillimetres: isUnion(isNumber, isLiteral('layer')),
      lineType: isUnion(isCount, isLiteral('layer', null)),
      lineTypeScale: isNumber,
      widthUnits: isNumber,
      opacity: isNumber,
    }),
  ),
  fonts: isList(
    shape({
      name: isText,
      shownWith: isText,
      shownWidth: maybe(isNumber),
      bold: maybe(isFlag),
      italic: maybe(isFlag),
      style: maybe(shape({ name: isText, widthFactor: isNumber, obliqueDegrees: isNumber })),
    }),
  ),
  images: isList(
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
  viewports: isList(
    shape({
      entity: isCount,
      level: isCount,
      shows: maybeNull(isCount),
      matrix: isTuple(6),
      millimetresPerUnit: isNumber,
      clip: isRings,
      frozenLayers: isList(isCount),
      lineTypeScale: isNumber,
    }),
  ),
  lineFiles: isList(isText),
  fillFile: maybeNull(isText),
  textFile: maybeNull(isText),
  entityFile: isText,
  propertyFiles: isList(isText),
  counts: shape({
    entities: isCount,
    polylines: isCount,
    vertices: isCount,
    fills: isCount,
    triangles: isCount,
    texts: isCount,
    glyphs: isCount,
  }),
  thinLines: maybe(isLiteral(true)),
}

/** Checks a parsed `sheet.json` field by field; the `RangeError` names the first malformed field. */
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
