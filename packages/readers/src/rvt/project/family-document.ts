import { genericModels, isNamedCategory } from './categories.js'
import type { ProjectFacts } from './element-facts.js'
import type { ElementHeader } from './elements.js'

/**
 * The elements of a family document that are drawn: its forms, lines and placed families. A combination shows what its members come
 * to, and voids only cut. What states no category of its own, or a subcategory, stands below that of the family.
 */
export function drawnInFamily(
  elements: ReadonlyMap<number, ElementHeader>,
  facts: ProjectFacts,
  familyId: number,
): Map<number, ElementHeader> {
  const drawn = new Map<number, ElementHeader>()
  const ofFamily = facts.familyCategories.get(familyId) ?? genericModels
  for (const [id, header] of elements) {
    if (facts.combinedForms.has(id) || facts.elements.get(id)?.isVoid) continue
    drawn.set(id, isNamedCategory(header.category) ? header : { ...header, category: ofFamily })
  }
  return drawn
}
