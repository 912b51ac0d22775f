import { noParent, type ModelTree } from '@kamar/package-format/read'
import { Extension } from '../../engine/api.js'
import { signedArea, straightened } from '../../engine/geometry/polygons.js'
import { sliceShape } from '../../engine/geometry/slice-shape.js'
import type { ModelGeometry } from '../../engine/model/model-geometry.js'
import { cutThrough, type CutPlane } from '../../engine/store/cut.js'
import { computePlan } from './compute-plan.js'
import { computeHatchLines, type HatchPattern } from './hatch-lines.js'
import { computeLabelPoint } from './label-point.js'
import type { ModelPlan, PlanSpace } from './model-plan.js'
import { PlanView } from './plan-view.js'

const spaceClass = /^ifcspace$|^rooms?$|^spaces?$/i

/** Progress and cancellation of a computation. */
export interface PlanProgress {
  readonly signal?: AbortSignal
  /** 0 to 1. */
  readonly onFraction?: (fraction: number) => void
}

/** Plan of a storey: everything on it below a horizontal cut. */
export interface StoreyPlanRequest extends PlanProgress {
  readonly storey: number
  /** Height of the cut, metres in model coordinates. */
  readonly height: number
}

/** Section of the displayed elements at a plane. */
export interface SectionPlanRequest extends PlanProgress {
  readonly plane: CutPlane
  /** The other planes of the view. */
  readonly others: readonly CutPlane[]
}

/** Computes plans of storeys and sections as line drawings: filled cuts, and the visible edges behind them. */
export class PlanExtension extends Extension {
  /** Computes the plan of a storey; null without a model. */
  async computeStorey({ storey, height, ...progress }: StoreyPlanRequest): Promise<ModelPlan | null> {
    const { model, geometry } = this.viewer
    const tree = await model?.tree
    if (tree === undefined || geometry === null) return null
    const elements = listDescendants(tree, storey)
    const instances = elements
      .filter((element) => tree.hidden[element] !== 1)
      .flatMap((element) => [...geometry.instancesOf(element)])
    const plane = cutThrough([0, 0, height], [0, 0, -1])
    const boxes = geometry.elementBoxes(tree.count)
    const plan = await computePlan(geometry, { plane, others: [], instances, boxes, ...progress })
    const spaces = elements.filter((element) => spaceClass.test(tree.classNames[tree.classIndex[element]]))
    return { ...plan, spaces: spaces.flatMap((element) => findSpace(element, { tree, geometry, plane })) }
  }

  /** Computes a section of the displayed elements; null without a model. */
  async computeSection({ plane, others, ...progress }: SectionPlanRequest): Promise<ModelPlan | null> {
    const { model, geometry } = this.viewer
    const tree = await model?.tree
    if (tree === undefined || geometry === null) return null
    const instances: number[] = []
    for (let instance = 0; instance < geometry.count; instance++)
      if (geometry.isShown(instance)) instances.push(instance)
    const boxes = geometry.elementBoxes(tree.count)
    return computePlan(geometry, { plane, others, instances, boxes, ...progress })
  }

  /** Computes the hatch lines within outlines, four numbers each; outlines inside others are holes. */
  computeHatchLines(loops: readonly ArrayLike<number>[], pattern: HatchPattern): number[] {
    return computeHatchLines(loops, pattern)
  }
}

/** Lists an element and its descendants; parents come before their children. */
function listDescendants(tree: ModelTree, root: number): number[] {
  const isInside = new Uint8Array(tree.count)
  const elements: number[] = []
  for (let element = root; element < tree.count; element++) {
    const parent = tree.parent[element]
    if (element !== root && (parent === noParent || isInside[parent] === 0)) continue
    isInside[element] = 1
    elements.push(element)
  }
  return elements
}

interface SpaceContext {
  readonly tree: ModelTree
  readonly geometry: ModelGeometry
  readonly plane: CutPlane
}

function findSpace(element: number, { tree, geometry, plane }: SpaceContext): PlanSpace[] {
  const { frame } = new PlanView(plane)
  const loops = [...geometry.instancesOf(element)].flatMap((instance) =>
    sliceShape(geometry.getShape(instance), frame).loops.map(straightened),
  )
  if (loops.length === 0) return []
  const { x, y, width } = computeLabelPoint(loops)
  const area = Math.abs(loops.reduce((sum, loop) => sum + signedArea(loop), 0))
  // The right of sections is the left of the plan.
  return [{ element, name: tree.name(element), area, x: -x, y, width }]
}
