/** @param {import('three').Box3} box */
export const toBounds = (box) => ({ min: box.min.toArray(), max: box.max.toArray() })
