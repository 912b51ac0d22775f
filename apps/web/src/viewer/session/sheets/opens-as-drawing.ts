import type { Manifest } from '@kamar/package-format/read'

/**
 * Returns whether there is or may be a model: only a package with bodies to tessellate is shown before it is complete.
 */
export const canHaveModel = ({ counts, state }: Partial<Manifest>): boolean =>
  state === 'inprogress' || (counts?.instances ?? 0) > 0

/** Returns whether the first view of a file is a sheet; by default it is the model, if there is one. */
export const opensAsDrawing = (manifest: Partial<Manifest>): boolean =>
  (manifest.sheets?.length ?? 0) > 0 && (!canHaveModel(manifest) || manifest.firstView === 'sheet')
