/** Entry of a combobox. */
export interface ComboboxOption {
  /** Unique in the list. */
  readonly id: string
  readonly label: string
  /** Heading that it stands under; options of one group are consecutive. */
  readonly group?: string
  /** Further text: the other name of the same thing. */
  readonly note?: string
  /** Number of elements that have it. */
  readonly count?: number
}

export interface ComboboxProps<Option extends ComboboxOption> {
  readonly label: string
  readonly placeholder: string
  /** Text of the current value. */
  readonly text: string
  /** Options that match the typed text, best first. */
  readonly options: readonly Option[]
  /** Note of the entry that takes a typed text that no option has. */
  readonly unmatchedNote: string
  readonly describedBy?: string | undefined
  /** Whether a text is taken while it is typed, not only at the end. */
  readonly isLive?: boolean
  /** Called with the text to find options for: empty while nothing is typed. */
  readonly onQuery: (query: string) => void
  readonly onChoose: (option: Option) => void
  /** Takes a typed text as it is. */
  readonly onText: (text: string) => void
}
