import type { ClosureTypes } from '../../shared/part21/statement-closure.js'

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
