import { Search, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { isMac } from '../../platform/platform.js'
import { formatSearchPath } from '../../platform/search-path.js'

interface SearchFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Moves on to the results: Enter or the down arrow was pressed. */
  readonly onSubmit: () => void
}

/** Returns whether a key types into the focused element. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** Focuses the field for Ctrl+K (⌘K) from anywhere, and for / where it is not a character of a text. */
function useFocusKeys(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const hasModifier = event.metaKey || event.ctrlKey
      const isPalette = event.key.toLowerCase() === 'k' && hasModifier
      const isSlash = event.key === '/' && !hasModifier && !event.altKey && !isTyping(event.target)
      // A dialog keeps the focus.
      if (!isPalette && !(isSlash && document.querySelector('[aria-modal="true"]') === null)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [input])
}

/** Renders the search over file names, and a link to the search over sheets and properties as well. */
export function SearchField({ value, onChange, onSubmit }: SearchFieldProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  useFocusKeys(input)
  return (
    <div role="search" className="group relative w-full max-w-110">
      <Search className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        type="search"
        value={value}
        aria-label={t('files.search')}
        placeholder={t('files.search')}
        aria-keyshortcuts={isMac ? 'Meta+K /' : 'Control+K /'}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('')
          if ((event.key !== 'Enter' && event.key !== 'ArrowDown') || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void navigate(formatSearchPath(value))
          else onSubmit()
        }}
        className="h-9 w-full pointer-coarse:h-11 rounded-control border border-edge bg-surface ps-9 pe-16 text-16 [&::-webkit-search-cancel-button]:hidden sm:text-14"
      />
      {value === '' ? (
        <kbd className="pointer-events-none absolute end-2 top-1/2 hidden -translate-y-1/2 rounded-[4px] border border-line px-1.5 font-sans text-12 text-muted sm:block">
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      ) : (
        <button
          type="button"
          aria-label={t('files.clearSearch')}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
          className="absolute end-1 top-1/2 flex size-7 -translate-y-1/2 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
        >
          <X />
        </button>
      )}
      {value.trim() === '' ? null : <ExtendedSearchLink text={value} />}
    </div>
  )
}

/** Renders the link below the field while the search has the focus. */
function ExtendedSearchLink({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  return (
    <Link
      to={formatSearchPath(text)}
      className="invisible absolute inset-x-0 top-full z-30 mt-1 flex min-h-10 items-center gap-2 rounded-control border border-line bg-surface px-3 text-13 shadow-float group-focus-within:visible hover:bg-sunken pointer-coarse:min-h-11"
    >
      <Search className="shrink-0 text-muted" />
      <span className="min-w-0 grow truncate">{t('files.searchEverywhere')}</span>
      <kbd className="hidden shrink-0 rounded-[4px] border border-line px-1.5 font-sans text-12 text-muted sm:block">
        {isMac ? '⌘↵' : 'Ctrl ↵'}
      </kbd>
    </Link>
  )
}
