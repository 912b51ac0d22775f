import {
  byLayerColor,
  toIndexColor,
  toOpacity,
  toRgbColor,
  type EntityColor,
  type EntityCommon,
} from '../../drawing/index.js'
import type { DxfRecord } from '../groups/group-table.js'
import type { Groups } from '../groups/groups.js'
import type { Lookup } from './lookup.js'

const code = {
  lineType: 6,
  layer: 8,
  lineTypeScale: 48,
  visibility: 60,
  color: 62,
  graphicsBytes: 92,
  marker: 100,
  longGraphicsBytes: 160,
  chunk: 310,
  lineWeight: 370,
  trueColor: 420,
  transparency: 440,
} as const

const byLayerWeight = -1

interface HeaderState {
  layer: string
  lineType: string
  lineTypeScale: number
  color: EntityColor
  lineWeight: number
  opacity: EntityCommon['opacity']
  isInvisible: boolean
  savedGraphics: Uint8Array | null
}

/** Reads what all entities state. */
export function readEntityHeader(
  { groups, dictionaryHandle }: DxfRecord,
  lookup: Lookup,
  { name, handle }: Pick<EntityCommon, 'name' | 'handle'>,
): EntityCommon {
  const state: HeaderState = {
    layer: '',
    lineType: '',
    lineTypeScale: 1,
    color: byLayerColor,
    lineWeight: byLayerWeight,
    opacity: 'byLayer',
    isInvisible: false,
    savedGraphics: null,
  }
  let markerCount = 0
  for (let at = groups.from; at < groups.to; at++) {
    const isMarker = groups.codeAt(at) === code.marker
    // Programs state the header in the first part, and where there are no parts among the other values.
    if (isMarker && ++markerCount > 1 && state.layer !== '') break
    if (!isMarker) readHeaderGroup(groups, at, state)
  }
  return {
    handle,
    name,
    layer: lookup.findLayer(state.layer === '' ? '0' : state.layer),
    lineType: state.lineType === '' ? lookup.byLayerLineType : lookup.findLineType(state.lineType),
    lineTypeScale: state.lineTypeScale,
    color: state.color,
    lineWeight: state.lineWeight,
    opacity: state.opacity,
    isInvisible: state.isInvisible,
    savedGraphics: state.savedGraphics,
    dictionaryHandle,
  }
}

function readHeaderGroup(groups: Groups, at: number, state: HeaderState): void {
  switch (groups.codeAt(at)) {
    case code.layer:
      state.layer = groups.textAt(at)
      break
    case code.lineType:
      state.lineType = groups.textAt(at)
      break
    case code.lineTypeScale:
      state.lineTypeScale = groups.numberAt(at)
      break
    case code.visibility:
      state.isInvisible = (groups.integerAt(at) & 1) !== 0
      break
    case code.color:
      state.color = toIndexColor(groups.integerAt(at))
      break
    case code.trueColor:
      state.color = toRgbColor(groups.integerAt(at))
      break
    case code.lineWeight:
      state.lineWeight = groups.integerAt(at)
      break
    case code.transparency:
      state.opacity = toOpacity(groups.integerAt(at))
      break
    case code.graphicsBytes:
    case code.longGraphicsBytes:
      state.savedGraphics ??= readSavedGraphics(groups, at)
      break
    default:
  }
}

/** Reads the graphics whose size is at a position; null if no data follow. */
export function readSavedGraphics(groups: Groups, at: number): Uint8Array | null {
  const bytes = groups.joinBytes(code.chunk, at + 1)
  return bytes.length === 0 ? null : bytes
}
