import { findFormatByExtension, getFileExtension } from '@kamar/core'
import { useEffect } from 'react'
import type { Drawing } from './sheets/use-drawing.js'
import type { ActiveModel } from './use-model-view.js'

/** Starts rendering once a model is displayed or expected: a drawing needs no WebGL context for models. */
export function useRendering(
  { startRendering, urn, viewer }: ActiveModel,
  { isShown, manifest }: Drawing,
  fileName: string | null,
): void {
  const isModel = manifest === null ? urn === null || isModelFile(fileName) : !isShown
  useEffect(() => {
    if (viewer && isModel) startRendering()
  }, [viewer, isModel, startRendering])
}

/** Returns whether the file can only contain a model, so that rendering can start before its translation has. */
const isModelFile = (name: string | null): boolean =>
  name !== null && findFormatByExtension(getFileExtension(name))?.dimensions === '3d'
