import { mapSheetPoint } from '@kamar/core'
import type { SurfaceSize } from '../engine/viewer-surface.js'
import { computePaperRectangle } from './entities/sheet-points.js'
import type { LoadedSheet } from './loaded-sheet.js'
import type { SheetRenderer } from './render/sheet-renderer.js'
import type { GpuSheet } from './render/sheet-pass.js'
import type { SceneView, SheetScene } from './render/sheet-scene.js'
import { papers, selectionOn } from './render/sheet-styles.js'
import type { SheetPaper, SheetPick } from './sheet-api.js'

/** The selected entity, with its outline on the GPU. */
export interface SelectedEntity {
  readonly pick: SheetPick
  readonly gpuSheet: GpuSheet
  readonly outline: LoadedSheet
}

/** Inputs of `drawSheet`. */
export interface SheetFrameContent {
  readonly renderer: SheetRenderer
  readonly scene: SheetScene
  readonly view: SceneView
  readonly paper: SheetPaper
  readonly size: SurfaceSize
  readonly selected: SelectedEntity | null
}

/** Draws the paper, the sheet and the selection into the frame. */
export function drawSheet(content: SheetFrameContent): void {
  const { renderer, scene, view, size } = content
  const { paper, surface } = papers[content.paper]
  const area = scene.open.info.paper
  renderer.begin(area === null ? paper : surface)
  if (area) {
    const [min, max] = [mapSheetPoint(view.matrix, ...area.min), mapSheetPoint(view.matrix, ...area.max)]
    renderer.paper(paper, computePaperRectangle([min, max], [size.pixelWidth, size.pixelHeight]))
  }
  scene.draw(view)
  if (content.selected !== null) drawSelection(content, content.selected)
}

function drawSelection(
  { renderer, scene, view, paper }: SheetFrameContent,
  { outline, gpuSheet, pick }: SelectedEntity,
): void {
  if (outline.number === scene.open.number)
    return renderer.drawOver(scene.createPass(outline, view, null, gpuSheet), selectionOn(paper))
  scene.open.info.viewports.forEach(({ shows, clip }, number) => {
    if (shows !== pick.sheet) return
    renderer.beginClip(scene.createPass(scene.open, view, null), clip)
    renderer.drawOver(scene.createPass(outline, view, number, gpuSheet), selectionOn(paper))
    renderer.endClip()
  })
}
