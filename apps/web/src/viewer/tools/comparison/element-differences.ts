import { changedPart, type ElementChange, type PropertyChange, readPropertyChanges } from '@kamar/comparison'
import type { Property } from '@kamar/core'
import { noParent } from '@kamar/package-format/read'
import type { TFunction } from 'i18next'
import type { InterfaceLanguage } from '../../../platform/i18n/languages.js'
import { numberFormat } from '../../../platform/format/number.js'
import { numberText, propertyText } from '../../kit/property-value.js'
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
    ...properties
      .filter(({ name }) => result.comparison.areIdsStable || !idNames.test(name))
      .map((property) => propertyDifference(property, wording)),
  ]
}

/** Properties that repeat the ID of the element: when all IDs are new, they are no change of the element. */
const idNames = /^(ifc ?)?(global ?id|guid)$/i

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
    const count = differences.length
    const compareSize = (label: string, quantity: 'volume' | 'area', unit: string): void => {
      const [old, now] = [older.fingerprints[quantity][before], newer.fingerprints[quantity][after]]
      const formatted = formatPair(toProperty(old, unit), toProperty(now, unit), wording.language)
      if (formatted.before !== formatted.after) differences.push({ label, ...formatted })
    }
    compareSize(t('compare.volume'), 'volume', 'm³')
    compareSize(t('compare.area'), 'area', 'm²')
    if (differences.length === count)
      differences.push({ label: t('compare.newShape'), before: '', after: t('compare.otherShape') })
  }
  return differences
}

const toProperty = (value: number | undefined, unit: string): Property | null =>
  value === undefined || Number.isNaN(value) ? null : { name: '', value, unit }

const countDecimals = (value: number): number => numberText(value, 'en').split('.')[1]?.length ?? 0

/** Formats two values; numbers have the same number of decimal places. */
function formatPair(
  before: Property | null,
  after: Property | null,
  language: InterfaceLanguage,
  labels = emptyLabels,
): Pick<Difference, 'before' | 'after'> {
  const values = [before?.value, after?.value]
  const isSmall = (value: unknown): boolean => typeof value === 'number' && value !== 0 && Math.abs(value) < 1e-4
  const [old, now] = values
  if (typeof old !== 'number' || typeof now !== 'number' || values.some(isSmall)) {
    const format = (property: Property | null): string =>
      property === null ? '' : propertyText(property, labels, language)
    return { before: format(before), after: format(after) }
  }
  const digits = Math.max(countDecimals(old), countDecimals(now))
  const format = numberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  })
  const addUnit = (value: number, unit: string | undefined): string =>
    `${format.format(value)}${unit ? ` ${unit}` : ''}`
  return { before: addUnit(old, before?.unit), after: addUnit(now, after?.unit) }
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
  const formatted = formatPair(before && { name, ...before }, after && { name, ...after }, language, labels)
  return {
    label: set === '' ? name : `${set}: ${name}`,
    before: before === null ? t('compare.missing') : formatted.before,
    after: after === null ? t('compare.missing') : formatted.after,
  }
}
