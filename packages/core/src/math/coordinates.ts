/** A million kilometres in millimetres. Larger values are not lengths in any unit, and overflow a mesh. */
const maxCoordinate = 1e12

/** Returns whether a number of a file can be a coordinate; NaN cannot. */
export const isCoordinate = (value: number): boolean => Math.abs(value) < maxCoordinate
