import { findFormatByExtension, getFileExtension } from '@kamar/core'
import { useEffect } from 'react'
import type { Drawing } from './sheets/use-drawing.js'
import type { ActiveModel } from './use-model-view.js'

/**
 * Starts rendering once a model is displayed or expected: a drawing needs no WebGL context for models, but the code for
 * sheets, which is loaded while the file is being translated.
 */
export function useRendering(
  { startRendering, urn, viewer }: ActiveModel,
  { isShown, manifest }: Drawing,
  fileName: string | null,
): void {
  const dimensions = fileName === null ? undefined : findFormatByExtension(getFileExtension(fileName))?.dimensions
  const isModel = manifest === null ? urn === null || dimensions === '3d' : !isShown
  const canBeDrawing = dimensions === '2d' || dimensions === '2d and 3d'
  useEffect(() => {
    if (viewer && isModel) startRendering()
  }, [viewer, isModel, startRendering])
  useEffect(() => {
    // The view of the sheet reports an error.
    if (canBeDrawing) import('@kamar/viewer').then(({ preloadSheetView }) => preloadSheetView()).catch(() => null)
  }, [canBeDrawing])
}
