import type { FieldInfo, QueryField, Viewer } from '@kamar/viewer'
import type { TFunction } from 'i18next'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Selectable field. */
export interface FieldChoice {
  readonly field: QueryField
  /** Label where it stands alone: set and property. */
  readonly label: string
  /** Name of the property. */
  readonly name: string
  /** Heading of its group in lists: general, attributes, any set, or a set. */
  readonly group: string
  /** Number of elements that have it; omitted for the built-in ones. */
  readonly elements?: number
  readonly kind: FieldInfo['kind']
  readonly unit?: string
}

/** Fields of every element. */
const builtIn = ['name', 'class', 'storey', 'id'] as const

/** Set of the readers for attributes that are in no property set of the file. */
const attributeSet = 'Element'
/** Sets of quantities: of IFC, of Revit and of Archicad. */
const quantitySet = /quantit|^qto_|dimensions$/i

/**
 * Provides the fields of the loaded model by groups: general ones, attributes, names that several sets have, property sets, sets of
 * quantities; null until they are loaded.
 */
export function useFields(viewer: Viewer | null): readonly FieldChoice[] | null {
  const { t } = useTranslation()
  const fields = useFieldInfos(viewer)
  return useMemo(() => (fields === null ? null : listChoices(fields, t)), [fields, t])
}

function useFieldInfos(viewer: Viewer | null): readonly FieldInfo[] | null {
  const [fields, setFields] = useState<readonly FieldInfo[] | null>(null)
  useEffect(() => {
    if (!viewer) return undefined
    let isCurrent = true
    const setIfCurrent = (fieldInfos: readonly FieldInfo[] | null): void => {
      if (isCurrent) setFields(fieldInfos)
    }
    const read = (): void => void viewer.queries.fields().then(setIfCurrent, () => setIfCurrent(null))
    if (viewer.model?.manifest.state === 'complete') read()
    const ends = [viewer.on('modelComplete', read), viewer.on('modelUnloaded', () => setFields(null))]
    return () => {
      isCurrent = false
      for (const end of ends) end()
    }
  }, [viewer])
  return fields
}

function listChoices(fields: readonly FieldInfo[], t: TFunction): readonly FieldChoice[] {
  const attributes = t('fields.attributes')
  const common = builtIn.map((property): FieldChoice => {
    const name = t(`filter.builtIn.${property}`)
    return { field: { set: '', property }, label: name, name, group: t('fields.general'), kind: 'text' }
  })
  const choices = fields.map((field) => toChoice(field, t))
  const getOrder = ({ field: { set }, group }: FieldChoice): number =>
    group === attributes ? 0 : set === '*' ? 1 : quantitySet.test(set) ? 3 : 2
  const sets = [...new Set(choices.map(({ group }) => group))]
  const sorted = choices.toSorted((a, b) => getOrder(a) - getOrder(b) || sets.indexOf(a.group) - sets.indexOf(b.group))
  return [...common, ...sorted]
}

function toChoice({ set, property, kind, unit, elements }: FieldInfo, t: TFunction): FieldChoice {
  const isAny = set === '*'
  const setGroup = quantitySet.test(set) ? t('fields.quantities', { set }) : set
  return {
    field: { set, property },
    label: isAny ? t('fields.ofAnySet', { property }) : `${set} › ${property}`,
    name: isAny ? t('fields.ofAnySet', { property }) : property,
    group: isAny ? t('fields.anySet') : set === attributeSet ? t('fields.attributes') : setGroup,
    kind,
    elements,
    ...(unit === undefined ? {} : { unit }),
  }
}

/** Returns whether two fields are the same. */
export const isSameField = (one: QueryField, other: QueryField): boolean =>
  one.set === other.set && one.property === other.property

/** Returns the label of a field; its own name where the model does not have it. */
export function formatLabel(fields: readonly FieldChoice[], field: QueryField): string {
  const match = fields.find((choice) => isSameField(choice.field, field))
  return match?.label ?? (field.set === '' || field.set === '*' ? field.property : `${field.set} › ${field.property}`)
}
