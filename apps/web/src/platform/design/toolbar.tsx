import type { ComponentProps } from 'react'

interface ToolbarProps extends Omit<ComponentProps<'div'>, 'ref' | 'role' | 'aria-label'> {
  /** Announced when the focus enters it. */
  readonly label: string
  readonly vertical?: boolean
}

/** Renders buttons that are a single Tab stop: arrow keys move between them, Home and End to the first and last. */
export function Toolbar({ label, vertical = false, ...rest }: ToolbarProps) {
  return (
    <div
      {...rest}
      ref={roveIn}
      role="toolbar"
      aria-label={label}
      aria-orientation={vertical ? 'vertical' : 'horizontal'}
    />
  )
}

/** Fields and lists use arrow keys themselves and remain Tab stops. */
const items = 'button:not(:disabled), a[href], [role=button]:not([aria-disabled=true])'

/** Queries the DOM, because the children and their disabled state change without re-rendering the toolbar. */
function roveIn(toolbar: HTMLElement | null): (() => void) | undefined {
  if (!toolbar) return undefined
  const roving = new Roving(toolbar)
  return () => roving.end()
}

class Roving {
  readonly #toolbar: HTMLElement
  readonly #leave = new AbortController()
  readonly #watch = new MutationObserver(() => this.#refresh())
  #index = 0
  #current: HTMLElement | null = null
  #hasFocus = false

  constructor(toolbar: HTMLElement) {
    this.#toolbar = toolbar
    const { signal } = this.#leave
    toolbar.addEventListener('keydown', (event) => this.#handleKeyDown(event), { signal })
    toolbar.addEventListener('focusin', (event) => this.#entered(event.target), { signal })
    toolbar.addEventListener('focusout', () => setTimeout(() => this.#left()), { signal })
    this.#watch.observe(toolbar, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'aria-disabled'],
    })
    this.#refresh()
  }

  end(): void {
    this.#leave.abort()
    this.#watch.disconnect()
  }

  #items(): HTMLElement[] {
    return [...this.#toolbar.querySelectorAll<HTMLElement>(items)]
  }

  #entered(target: EventTarget | null): void {
    const item = this.#items().find((one) => one === target)
    if (!item) return
    this.#hasFocus = true
    this.#makeCurrent(item)
  }

  #left(): void {
    this.#hasFocus = this.#toolbar.contains(document.activeElement)
  }

  /** Moves the focus to the neighbour of a button that was removed or disabled. */
  #refresh(): void {
    const all = this.#items()
    const currentItem = all.find((item) => item === this.#current)
    const next = currentItem ?? all[Math.min(this.#index, all.length - 1)]
    if (!next) return
    this.#makeCurrent(next)
    if (!currentItem && this.#hasFocus && isFocusLost(this.#toolbar)) next.focus()
  }

  #makeCurrent(item: HTMLElement): void {
    const all = this.#items()
    if (this.#current) this.#current.tabIndex = -1
    this.#current = item
    this.#index = all.indexOf(item)
    for (const one of all) one.tabIndex = one === item ? 0 : -1
  }

  #handleKeyDown(event: KeyboardEvent): void {
    const all = this.#items()
    const from = all.findIndex((item) => item === event.target)
    if (from < 0 || event.altKey || event.ctrlKey || event.metaKey) return
    const to = placeAfter(event.key, from, { count: all.length, toolbar: this.#toolbar })
    if (to === null) return
    event.preventDefault()
    all[to]?.focus()
  }
}

/** Returns whether the focus is lost. In browsers a button that becomes disabled keeps it but receives no more keys. */
function isFocusLost(toolbar: HTMLElement): boolean {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) return true
  return toolbar.contains(activeElement) && activeElement.matches(':disabled')
}

interface Row {
  readonly count: number
  readonly toolbar: HTMLElement
}

function placeAfter(key: string, from: number, { count, toolbar }: Row): number | null {
  const isVertical = toolbar.getAttribute('aria-orientation') === 'vertical'
  const steps: Readonly<Record<string, number>> = isVertical
    ? { ArrowDown: 1, ArrowUp: -1 }
    : { ArrowRight: 1, ArrowLeft: -1 }
  const step = steps[key]
  if (step !== undefined) return (from + step + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
