import type { StoreyElevations } from '../../kit/classes/storey-elevations.js'
import type { Manifest, ManifestSheet, ModelTree } from '@kamar/package-format/read'

/** Filter values of the list of viewables (specification section 9). */
export const viewableKinds = ['2d', '3d'] as const
export type ViewableKind = (typeof viewableKinds)[number]

/** Part of a document that can be displayed on its own. */
export interface Viewable {
  /** Stable for the same document: `model`, `element:12`, `sheet:0`. */
  readonly id: string
  readonly kind: ViewableKind
  /** Null for the whole model, whose name is translated by the page. */
  readonly name: string | null
  /** Finds the elements that are isolated; null for all of them. */
  readonly elements: (() => number[]) | null
  /** Index of the sheet; absent for models. */
  readonly sheet?: number
  /** Path of the sheet's thumbnail inside the package; null for a sheet without one. */
  readonly thumbnail?: string | null
}

/** Parts of a building or of a structure that are viewed individually. */
const levelClasses: ReadonlySet<string> = new Set([
  'IfcBuildingStorey',
  'IfcFacilityPart',
  'IfcFacilityPartCommon',
  'IfcBridgePart',
  'IfcRoadPart',
  'IfcRailwayPart',
  'IfcMarinePart',
])
/** Classes that are viewables only where a site has several of them. */
const facilityClasses: ReadonlySet<string> = new Set([
  'IfcBuilding',
  'IfcBridge',
  'IfcRoad',
  'IfcRailway',
  'IfcMarineFacility',
])
/** Above this number, groups are a parts list rather than useful views. */
const maxGroups = 100

/**
 * Lists everything of a document that can be displayed on its own: the model, its parts with storeys from the bottom up,
 * its sheets. Without a tree, a
 * model is one viewable.
 */
export function listViewables(
  manifest: Manifest,
  tree: ModelTree | null,
  elevations: StoreyElevations = new Map(),
): readonly Viewable[] {
  const sheets = (manifest.sheets ?? []).map((sheet, number) => sheetView(sheet, number))
  if (manifest.counts.instances === 0) return sheets
  const fullModel: Viewable = { id: 'model', kind: '3d', name: null, elements: null }
  return [
    fullModel,
    ...(tree ? sortByElevation(tree, listParts(tree), elevations).map((element) => partView(tree, element)) : []),
    ...sheets,
  ]
}

const sheetView = ({ name, thumbnail }: ManifestSheet, sheet: number): Viewable => ({
  id: `sheet:${sheet}`,
  kind: '2d',
  name,
  elements: null,
  sheet,
  thumbnail,
})

/** Returns the viewables of the selected kinds. */
export function filterViewables(viewables: readonly Viewable[], kinds: ReadonlySet<ViewableKind>): readonly Viewable[] {
  return viewables.filter(({ kind }) => kinds.has(kind))
}

/** Sorts parts from the bottom up where all of them state their elevation. */
function sortByElevation(tree: ModelTree, parts: readonly number[], elevations: StoreyElevations): readonly number[] {
  const getElevation = (element: number): number | undefined => elevations.get(tree.name(element))
  if (parts.some((element) => getElevation(element) === undefined)) return parts
  return parts.toSorted((a, b) => (getElevation(a) ?? 0) - (getElevation(b) ?? 0))
}

function partView(tree: ModelTree, element: number): Viewable {
  return {
    id: `element:${element}`,
    kind: '3d',
    name: tree.name(element) || classOf(tree, element),
    elements: () => shownBelow(tree, element),
  }
}

/** Returns storeys and similar classes where the file has them; else the top-level groups. */
function listParts(tree: ModelTree): readonly number[] {
  const levels: number[] = []
  const facilities: number[] = []
  const isLevel = tree.classNames.map((name) => levelClasses.has(name))
  const isFacility = tree.classNames.map((name) => facilityClasses.has(name))
  tree.classIndex.forEach((number, element) => {
    if (isLevel[number]) levels.push(element)
    else if (isFacility[number]) facilities.push(element)
  })
  const spatial = facilities.length > 1 ? [...facilities, ...levels].sort((a, b) => a - b) : levels
  const nonEmpty = spatial.filter((element) => hasVisibleChildren(tree, element))
  if (nonEmpty.length > 0) return nonEmpty
  const groups = firstGroups(tree)
  return groups.length > 1 && groups.length <= maxGroups ? groups : []
}

/** Returns the elements with children on the first level that has more than one element. */
function firstGroups(tree: ModelTree): readonly number[] {
  let level: readonly number[] = [...tree.roots]
  while (level.length === 1) level = [...tree.children(level[0] ?? 0)]
  return level.filter((element) => hasVisibleChildren(tree, element))
}

const hasVisibleChildren = (tree: ModelTree, element: number): boolean =>
  tree.hidden[element] !== 1 && tree.children(element).some((child) => tree.hidden[child] !== 1)

/**
 * Returns the element and its descendants, except those that are hidden by default: spaces would cover their contents.
 */
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
