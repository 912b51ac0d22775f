import { genericModels, isNamedCategory } from './categories.js'
import type { ProjectData } from './project-data.js'
import type { ElementHeader } from './elements.js'

/**
 * Returns the drawn elements of a family document: forms, lines and placed families. A combination shows the result of
 * its members, and voids only cut. Elements without a category, or with a subcategory, are placed below the family's
 * category.
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
