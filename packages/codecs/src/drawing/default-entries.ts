import { toIndexColor } from './color.js'
import type { Layer, LineType, TextStyle } from './tables.js'

/** Creates a line type without a pattern; `ByLayer` and `ByBlock` stand for an inherited one. */
export const createLineType = (name: string): LineType => ({ handle: 0, name, segments: [] })

/** Creates a layer that the tables of a drawing do not have, as programs create layer 0. */
export const createLayer = ({ handle, name, lineType }: Pick<Layer, 'handle' | 'name' | 'lineType'>): Layer => ({
  handle,
  name,
  color: toIndexColor(7),
  lineType,
  lineWeight: -3,
  isOn: true,
  isFrozen: false,
  isPlotted: true,
  opacity: 1,
})

/** Style of texts whose own style is missing. */
export const defaultTextStyle: TextStyle = {
  handle: 0,
  name: 'Standard',
  fileName: '',
  bigFontFileName: '',
  height: 0,
  widthFactor: 1,
  obliqueAngle: 0,
  trueType: null,
}
