import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { buttonClass } from './button-class.js'
import { classNames } from './class-names.js'

interface LightMenuProps<Value extends string> {
  /** Spoken name of the button and the menu. */
  readonly label: string
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[]
  readonly onChoose: (value: Value) => void
  /** What the button shows. */
  readonly children: ReactNode
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * One choice among a few behind a button. The menus of the application can do more; this one weighs a kilobyte and stands
 * on pages that must be on the screen at once.
 */
export function LightMenu<Value extends string>(props: LightMenuProps<Value>) {
  const { label, value, choices, children } = props
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const menuId = useId()
  useCloseOutside(place, open, () => setOpen(false))
  const items = (): HTMLElement[] => [...(place.current?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? [])]
  useEffect(() => {
    if (open)
      items()
        .find((item) => item.ariaChecked === 'true')
        ?.focus()
  }, [open])
  const close = (): void => {
    setOpen(false)
    place.current?.querySelector('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (event.key === 'Escape' && open) close()
    else if (step !== undefined) {
      event.preventDefault()
      const all = items()
      const at = all.indexOf(document.activeElement as HTMLElement)
      if (open) all[(at + step + all.length) % all.length]?.focus()
      else setOpen(true)
    }
  }
  return (
    <div ref={place} className="relative" onKeyDown={onKeyDown}>
      <button
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        title={label}
        onClick={() => setOpen(!open)}
        className={classNames(buttonClass('quiet'), 'px-2.5')}
      >
        {children}
      </button>
      {open ? (
        <div
          id={menuId}
          role="menu"
          aria-label={label}
          className="absolute end-0 top-full z-50 mt-1.5 min-w-44 animate-appear rounded-card border border-line bg-surface p-1 shadow-float"
        >
          {choices.map((choice) => (
            <button
              key={choice.value}
              type="button"
              role="menuitemradio"
              aria-checked={choice.value === value}
              lang={choice.lang}
              tabIndex={-1}
              onClick={() => {
                props.onChoose(choice.value)
                close()
              }}
              className="flex min-h-9 w-full items-center justify-between gap-4 rounded-control px-2.5 text-start text-14 hover:bg-sunken focus-visible:bg-sunken"
            >
              {choice.label}
              {choice.value === value ? <Check size={16} strokeWidth={1.5} aria-hidden="true" /> : null}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}

function useCloseOutside(place: { readonly current: HTMLElement | null }, open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return
    const onAnywhere = ({ target }: Event): void => {
      if (!(target instanceof Node) || !place.current?.contains(target)) close()
    }
    document.addEventListener('pointerdown', onAnywhere)
    document.addEventListener('focusin', onAnywhere)
    return () => {
      document.removeEventListener('pointerdown', onAnywhere)
      document.removeEventListener('focusin', onAnywhere)
    }
  })
}
