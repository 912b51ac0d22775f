import type { LoadedSheet } from '../loaded-sheet.js'
import type { SheetMeasureKind, SheetTarget } from '../sheet-api.js'
import type { SheetMeasuring } from './measure-sheet.js'
import type { SheetCamera } from './sheet-camera.js'
import { SheetGestures } from './sheet-gestures.js'
import { actOnSheetKey } from './sheet-keys.js'

/** View of a sheet, as gestures and keys change it. */
export interface SheetInputHost {
  readonly canvas: HTMLCanvasElement
  readonly camera: Pick<SheetCamera, 'placeAt'>
  readonly measuring: SheetMeasuring
  pan(right: number, down: number): void
  /** Zooms around a position of the canvas. */
  zoomAt(factor: number, x: number, y: number): void
  zoomBy(factor: number): void
  fit(): void
  measure(kind: SheetMeasureKind | null): void
  select(pick: SheetTarget['pick']): void
  invalidate(): void
}

/** Callbacks for what the host does not offer in public. */
export interface SheetInputCallbacks {
  /** Returns the open sheet and what is at a position of the canvas; null before a sheet is open. */
  findTarget(x: number, y: number): (SheetTarget & { readonly open: LoadedSheet }) | null
  clicked(target: SheetTarget): void
  contextMenu(target: SheetTarget & { readonly x: number; readonly y: number }): void
}

/** Turns gestures and keys on the canvas into changes of the view. Returns a function that ends it. */
export function listenToSheetInput(host: SheetInputHost, callbacks: SheetInputCallbacks): () => void {
  const { canvas, measuring } = host
  const gestures = new SheetGestures(canvas, {
    pan: (right, down) => host.pan(right, down),
    zoom: (factor, x, y) => host.zoomAt(factor, x, y),
    click: (x, y) => handleClick(host, callbacks, { x, y }),
    doubleClick: (x, y) => finish(host, callbacks, { x, y }),
    hover: (x, y) => handleHover(host, x, y),
    contextMenu: (x, y) => handleContextMenu(host, callbacks, { x, y }),
  })
  canvas.addEventListener('keydown', (event) =>
    actOnSheetKey(event, {
      pan: (right, down) => host.pan(right, down),
      zoom: (factor) => host.zoomBy(factor),
      fit: () => host.fit(),
      finish: () => finish(host, callbacks, { x: 0, y: 0 }),
      leave: () => (measuring.kind === null ? host.select(null) : host.measure(measuring.kind)),
    }),
  )
  return () => gestures.dispose()
}

interface Position {
  readonly x: number
  readonly y: number
}

function handleClick(host: SheetInputHost, callbacks: SheetInputCallbacks, { x, y }: Position): void {
  const target = callbacks.findTarget(x, y)
  if (target === null) return
  host.canvas.focus({ preventScroll: true })
  const point = target.pick?.point ?? target.point
  if (host.measuring.kind !== null) {
    host.measuring.addPoint(point, target.open)
    return host.invalidate()
  }
  host.select(target.pick)
  callbacks.clicked({ sheet: target.sheet, pick: target.pick, point })
}

/** Completes an area, or fits the sheet while nothing is measured. */
function finish(host: SheetInputHost, callbacks: SheetInputCallbacks, { x, y }: Position): void {
  const open = callbacks.findTarget(x, y)?.open
  if (host.measuring.kind === null || open === undefined) return host.fit()
  host.measuring.finishArea(open)
  host.invalidate()
}

function handleHover(host: SheetInputHost, x: number, y: number): void {
  if (host.measuring.kind === null) return
  host.measuring.hover(host.camera.placeAt(x, y))
  host.invalidate()
}

function handleContextMenu(host: SheetInputHost, callbacks: SheetInputCallbacks, { x, y }: Position): void {
  const target = callbacks.findTarget(x, y)
  if (target === null) return
  if (target.pick !== null) host.select(target.pick)
  callbacks.contextMenu({ sheet: target.sheet, pick: target.pick, point: target.point, x, y })
}
