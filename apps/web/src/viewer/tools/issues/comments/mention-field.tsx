import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../../platform/design/class-names.js'
import { inputClass } from '../../../../platform/design/fields/text-field.js'
import { filterMembers, mentionAt, type Mentionable, withMention } from './mentions.js'
import { UserBadge } from './user-badge.js'

interface MentionFieldProps {
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  readonly members: readonly Mentionable[]
  readonly rows?: number
  readonly onChange: (text: string) => void
  /** Called on Ctrl or Command and Enter. */
  readonly onSend?: () => void
}

/** Renders a text field in which @ offers the members of the project. */
export function MentionField({ label, placeholder, value, members, rows = 3, onChange, onSend }: MentionFieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const suggestions = useSuggestions({ value, members, onChange, field })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (suggestions.onKeyDown(event)) return event.preventDefault()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend?.()
  }
  const isOpen = suggestions.matches.length > 0
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
        <SuggestionList
          id={id}
          matches={suggestions.matches}
          active={suggestions.active}
          onChoose={suggestions.choose}
        />
      ) : null}
    </div>
  )
}

interface SuggestionListProps {
  readonly id: string
  readonly matches: readonly Mentionable[]
  readonly active: number
  readonly onChoose: (member: Mentionable) => void
}

function SuggestionList({ id, matches, active, onChoose }: SuggestionListProps) {
  const { t } = useTranslation()
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('topics.people')}
      className="absolute inset-x-0 bottom-full z-20 mb-1 overflow-hidden rounded-card border border-line bg-surface p-1 shadow-float"
    >
      {matches.map((member, index) => (
        <div
          key={member.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Runs before the field loses the focus.
          onPointerDown={(event) => {
            event.preventDefault()
            onChoose(member)
          }}
          className={classNames('cursor-default rounded-control px-2 py-1.5 text-14', index === active && 'bg-sunken')}
        >
          <UserBadge name={member.name} />
        </div>
      ))}
    </div>
  )
}

interface SuggestionsOptions extends Pick<MentionFieldProps, 'value' | 'members' | 'onChange'> {
  readonly field: { readonly current: HTMLTextAreaElement | null }
}

function useSuggestions({ value, members, onChange, field }: SuggestionsOptions) {
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const query = caret === null ? null : mentionAt(value, caret)
  const matches = query ? filterMembers(members, query.text) : []
  const choose = (member: Mentionable): void => {
    if (!query) return
    const next = withMention(value, query, member.name)
    // Flushes, because the caret can be set only once the new text is in the field; later it would jump while the user
    // types.
    flushSync(() => {
      onChange(next.text)
      setCaret(null)
    })
    field.current?.focus()
    field.current?.setSelectionRange(next.caret, next.caret)
  }
  const step = (by: number): void => setActive((active + by + matches.length) % matches.length)
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => matches[active] && choose(matches[active]),
    Tab: () => matches[active] && choose(matches[active]),
    Escape: () => setCaret(null),
  }
  return {
    matches,
    active: Math.min(active, Math.max(0, matches.length - 1)),
    choose,
    look(caretIndex: number | null) {
      setCaret(caretIndex)
      if (caretIndex === null) setActive(0)
    },
    /** Returns true when the list handled the key. */
    onKeyDown(event: KeyboardEvent): boolean {
      const action = matches.length > 0 && !event.ctrlKey && !event.metaKey ? keys[event.key] : undefined
      action?.()
      return action !== undefined
    },
  }
}
