import { mixHash, type Fingerprints, type ModelTree } from '@kamar/package-format/read'

/** The compared data of one version. */
export interface ModelVersion {
  readonly tree: ModelTree
  readonly fingerprints: Fingerprints
}

/** Texts of an element, each decoded once, as decoding dominates the cost of a comparison. */
export interface ElementTexts {
  readonly ids: readonly string[]
  readonly names: readonly string[]
  readonly classes: readonly string[]
}

/** Numeric ids and STEP's counters, which many programs renumber with every export. */
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

/** Returns whether an id is more than the element's position in the file. */
export const isLasting = (id: string): boolean => id !== '' && !countedId.test(id)

/**
 * Combines shape, placement and class in 52 bits: no collisions are expected among 100,000 elements. Null for an
 * element without geometry.
 */
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
