/** Maximum relative change in a mesh's area in a package; as in the mesh stage (`wasm/choose-step.ts`). */
export const maxAreaError = 1e-4
/** Maximum coordinate in metres; larger ones come from damaged files, not from buildings. */
const maxCoordinate = 1e7
const defaultStepMetres = 1e-4
const minSteps = 4096
/** Maximum quantised coordinate. */
const lastStep = 65535

/**
 * Computes the default step, the same on all axes: 0.1 mm within the u16 range (6.5 m), coarser for larger meshes,
 * finer for small ones, which may be a whole small model. Coarse steps keep packages small.
 */
export function computeStep(extentMetres: number): number {
  return Math.max(extentMetres / lastStep, Math.min(defaultStepMetres, extentMetres / minSteps))
}

/** Returns whether a coordinate (metres) is a number within the valid range. */
export const isNear = (value: number): boolean => value > -maxCoordinate && value < maxCoordinate
