import type { FieldInfo, QueryField, Viewer } from '@kamar/viewer'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Selectable field. */
export interface FieldChoice {
  readonly field: QueryField
  /** Label in lists: set and property. */
  readonly label: string
  readonly kind: FieldInfo['kind']
  readonly unit?: string
}

/** Fields of every element. */
const builtIn = ['name', 'class', 'storey', 'id'] as const

/** Provides the fields of the loaded model: the built-in ones, then its property sets; null until they are loaded. */
export function useFields(viewer: Viewer | null): readonly FieldChoice[] | null {
  const { t } = useTranslation()
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
  return useMemo(() => {
    if (fields === null) return null
    const common = builtIn.map((property) => ({
      field: { set: '', property },
      label: t(`filter.builtIn.${property}`),
      kind: 'text' as const,
    }))
    const own = fields.map(({ set, property, kind, unit }) => ({
      field: { set, property },
      label: `${set} › ${property}`,
      kind,
      ...(unit === undefined ? {} : { unit }),
    }))
    return [...common, ...own]
  }, [fields, t])
}

/** Returns whether two fields are the same. */
export const isSameField = (one: QueryField, other: QueryField): boolean =>
  one.set === other.set && one.property === other.property

/** Returns the label of a field; its own name where the model does not have it. */
export function formatLabel(fields: readonly FieldChoice[], field: QueryField): string {
  const match = fields.find((choice) => isSameField(choice.field, field))
  return match?.label ?? (field.set === '' ? field.property : `${field.set} › ${field.property}`)
}
