/** A frame further out than this (metres) is damage, not a building. */
const largestCoordinate = 1e7
const finestStepMetres = 1e-4
const leastSteps = 4096

/**
 * One uniform step: 0.1 mm as far as u16 reaches (6.5 m), coarser for what is larger, finer for what is small, which may
 * be a whole small model. Coarse steps are what makes packages small.
 */
export function stepOf(extentMetres: number): number {
  return Math.max(extentMetres / 65535, Math.min(finestStepMetres, extentMetres / leastSteps))
}

/** Whether a coordinate (metres) is a number and not out of all reach. */
export const isNear = (value: number): boolean => value > -largestCoordinate && value < largestCoordinate
