import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inputClass } from '../../../platform/design/fields/text-field.js'

/** Pause in typing after which the server is queried. */
const typingPauseMilliseconds = 250
const identifier = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface NameFilterProps {
  readonly label: string
  readonly placeholder: string
  /** Id, or the typed text. */
  readonly value: string
  /** Initial text of the field: empty after clearing, although the URL still has the value. */
  readonly initialText: string
  /** Name of the id; undefined while it is loaded, and for ids without a name. */
  readonly name: string | undefined
  readonly onChange: (value: string) => void
}

/** Renders a filter by user or file: typed text, or the exact one chosen in a row. */
export function NameFilter(props: NameFilterProps) {
  return identifier.test(props.value) ? <ChosenName {...props} /> : <TypedName {...props} />
}

function ChosenName({ label, name, onChange, value }: NameFilterProps) {
  const { t } = useTranslation()
  const displayName = name ?? value
  return (
    <div
      role="group"
      aria-label={label}
      className="flex h-11 min-w-0 items-center rounded-control border border-accent bg-accent-soft ps-3 text-14 sm:h-10"
    >
      <span className="min-w-0 grow truncate" title={displayName}>
        {displayName}
      </span>
      <button
        type="button"
        aria-label={t('audit.remove', { name: displayName })}
        onClick={() => onChange('')}
        className="grid size-11 shrink-0 place-items-center text-muted hover:text-text sm:size-10"
      >
        <X />
      </button>
    </div>
  )
}

function TypedName({ initialText, label, onChange, placeholder, value }: NameFilterProps) {
  const [text, setText] = useState(initialText)
  useEffect(() => {
    if (text.trim() === value) return undefined
    const timer = setTimeout(() => onChange(text.trim()), typingPauseMilliseconds)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      className={inputClass}
    />
  )
}
