import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isMac } from '../../platform/platform.js'

interface SearchFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Moves on to the results: Enter or the down arrow was pressed. */
  readonly onSubmit: () => void
}

/** Renders the search over file names; ⌘K or Ctrl+K focuses it from anywhere. */
export function SearchField({ value, onChange, onSubmit }: SearchFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])
  return (
    <div role="search" className="group relative w-full max-w-110">
      <Search className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        type="search"
        value={value}
        aria-label={t('files.search')}
        placeholder={t('files.search')}
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('')
          if ((event.key !== 'Enter' && event.key !== 'ArrowDown') || event.nativeEvent.isComposing) return
          event.preventDefault()
          onSubmit()
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
    </div>
  )
}
