import type { FilterTest, QueryField, Viewer } from '@kamar/viewer'
import { useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClassNames } from '../../kit/classes/use-class-names.js'
import { Combobox } from '../../kit/fields/combobox.js'
import type { ComboboxOption } from '../../kit/fields/combobox-props.js'

interface ValueInputProps {
  readonly viewer: Viewer
  readonly test: FilterTest
  readonly onChange: (test: FilterTest) => void
}

interface ValueOption extends ComboboxOption {
  readonly value: string
}

/** Maximum number of values that are listed; typing narrows them. */
const maxValues = 200

/** Selects or takes a value, with the values of the property and the number of elements that have each. */
export function ValueInput({ viewer, test, onChange }: ValueInputProps) {
  const { t } = useTranslation()
  const noteId = useId()
  const [query, setQuery] = useState<string | null>(null)
  const { field, value, operator } = test
  const labels = useMemo(() => ({ true: t('properties.yes'), false: t('properties.no') }), [t])
  const getNote = useValueNotes(field)
  const options = useValues(viewer, test, { query: query ?? value, labels, getNote })
  const isUnmatched =
    (operator === 'equals' || operator === 'not-equals') &&
    value.trim() !== '' &&
    field.property !== '' &&
    options?.isCurrent === true &&
    !options.all.some((text) => isSameValue(text, value))
  return (
    <div className="min-w-32 shrink grow basis-0">
      <Combobox
        label={t('filter.value')}
        placeholder={t('filter.value')}
        text={getLabel(labels, value)}
        options={options?.matches ?? []}
        unmatchedNote={operator === 'equals' || operator === 'not-equals' ? t('filter.noValue') : ''}
        describedBy={isUnmatched ? noteId : undefined}
        isLive
        onQuery={setQuery}
        onChoose={(option) => onChange({ ...test, value: option.value })}
        onText={(text) => onChange({ ...test, value: toValue(labels, text) })}
      />
      {isUnmatched ? (
        <p id={noteId} className="mt-1 px-1 text-12 text-muted">
          {t('filter.noValue')}
        </p>
      ) : null}
    </div>
  )
}

/** Provides the other name of a value: of a class, its name in the language of the interface. */
function useValueNotes({ set, property }: QueryField): ((text: string) => string) | null {
  const formatClass = useClassNames()
  return set === '' && property === 'class' ? formatClass : null
}

type BooleanLabels = Readonly<Record<'true' | 'false', string>>

const isBoolean = (value: string): value is 'true' | 'false' => value === 'true' || value === 'false'
const getLabel = (labels: BooleanLabels, value: string): string => (isBoolean(value) ? labels[value] : value)

function toValue(labels: BooleanLabels, text: string): string {
  const typed = text.toLowerCase()
  return (['true', 'false'] as const).find((value) => labels[value].toLowerCase() === typed) ?? text
}

function isSameValue(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => Number(text.trim().replace(',', '.')))
  return one.toLowerCase() === other.trim().toLowerCase() || (a === b && one.trim() !== '')
}

interface ValueFormats {
  readonly labels: BooleanLabels
  readonly getNote: ((text: string) => string) | null
}

interface LoadedValues {
  readonly key: string
  readonly fieldKey: string
  readonly matches: readonly ValueOption[]
  /** Values that contain the current one. */
  readonly all: readonly string[]
}

/** Loads the values that contain the typed text, and of the value itself whether an element has it. */
function useValues(
  viewer: Viewer,
  { field, value }: FilterTest,
  { query, labels, getNote }: ValueFormats & { readonly query: string },
): (LoadedValues & { readonly isCurrent: boolean }) | null {
  const [loaded, setLoaded] = useState<LoadedValues | null>(null)
  const fieldKey = JSON.stringify(field)
  const key = JSON.stringify([field, query, value])
  useEffect(() => {
    if (field.property === '') return undefined
    let isCurrent = true
    const load = async (): Promise<void> => {
      const candidates = viewer.model?.shapes ?? null
      const suggest = (text: string) => viewer.queries.suggest(field, text, { limit: maxValues, candidates })
      const [values, same] = await Promise.all([
        suggest(getNote !== null || isLabel(labels, query) ? '' : query),
        suggest(value),
      ])
      const options = values.map(({ text, elements }) => toOption(text, elements, { labels, getNote }))
      const matches = options.filter(({ label, note = '' }) =>
        `${label} ${note}`.toLowerCase().includes(query.toLowerCase()),
      )
      if (isCurrent) setLoaded({ key, fieldKey, matches, all: same.map(({ text }) => text) })
    }
    load().catch(() => null)
    return () => {
      isCurrent = false
    }
  }, [viewer, field, query, value, labels, getNote, key, fieldKey])
  // While a query runs, the list stays as it was.
  return loaded?.fieldKey === fieldKey ? { ...loaded, isCurrent: loaded.key === key } : null
}

/** Returns whether a typed text may be a part of a translated value, which the model does not contain. */
const isLabel = (labels: BooleanLabels, query: string): boolean =>
  Object.values(labels).some((label) => label.toLowerCase().startsWith(query.toLowerCase()))

function toOption(text: string, elements: number, { labels, getNote }: ValueFormats): ValueOption {
  const note = getNote?.(text) ?? text
  return { id: text, value: text, label: getLabel(labels, text), count: elements, ...(note === text ? {} : { note }) }
}
