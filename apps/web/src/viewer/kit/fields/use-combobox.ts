import { type KeyboardEvent, useState } from 'react'
import type { ComboboxOption, ComboboxProps } from './combobox-props.js'

/** Distance that the Page keys move. */
const pageRows = 8
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: pageRows,
  PageUp: -pageRows,
}

/** Manages the text being typed, the list and its active entry; the entry after the options takes the text as it is. */
export function useCombobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { options, text, onChoose, onText } = props
  const [typed, setTyped] = useState<string | null>(null)
  const list = useList()
  const query = typed?.trim() ?? ''
  const exact = options.find((option) => option.label.toLowerCase() === query.toLowerCase())
  const free = query === '' || exact ? null : query
  const count = options.length + (free === null ? 0 : 1)
  const end = (): void => {
    setTyped(null)
    list.close()
  }
  const takeTyped = (): void => {
    if (typed !== null && exact) onChoose(exact)
    else if (typed !== null && typed !== text) onText(typed.trim())
    end()
  }
  const choose = (index: number): void => {
    const option = options[index]
    if (!option) return takeTyped()
    onChoose(option)
    end()
  }
  const open = (): void => {
    if (!list.isOpen) props.onQuery(query)
    list.open()
  }
  const type = (next: string): void => {
    setTyped(next)
    props.onQuery(next.trim())
    if (props.isLive === true) onText(next)
    list.open(next.trim() === '' ? -1 : 0)
  }
  const onKeyDown = keyHandler({ ...list, hasText: typed !== null, count, open, choose, takeTyped, end })
  const active = Math.min(list.active, count - 1)
  return { ...list, text: typed ?? text, active, free, open, type, choose, leave: takeTyped, onKeyDown }
}

function useList() {
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  return {
    isOpen,
    active,
    setActive,
    open(first = -1) {
      setOpen(true)
      setActive(first)
    },
    close() {
      setOpen(false)
      setActive(-1)
    },
  }
}

interface KeyActions {
  readonly isOpen: boolean
  readonly hasText: boolean
  readonly active: number
  readonly count: number
  readonly setActive: (index: number) => void
  readonly open: () => void
  readonly choose: (index: number) => void
  readonly takeTyped: () => void
  readonly end: () => void
}

/** Returns the key handler: arrows open the list and move in it, Enter takes an entry or the text, Escape the text back. */
function keyHandler(actions: KeyActions): (event: KeyboardEvent) => void {
  const { isOpen, active, count } = actions
  return (event) => {
    const step = steps[event.key]
    if (step !== undefined && isOpen) actions.setActive(stepIndex(active, step, count))
    else if (step !== undefined) actions.open()
    else if (event.key === 'Enter' && isOpen && active >= 0) actions.choose(active)
    else if (event.key === 'Enter') actions.takeTyped()
    else if (event.key === 'Escape' && (isOpen || actions.hasText)) actions.end()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Returns the next index; single steps wrap around. */
function stepIndex(current: number, step: number, count: number): number {
  if (count === 0) return -1
  if (Math.abs(step) === 1) return current < 0 ? (step > 0 ? 0 : count - 1) : (current + step + count) % count
  return Math.max(0, Math.min(count - 1, current + step))
}
