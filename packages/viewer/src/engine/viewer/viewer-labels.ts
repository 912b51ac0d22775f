import type { ViewerLabels } from '../types.js'

/** English texts of the viewer's own controls. */
export const defaultLabels: ViewerLabels = {
  canvas:
    '3D model. Drag to turn, Shift and drag to move, wheel to zoom; keys: arrows, plus, minus, F, Z, H, I, G, A, O',
  viewCube: 'View cube',
  front: 'Front',
  back: 'Back',
  left: 'Left',
  right: 'Right',
  top: 'Top',
  bottom: 'Bottom',
  home: 'Home view',
}
