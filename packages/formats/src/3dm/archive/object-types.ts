/** Numbers of the library's `ObjectType`. */
export const objectTypes = {
  point: 1,
  pointCloud: 2,
  curve: 4,
  surface: 8,
  brep: 16,
  mesh: 32,
  light: 256,
  annotation: 512,
  blockReference: 4096,
  textDot: 8192,
  detail: 32_768,
  hatch: 65_536,
  subd: 262_144,
  clippingPlane: 536_870_912,
  extrusion: 1_073_741_824,
} as const

const classNames: ReadonlyMap<number, string> = new Map([
  [objectTypes.point, 'point'],
  [objectTypes.pointCloud, 'pointCloud'],
  [objectTypes.curve, 'curve'],
  [objectTypes.surface, 'surface'],
  [objectTypes.brep, 'brep'],
  [objectTypes.mesh, 'mesh'],
  [objectTypes.light, 'light'],
  [objectTypes.annotation, 'annotation'],
  [objectTypes.blockReference, 'block'],
  [objectTypes.textDot, 'textDot'],
  [objectTypes.detail, 'detail'],
  [objectTypes.hatch, 'hatch'],
  [objectTypes.subd, 'subd'],
  [objectTypes.clippingPlane, 'clippingPlane'],
  [objectTypes.extrusion, 'extrusion'],
])

/** Returns the class name of an object type in the tree. */
export const classOf = (type: number): string => classNames.get(type) ?? 'object'
