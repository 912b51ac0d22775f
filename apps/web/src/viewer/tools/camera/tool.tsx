import type { NamedView, Viewer } from '@kamar/viewer'
import { Box, House, RotateCcw, Scan, Square } from 'lucide-react'
import { needsModel } from '../../kit/actions.js'
import { type Action, type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'

/** Radians per arrow key press. */
const orbitStep = Math.PI / 24
/** Fraction of the frame height per key press. */
const panStep = 0.05
const zoomStep = 0.85

const act = (run: (viewer: Viewer) => unknown) => ({
  disabled: needsModel,
  run: ({ session: { viewer } }: Context<null>) => (viewer ? run(viewer) : undefined),
})
const showView = (view: NamedView): Action<null> => act(({ camera }) => camera.goTo(view))
const orbit = (right: number, up: number): Action<null> =>
  act(({ camera }) => camera.orbitBy(right * orbitStep, -up * orbitStep))
const pan = (right: number, up: number): Action<null> =>
  act(({ camera }) => camera.panBy(-right * panStep, -up * panStep))

const isFlat = ({ session }: Context<null>): boolean => session.state.projection === 'orthographic'

/** Moves of the camera. */
export const tool = defineTool({
  descriptor,
  actions: {
    projection: {
      getIcon: (context: Context<null>) => (isFlat(context) ? Box : Square),
      text: (context: Context<null>) => context.t(isFlat(context) ? 'viewer.perspective' : 'viewer.orthographic'),
      disabled: needsModel,
      run: (context: Context<null>) =>
        context.session.viewer?.camera.setProjection(isFlat(context) ? 'perspective' : 'orthographic'),
    },
    home: { ...showView('home'), icon: House, text: ({ t }: Context<null>) => t('viewer.homeView') },
    fit: { ...act((viewer) => viewer.fitToView()), icon: Scan },
    reset: { ...act((viewer) => viewer.resetView()), icon: RotateCcw },
    front: showView('front'),
    back: showView('back'),
    left: showView('left'),
    right: showView('right'),
    top: showView('top'),
    bottom: showView('bottom'),
    zoomIn: act(({ camera }) => camera.zoomBy(zoomStep)),
    zoomOut: act(({ camera }) => camera.zoomBy(1 / zoomStep)),
    orbitLeft: orbit(-1, 0),
    orbitRight: orbit(1, 0),
    orbitUp: orbit(0, 1),
    orbitDown: orbit(0, -1),
    panLeft: pan(-1, 0),
    panRight: pan(1, 0),
    panUp: pan(0, 1),
    panDown: pan(0, -1),
  },
})
