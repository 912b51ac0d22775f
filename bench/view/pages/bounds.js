/** @param {import('three').Box3} box */
export const boundsOf = (box) => ({ min: box.min.toArray(), max: box.max.toArray() })
