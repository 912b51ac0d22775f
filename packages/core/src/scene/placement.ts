/** 3×4 affine placement, column-major (x axis, y axis, z axis, translation), metres, float64. */
export type Placement = readonly [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]
/** Number of a property set; equal sets share one. */
export type PropertySetId = number
