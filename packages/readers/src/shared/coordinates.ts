/** A million kilometres in millimetres. What is beyond is no length, in whatever unit, and overflows what a mesh can hold. */
const maxCoordinate = 1e12

/** Whether a file's number can be a coordinate; NaN cannot. */
export const isCoordinate = (value: number): boolean => Math.abs(value) < maxCoordinate
