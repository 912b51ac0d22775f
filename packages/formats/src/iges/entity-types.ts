/** Surfaces and solids, which need the kernel. */
const surfaceTypes = new Set([
  108, 114, 118, 120, 122, 128, 140, 143, 144, 150, 152, 154, 156, 158, 160, 162, 164, 168, 180, 182, 184, 186, 190,
  192, 194, 196, 198, 502, 504, 508, 510, 514,
])

/** Curves that are drawn as lines. */
const curveTypes = new Set([100, 102, 104, 106, 110, 112, 126])

/** Returns whether an entity is a surface, a solid or a part of one. */
export const isSurface = (type: number): boolean => surfaceTypes.has(type)

/** Returns whether an entity is a curve that is drawn. */
export const isCurve = (type: number): boolean => curveTypes.has(type)

/** Returns whether an entity is a dimension, note or symbol of a drawing. */
export const isAnnotation = (type: number): boolean => type >= 202 && type <= 230

/** Type numbers of other supported entities. */
export const entityType = { point: 116, subfigure: 308, color: 314, property: 406, subfigureInstance: 408 } as const
