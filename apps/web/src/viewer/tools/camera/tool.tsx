import type { NamedView, SheetView, Viewer } from '@kamar/viewer'
import { Box, House, Maximize, RotateCcw, Scan, Square, ZoomIn, ZoomOut } from 'lucide-react'
import { needsCanvas, needsModel } from '../../kit/actions.js'
import { type Action, type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'

/** Radians per arrow key press. */
const orbitStep = Math.PI / 24
/** Fraction of the frame height per key press. */
const panStep = 0.05
const zoomStep = 0.85
const sheetZoom = 1.5

const act = (run: (viewer: Viewer) => unknown) => ({
  disabled: needsModel,
  run: ({ session: { viewer } }: Context<null>) => (viewer ? run(viewer) : undefined),
})
/** The code of the engine is loaded already; the import keeps it out of the page's code. */
const reset = async (viewer: Viewer): Promise<void> => (await import('@kamar/viewer')).resetView(viewer)
const showView = (view: NamedView): Action<null> => act(({ camera }) => camera.goTo(view))
const orbit = (right: number, up: number): Action<null> =>
  act(({ camera }) => camera.orbitBy(right * orbitStep, -up * orbitStep))
const pan = (right: number, up: number): Action<null> =>
  act(({ camera }) => camera.panBy(-right * panStep, -up * panStep))

/** A move of the model's camera, or of the sheet that is displayed instead. */
const onBoth = (move: (viewer: Viewer) => unknown, moveSheet: (sheet: SheetView) => unknown) => ({
  disabled: needsCanvas,
  run({ session: { drawing, sheet, viewer } }: Context<null>) {
    if (!drawing.isShown) return viewer && move(viewer)
    return sheet && moveSheet(sheet)
  },
})
const zoom = (step: number, sheetStep: number) =>
  onBoth(
    ({ camera }) => camera.zoomBy(step),
    (sheet) => sheet.zoomBy(sheetStep),
  )

const isFlat = ({ session }: Context<null>): boolean => session.state.projection === 'orthographic'

/** Moves of the camera, or of a sheet. */
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
    fit: {
      ...onBoth(
        (viewer) => viewer.fitToView(),
        (sheet) => sheet.fit(),
      ),
      getIcon: ({ session }: Context<null>) => (session.drawing.isShown ? Maximize : Scan),
      text: ({ session, t }: Context<null>) => t(session.drawing.isShown ? 'sheets.fit' : 'viewer.fit'),
    },
    reset: { ...act(reset), icon: RotateCcw },
    front: showView('front'),
    back: showView('back'),
    left: showView('left'),
    right: showView('right'),
    top: showView('top'),
    bottom: showView('bottom'),
    zoomIn: { ...zoom(zoomStep, sheetZoom), icon: ZoomIn, text: ({ t }: Context<null>) => t('sheets.zoomIn') },
    zoomOut: {
      ...zoom(1 / zoomStep, 1 / sheetZoom),
      icon: ZoomOut,
      text: ({ t }: Context<null>) => t('sheets.zoomOut'),
    },
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
