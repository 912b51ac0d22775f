import type { CameraView, SheetView, SheetViewState, Viewer } from '@kamar/viewer'
import { useEffect, useMemo } from 'react'
import { useObservable } from '../../../platform/observable.js'
import { CameraHistory, type CameraHistoryState } from './camera-history.js'

/** Steps back and forward through the views of what is displayed. */
export interface CameraSteps extends CameraHistoryState {
  readonly showPrevious: () => void
  readonly showNext: () => void
}

/** Differences below this ratio of the height of a view are invisible. */
const equalityRatio = 2e-3

/** Provides the steps through the views of the model, or of the sheet that is displayed instead. */
export function useCameraSteps(viewer: Viewer | null, sheet: SheetView | null): CameraSteps {
  const model = useMemo(() => createModelHistory(viewer), [viewer])
  const drawing = useMemo(() => createSheetHistory(sheet), [sheet])
  useEffect(
    () =>
      viewer
        ? follow(
            viewer.camera,
            model,
            viewer.on('modelUnloaded', () => model.clear()),
          )
        : undefined,
    [viewer, model],
  )
  useEffect(
    () =>
      sheet
        ? follow(
            sheet,
            drawing,
            sheet.on('sheetOpened', () => drawing.clear()),
          )
        : undefined,
    [sheet, drawing],
  )
  const states = [useObservable(model.state), useObservable(drawing.state)] as const
  const displayed = sheet ? drawing : model
  return {
    ...states[sheet ? 1 : 0],
    showPrevious: () => displayed.showPrevious(),
    showNext: () => displayed.showNext(),
  }
}

/** What announces its movements. */
interface Movable {
  beforeMove: ((isGesture: boolean) => void) | null
}

/** Records the views that a camera leaves; returns a function that ends it. */
function follow(camera: Movable, history: Pick<CameraHistory<never>, 'leave'>, stop: () => void): () => void {
  camera.beforeMove = (isGesture) => history.leave(isGesture)
  return () => {
    camera.beforeMove = null
    stop()
  }
}

function createModelHistory(viewer: Viewer | null): CameraHistory<CameraView> {
  return new CameraHistory({
    getView: () => (viewer?.model ? viewer.camera.destination : null),
    show(view) {
      if (!viewer || viewer.camera.frozen) return false
      viewer.camera.setView(view)
      return true
    },
    isSame: isSameView,
  })
}

function createSheetHistory(sheet: SheetView | null): CameraHistory<SheetViewState> {
  return new CameraHistory({
    getView: () => sheet?.capture() ?? null,
    show(view) {
      sheet?.showFrame(view)
      return sheet !== null
    },
    isSame: (one, other) =>
      isClose(one.heightUnits, other.heightUnits, one.heightUnits) &&
      one.center.every((value, axis) => isClose(value, other.center[axis] ?? 0, one.heightUnits)),
  })
}

const isClose = (one: number, other: number, scale: number): boolean =>
  Math.abs(one - other) <= Math.abs(scale) * equalityRatio

function isSameView(one: CameraView, other: CameraView): boolean {
  if (one.projection !== other.projection || !isClose(one.height, other.height, one.height)) return false
  const isSamePoint = (a: readonly number[], b: readonly number[]): boolean =>
    a.every((value, axis) => isClose(value, b[axis] ?? 0, one.height))
  return isSamePoint(one.target, other.target) && isSamePoint(one.eye, other.eye)
}
