import { genericModels, isNamedCategory } from './categories.js'
import type { ProjectData } from './project-data.js'
import type { ElementHeader } from './elements.js'

/**
 * The elements of a family document that are drawn: its forms, lines and placed families. A combination shows what its members come
 * to, and voids only cut. What states no category of its own, or a subcategory, stands below that of the family.
 */
export function drawnInFamily(
  elements: ReadonlyMap<number, ElementHeader>,
  projectData: ProjectData,
  familyId: number,
): Map<number, ElementHeader> {
  const drawnElements = new Map<number, ElementHeader>()
  const ofFamily = projectData.familyCategories.get(familyId) ?? genericModels
  for (const [id, header] of elements) {
    if (projectData.combinedForms.has(id) || projectData.elements.get(id)?.isVoid) continue
    drawnElements.set(id, isNamedCategory(header.category) ? header : { ...header, category: ofFamily })
  }
  return drawnElements
}
