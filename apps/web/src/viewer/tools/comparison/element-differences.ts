import { changedPart, type ElementChange, type PropertyChange, readPropertyChanges } from '@kamar/comparison'
import { noParent } from '@kamar/package-format/read'
import type { TFunction } from 'i18next'
import type { InterfaceLanguage } from '../../../platform/i18n/languages.js'
import { propertyText } from '../../kit/property-value.js'
import { elementName } from '../../session/use-tree.js'
import type { PackageComparison } from './compare-packages.js'

/** One difference, in words. */
export interface Difference {
  readonly label: string
  readonly before: string
  readonly after: string
}

export interface Wording {
  readonly t: TFunction
  readonly language: InterfaceLanguage
}

/** Returns all differences of a changed element: name, class, placement, size, and every property. */
export async function readDifferences(
  result: PackageComparison,
  change: ElementChange,
  wording: Wording,
): Promise<readonly Difference[]> {
  const properties =
    (change.parts & changedPart.properties) === 0
      ? []
      : await readPropertyChanges({ before: result.older.properties, after: result.newer.properties }, change)
  return [
    ...ownDifferences(result, change, wording),
    ...properties.map((property) => propertyDifference(property, wording)),
  ]
}

/** Returns the same without properties, synchronously. */
export function ownDifferences(
  { newer, older }: PackageComparison,
  { after, before, parts }: ElementChange,
  wording: Wording,
): readonly Difference[] {
  const { t } = wording
  const differences: Difference[] = []
  const compare = (label: string, of: (side: typeof newer, element: number) => string): void => {
    const [old, now] = [of(older, before), of(newer, after)]
    if (old !== now) differences.push({ label, before: old, after: now })
  }
  compare(t('compare.name'), ({ tree }, element) => tree.name(element))
  compare(t('compare.class'), ({ tree }, element) => tree.classNames[tree.classIndex[element] ?? 0] ?? '')
  if ((parts & changedPart.parent) !== 0) compare(t('compare.partOf'), parentName)
  if ((parts & changedPart.placement) !== 0) differences.push(movement({ newer, older }, { before, after }, wording))
  if ((parts & changedPart.shape) !== 0) {
    const size = (value: number | undefined, unit: string): string =>
      value === undefined || Number.isNaN(value)
        ? ''
        : propertyText({ name: '', value, unit }, emptyLabels, wording.language)
    const count = differences.length
    compare(t('compare.volume'), ({ fingerprints }, element) => size(fingerprints.volume[element], 'm³'))
    compare(t('compare.area'), ({ fingerprints }, element) => size(fingerprints.area[element], 'm²'))
    if (differences.length === count)
      differences.push({ label: t('compare.newShape'), before: '', after: t('compare.otherShape') })
  }
  return differences
}

/** Returns the name of an element's parent; a dash at the top of the tree. */
function parentName({ tree }: PackageComparison['newer'], element: number): string {
  const parent = tree.parent[element] ?? noParent
  return parent === noParent ? '–' : elementName(tree, parent)
}

const emptyLabels = { yes: '', no: '' }

function movement(
  { newer, older }: Pick<PackageComparison, 'newer' | 'older'>,
  { after, before }: Pick<ElementChange, 'before' | 'after'>,
  { language, t }: Wording,
): Difference {
  const getCoordinate = (box: Int32Array, element: number, axis: number): number =>
    (box[element * 6 + axis] ?? 0) / 1000
  const formatOrigin = (box: Int32Array, element: number): string =>
    [0, 1, 2]
      .map((axis) => propertyText({ name: '', value: getCoordinate(box, element, axis) }, emptyLabels, language))
      .join('; ')
  const [old, now] = [older.fingerprints, newer.fingerprints]
  const distance = Math.hypot(
    ...[0, 1, 2].map((axis) => getCoordinate(now.box, after, axis) - getCoordinate(old.box, before, axis)),
  )
  if (distance < 0.001) return { label: t('compare.turned'), before: '', after: t('compare.yes') }
  const distanceText = propertyText(
    { name: '', value: Math.round(distance * 1000) / 1000, unit: 'm' },
    emptyLabels,
    language,
  )
  return {
    label: `${t('compare.moved')} ${distanceText}`,
    before: formatOrigin(old.box, before),
    after: formatOrigin(now.box, after),
  }
}

function propertyDifference({ after, before, name, set }: PropertyChange, { language, t }: Wording): Difference {
  const labels = { yes: t('properties.yes'), no: t('properties.no') }
  const text = (state: PropertyChange['before']): string =>
    state === null ? t('compare.missing') : propertyText({ name, ...state }, labels, language)
  return { label: set === '' ? name : `${set}: ${name}`, before: text(before), after: text(after) }
}
