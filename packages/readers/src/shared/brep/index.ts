export { BrepTeam } from './brep-team.js'
export { solidText, type TextRun } from './solid-text.js'
export { StepStatements, type Knots, type SplineCurve, type SplineSurface } from './step-statements.js'
export type { FaceTraits, MeshQuality, SolidFailure, SolidJob, SolidMesh, SolidResult } from './solid-job.js'
