import type { ClosureTypes } from '@kamar/codecs/part21'

const leaves = new Set([
  'IFCCARTESIANPOINT',
  'IFCDIRECTION',
  'IFCCARTESIANPOINTLIST2D',
  'IFCCARTESIANPOINTLIST3D',
  'IFCINDEXEDPOLYGONALFACE',
  'IFCINDEXEDPOLYGONALFACEWITHVOIDS',
  'IFCCOLOURRGB',
  'IFCSIUNIT',
  'IFCDIMENSIONALEXPONENTS',
])

const outward = new Set([
  'IFCOWNERHISTORY',
  'IFCGEOMETRICREPRESENTATIONCONTEXT',
  'IFCGEOMETRICREPRESENTATIONSUBCONTEXT',
  'IFCPRESENTATIONLAYERASSIGNMENT',
])

/** IFC types at which the traversal of a shape's statements stops. */
export const closureTypes: ClosureTypes = { leaves, outward }
