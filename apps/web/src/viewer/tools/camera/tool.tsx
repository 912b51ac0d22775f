import type { NamedView, SheetView, Viewer } from '@kamar/viewer'
import { ArrowLeft, ArrowRight, Box, House, Maximize, RotateCcw, Scan, Square, ZoomIn, ZoomOut } from 'lucide-react'
import { needsCanvas, needsModel } from '../../kit/actions.js'
import { type Action, type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { type CameraSteps, useCameraSteps } from './use-camera-steps.js'

type CameraContext = Context<CameraSteps>

/** Radians per arrow key press. */
const orbitStep = Math.PI / 24
/** Fraction of the frame height per key press. */
const panStep = 0.05
const zoomStep = 0.85
const sheetZoom = 1.5

const act = (run: (viewer: Viewer) => unknown) => ({
  disabled: needsModel,
  run: ({ session: { viewer } }: CameraContext) => (viewer ? run(viewer) : undefined),
})
/** The code of the engine is loaded already; the import keeps it out of the page's code. */
const reset = async (viewer: Viewer): Promise<void> => (await import('@kamar/viewer')).resetView(viewer)
const showView = (view: NamedView): Action<CameraSteps> => act(({ camera }) => camera.goTo(view))
const orbit = (right: number, up: number): Action<CameraSteps> =>
  act(({ camera }) => camera.orbitBy(right * orbitStep, -up * orbitStep))
const pan = (right: number, up: number): Action<CameraSteps> =>
  act(({ camera }) => camera.panBy(-right * panStep, -up * panStep))

/** A move of the model's camera, or of the sheet that is displayed instead. */
const onBoth = (move: (viewer: Viewer) => unknown, moveSheet: (sheet: SheetView) => unknown) => ({
  disabled: needsCanvas,
  run({ session: { drawing, sheet, viewer } }: CameraContext) {
    if (!drawing.isShown) return viewer && move(viewer)
    return sheet && moveSheet(sheet)
  },
})
const zoom = (step: number, sheetStep: number) =>
  onBoth(
    ({ camera }) => camera.zoomBy(step),
    (sheet) => sheet.zoomBy(sheetStep),
  )

const isFlat = ({ session }: CameraContext): boolean => session.state.projection === 'orthographic'

/** Moves of the camera, or of a sheet. */
export const tool = defineTool({
  descriptor,
  useControl: ({ drawing, sheet, viewer }): CameraSteps => useCameraSteps(viewer, drawing.isShown ? sheet : null),
  actions: {
    previousView: {
      icon: ArrowLeft,
      disabled: (context: CameraContext) => needsCanvas(context) ?? (context.control.hasPrevious ? null : 'view'),
      run: ({ control }: CameraContext) => control.showPrevious(),
    },
    nextView: {
      icon: ArrowRight,
      disabled: (context: CameraContext) => needsCanvas(context) ?? (context.control.hasNext ? null : 'view'),
      run: ({ control }: CameraContext) => control.showNext(),
    },
    projection: {
      getIcon: (context: CameraContext) => (isFlat(context) ? Box : Square),
      text: (context: CameraContext) => context.t(isFlat(context) ? 'viewer.perspective' : 'viewer.orthographic'),
      disabled: needsModel,
      run: (context: CameraContext) =>
        context.session.viewer?.camera.setProjection(isFlat(context) ? 'perspective' : 'orthographic'),
    },
    home: { ...showView('home'), icon: House, text: ({ t }: CameraContext) => t('viewer.homeView') },
    fit: {
      ...onBoth(
        (viewer) => viewer.fitToView(),
        (sheet) => sheet.fit(),
      ),
      getIcon: ({ session }: CameraContext) => (session.drawing.isShown ? Maximize : Scan),
      text: ({ session, t }: CameraContext) => t(session.drawing.isShown ? 'sheets.fit' : 'viewer.fit'),
    },
    reset: {
      icon: RotateCcw,
      disabled: needsCanvas,
      run({ session: { drawing, shownSheet, viewer } }: CameraContext) {
        if (drawing.isShown) return shownSheet.changes.reset()
        return viewer && reset(viewer)
      },
    },
    front: showView('front'),
    back: showView('back'),
    left: showView('left'),
    right: showView('right'),
    top: showView('top'),
    bottom: showView('bottom'),
    zoomIn: { ...zoom(zoomStep, sheetZoom), icon: ZoomIn, text: ({ t }: CameraContext) => t('sheets.zoomIn') },
    zoomOut: {
      ...zoom(1 / zoomStep, 1 / sheetZoom),
      icon: ZoomOut,
      text: ({ t }: CameraContext) => t('sheets.zoomOut'),
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
