import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../shared/design/class-names.js'
import { inputClass } from '../../../shared/design/text-field.js'
import { matchingPeople, mentionAt, type Mentionable, withMention } from './mentions.js'
import { PersonMark } from './person-mark.js'

interface MentionFieldProps {
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  readonly people: readonly Mentionable[]
  readonly rows?: number
  readonly onChange: (text: string) => void
  /** Ctrl or Command and Enter. */
  readonly onSend?: () => void
}

/** A text in which @ offers the members of the project. */
export function MentionField({ label, placeholder, value, people, rows = 3, onChange, onSend }: MentionFieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const suggestions = useSuggestions({ value, people, onChange, field })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (suggestions.onKeyDown(event)) return event.preventDefault()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend?.()
  }
  const isOpen = suggestions.found.length > 0
  return (
    <div className="relative">
      <textarea
        ref={field}
        rows={rows}
        aria-label={label}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? `${id}-${suggestions.active}` : undefined}
        placeholder={placeholder}
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value)
          suggestions.look(event.currentTarget.selectionStart)
        }}
        onSelect={(event) => suggestions.look(event.currentTarget.selectionStart)}
        onBlur={() => suggestions.look(null)}
        onKeyDown={onKeyDown}
        className={classNames(inputClass, 'h-auto resize-y py-2 sm:h-auto')}
      />
      {isOpen ? (
        <SuggestionList id={id} found={suggestions.found} active={suggestions.active} onChoose={suggestions.choose} />
      ) : null}
    </div>
  )
}

interface SuggestionListProps {
  readonly id: string
  readonly found: readonly Mentionable[]
  readonly active: number
  readonly onChoose: (person: Mentionable) => void
}

function SuggestionList({ id, found, active, onChoose }: SuggestionListProps) {
  const { t } = useTranslation()
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('topics.people')}
      className="absolute inset-x-0 bottom-full z-20 mb-1 overflow-hidden rounded-card border border-line bg-surface p-1 shadow-float"
    >
      {found.map((person, index) => (
        <div
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Before the field loses the focus.
          onPointerDown={(event) => {
            event.preventDefault()
            onChoose(person)
          }}
          className={classNames('cursor-default rounded-control px-2 py-1.5 text-14', index === active && 'bg-sunken')}
        >
          <PersonMark name={person.name} />
        </div>
      ))}
    </div>
  )
}

interface SuggestionParts extends Pick<MentionFieldProps, 'value' | 'people' | 'onChange'> {
  readonly field: { readonly current: HTMLTextAreaElement | null }
}

function useSuggestions({ value, people, onChange, field }: SuggestionParts) {
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const query = caret === null ? null : mentionAt(value, caret)
  const found = query ? matchingPeople(people, query.text) : []
  const choose = (person: Mentionable): void => {
    if (!query) return
    const next = withMention(value, query, person.name)
    // The caret can be set once the new text is in the field; later, it would jump away from what is being typed.
    flushSync(() => {
      onChange(next.text)
      setCaret(null)
    })
    field.current?.focus()
    field.current?.setSelectionRange(next.caret, next.caret)
  }
  const step = (by: number): void => setActive((active + by + found.length) % found.length)
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => found[active] && choose(found[active]),
    Tab: () => found[active] && choose(found[active]),
    Escape: () => setCaret(null),
  }
  return {
    found,
    active: Math.min(active, Math.max(0, found.length - 1)),
    choose,
    look(place: number | null) {
      setCaret(place)
      if (place === null) setActive(0)
    },
    /** True when the key was for the list. */
    onKeyDown(event: KeyboardEvent): boolean {
      const action = found.length > 0 && !event.ctrlKey && !event.metaKey ? keys[event.key] : undefined
      action?.()
      return action !== undefined
    },
  }
}
