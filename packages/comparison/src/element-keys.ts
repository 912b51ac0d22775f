import { mixHash, type Fingerprints, type ModelTree } from '@kamar/view-package/read'

/** What is compared of one version. */
export interface ModelVersion {
  readonly tree: ModelTree
  readonly fingerprints: Fingerprints
}

/** Texts of an element, each decoded once: decoding is what comparing costs. */
export interface ElementTexts {
  readonly ids: readonly string[]
  readonly names: readonly string[]
  readonly classes: readonly string[]
}

/** Ids that are numbers only, or a counter of STEP's, are counted anew with every export of many programs. */
const countedId = /^(NAUO|#)?\d{1,12}$/i

/** Reads names and identities of a version's elements. */
export function readElementTexts({ tree }: ModelVersion): ElementTexts {
  const ids: string[] = []
  const names: string[] = []
  const classes: string[] = []
  for (let element = 0; element < tree.count; element++) {
    ids.push(tree.sourceId(element))
    names.push(tree.name(element))
    classes.push(tree.classNames[tree.classIndex[element]])
  }
  return { ids, names, classes }
}

/** Whether an id says more than where the element stood in the file. */
export const isLasting = (id: string): boolean => id !== '' && !countedId.test(id)

/** Shape, placement and class in 52 bits: of 100,000 elements no two share it by chance. Null for what shows nothing. */
export function contentKey({ fingerprints }: ModelVersion, element: number, className: string): number | null {
  const shape = fingerprints.shape[element]
  if (shape === 0) return null
  const { box, orientation } = fingerprints
  let high = mixHash(1, shape)
  let low = mixHash(2, shape)
  const mix = (value: number): void => {
    high = mixHash(high, value)
    low = mixHash(low, value)
  }
  mix(orientation[element])
  for (let axis = 0; axis < 3; axis++) mix(box[element * 6 + axis])
  for (let at = 0; at < className.length; at++) mix(className.charCodeAt(at))
  return high * 2 ** 20 + (low & 0xfffff)
}
