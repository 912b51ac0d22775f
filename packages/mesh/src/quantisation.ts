/** A frame further out than this (metres) is damage, not a building. */
const maxCoordinate = 1e7
const defaultStepMetres = 1e-4
const minSteps = 4096
/** Largest quantised coordinate. */
export const lastStep = 65535

/**
 * The usual step, the same on all axes: 0.1 mm as far as u16 reaches (6.5 m), coarser for what is larger, finer for what is
 * small, which may be a whole small model. Coarse steps are what makes packages small.
 */
export function computeStep(extentMetres: number): number {
  return Math.max(extentMetres / lastStep, Math.min(defaultStepMetres, extentMetres / minSteps))
}

/** Whether a coordinate (metres) is a number and not out of all reach. */
export const isNear = (value: number): boolean => value > -maxCoordinate && value < maxCoordinate
