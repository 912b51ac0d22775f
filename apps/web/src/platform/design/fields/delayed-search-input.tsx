import { useEffect, useState } from 'react'
import { SearchInput } from './search-input.js'

interface DelayedSearchInputProps {
  readonly label: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly hasFocus?: boolean
  readonly maxLength?: number
}

const pauseMilliseconds = 300

/** Renders a search field that searches after a pause in typing, and follows a search that was changed elsewhere. */
export function DelayedSearchInput({ label, text, onText, hasFocus = false, maxLength }: DelayedSearchInputProps) {
  const [{ input, applied }, setField] = useState({ input: text, applied: text })
  // Sets state during rendering, as React recommends: it re-renders at once.
  if (applied !== text) setField({ input: text, applied: text })
  useEffect(() => {
    if (input === applied) return undefined
    const timer = setTimeout(() => {
      setField((current) => ({ ...current, applied: input }))
      onText(input)
    }, pauseMilliseconds)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- only typing begins a search
  }, [input])
  return (
    <SearchInput
      type="search"
      aria-label={label}
      placeholder={label}
      className="sm:h-9"
      value={input}
      maxLength={maxLength}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is a search
      autoFocus={hasFocus}
      onChange={({ currentTarget: { value } }) => setField({ input: value, applied })}
    />
  )
}
