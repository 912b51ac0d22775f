import type { Manifest, ManifestSheet, ModelTree } from '@kamar/view-package/read'

/** What a list of viewables can be filtered by (specification section 9). */
export const viewableKinds = ['2d', '3d'] as const
export type ViewableKind = (typeof viewableKinds)[number]

/** Something of a document that can be looked at on its own. */
export interface Viewable {
  /** Stays the same for the same document: `model`, `element:12`, `sheet:0`. */
  readonly id: string
  readonly kind: ViewableKind
  /** Null for the whole model, which the page names in its own language. */
  readonly name: string | null
  /** Finds the elements that are shown alone; null where everything is. */
  readonly elements: (() => number[]) | null
  /** Number of the sheet that it is; left out for models. */
  readonly sheet?: number
  /** Path of the sheet's picture inside the package; null for a sheet without. */
  readonly thumbnail?: string | null
}

/** Parts of a building or of a structure that are looked at one at a time. */
const levelClasses: ReadonlySet<string> = new Set([
  'IfcBuildingStorey',
  'IfcFacilityPart',
  'IfcFacilityPartCommon',
  'IfcBridgePart',
  'IfcRoadPart',
  'IfcRailwayPart',
  'IfcMarinePart',
])
/** Worth a view of their own only where a site has several. */
const facilityClasses: ReadonlySet<string> = new Set([
  'IfcBuilding',
  'IfcBridge',
  'IfcRoad',
  'IfcRailway',
  'IfcMarineFacility',
])
/** Groups beyond this are a list of parts, not views that somebody would choose among. */
const maxGroups = 100

/** Everything of a document that can be looked at on its own: the model, its parts, its sheets. Without its tree a model is one view. */
export function listViewables(manifest: Manifest, tree: ModelTree | null): readonly Viewable[] {
  const sheets = (manifest.sheets ?? []).map((sheet, number) => sheetView(sheet, number))
  if (manifest.counts.instances === 0) return sheets
  const fullModel: Viewable = { id: 'model', kind: '3d', name: null, elements: null }
  return [fullModel, ...(tree ? listParts(tree).map((element) => partView(tree, element)) : []), ...sheets]
}

const sheetView = ({ name, thumbnail }: ManifestSheet, sheet: number): Viewable => ({
  id: `sheet:${sheet}`,
  kind: '2d',
  name,
  elements: null,
  sheet,
  thumbnail,
})

/** The viewables of the kinds that are on. */
export function filterViewables(viewables: readonly Viewable[], kinds: ReadonlySet<ViewableKind>): readonly Viewable[] {
  return viewables.filter(({ kind }) => kinds.has(kind))
}

function partView(tree: ModelTree, element: number): Viewable {
  return {
    id: `element:${element}`,
    kind: '3d',
    name: tree.name(element) || classOf(tree, element),
    elements: () => shownBelow(tree, element),
  }
}

/** Storeys and their like where the file has them; else the groups into which it is divided first. */
function listParts(tree: ModelTree): readonly number[] {
  const levels: number[] = []
  const wholes: number[] = []
  for (let element = 0; element < tree.count; element += 1) {
    if (levelClasses.has(classOf(tree, element))) levels.push(element)
    else if (facilityClasses.has(classOf(tree, element))) wholes.push(element)
  }
  const spatial = wholes.length > 1 ? [...wholes, ...levels].sort((a, b) => a - b) : levels
  const nonEmpty = spatial.filter((element) => hasVisibleChildren(tree, element))
  if (nonEmpty.length > 0) return nonEmpty
  const groups = firstGroups(tree)
  return groups.length > 1 && groups.length <= maxGroups ? groups : []
}

/** Elements with something below them, on the first level that has more than one element. */
function firstGroups(tree: ModelTree): readonly number[] {
  let level: readonly number[] = [...tree.roots]
  while (level.length === 1) level = [...tree.children(level[0] ?? 0)]
  return level.filter((element) => hasVisibleChildren(tree, element))
}

const hasVisibleChildren = (tree: ModelTree, element: number): boolean =>
  tree.hidden[element] !== 1 && tree.children(element).some((child) => tree.hidden[child] !== 1)

/** The element and everything below it, but for what is hidden from the start: spaces would cover what is in them. */
function shownBelow(tree: ModelTree, element: number): number[] {
  const elements: number[] = []
  const stack = [element]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (tree.hidden[next] !== 1) elements.push(next)
    stack.push(...tree.children(next))
  }
  return elements
}

const classOf = (tree: ModelTree, element: number): string => tree.classNames[tree.classIndex[element] ?? 0] ?? ''
