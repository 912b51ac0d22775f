export { planExtensionId } from './descriptor.js'
export type { HatchPattern } from './hatch-lines.js'
export type { PlanCut, PlanLines, PlanSpace, ModelPlan } from './model-plan.js'
export type { PlanExtension, PlanProgress, SectionPlanRequest, StoreyPlanRequest } from './plan-extension.js'
