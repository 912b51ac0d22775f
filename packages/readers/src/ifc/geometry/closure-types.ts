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

/** IFC types that a shape's statements are not followed through. */
export const closureTypes: ClosureTypes = { leaves, outward }
