import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { buttonClass } from './button-class.js'
import { classNames } from './class-names.js'

interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Language of the label, if different from that of the page. */
  readonly lang?: string
}

interface LightMenuProps<Value extends string> {
  /** Accessible name of the button and the menu. */
  readonly label: string
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChoose: (value: Value) => void
  /** Content of the button. */
  readonly children: ReactNode
}

/**
 * Renders a single choice behind a button. It has fewer features than the application's menus but is only about a
 * kilobyte, for pages that must render at once.
 */
export function LightMenu<Value extends string>({ label, children, onChoose, ...rest }: LightMenuProps<Value>) {
  const menuId = useId()
  const container = useRef<HTMLDivElement>(null)
  const { open, setOpen, close, onKeyDown } = useLightMenu(container)
  return (
    <div ref={container} className="relative">
      <button
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        title={label}
        onClick={() => setOpen(!open)}
        onKeyDown={onKeyDown}
        className={classNames(buttonClass('quiet'), 'px-2.5')}
      >
        {children}
      </button>
      {open ? (
        <div
          id={menuId}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          className="absolute end-0 top-full z-50 mt-1.5 min-w-44 animate-appear rounded-card border border-line bg-surface p-1 shadow-float"
        >
          <Choices
            {...rest}
            onChoose={(value) => {
              onChoose(value)
              close()
            }}
          />
        </div>
      ) : null}
    </div>
  )
}

function Choices<Value extends string>(props: Pick<LightMenuProps<Value>, 'value' | 'choices' | 'onChoose'>) {
  return props.choices.map(({ value, label, lang }) => (
    <button
      key={value}
      type="button"
      role="menuitemradio"
      aria-checked={value === props.value}
      lang={lang}
      tabIndex={-1}
      onClick={() => props.onChoose(value)}
      className="flex min-h-9 w-full pointer-coarse:min-h-11 items-center justify-between gap-4 rounded-control px-2.5 text-start text-14 hover:bg-sunken focus-visible:bg-sunken"
    >
      {label}
      {value === props.value ? <Check /> : null}
    </button>
  ))
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

const itemsIn = (container: HTMLElement | null): HTMLElement[] => [
  ...(container?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? []),
]

function useLightMenu(container: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false)
  useCloseOutside(container, open, () => setOpen(false))
  useEffect(() => {
    const all = open ? itemsIn(container.current) : []
    all.find((item) => item.getAttribute('aria-checked') === 'true')?.focus()
  }, [open, container])
  const close = (): void => {
    setOpen(false)
    container.current?.querySelector('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (event.key === 'Escape' && open) close()
    if (step === undefined) return
    event.preventDefault()
    const all = itemsIn(container.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    if (open) all[(at + step + all.length) % all.length]?.focus()
    else setOpen(true)
  }
  return { open, setOpen, close, onKeyDown }
}

function useCloseOutside(container: RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return
    const handleDocumentClick = ({ target }: Event): void => {
      if (!(target instanceof Node) || !container.current?.contains(target)) close()
    }
    document.addEventListener('pointerdown', handleDocumentClick)
    document.addEventListener('focusin', handleDocumentClick)
    return () => {
      document.removeEventListener('pointerdown', handleDocumentClick)
      document.removeEventListener('focusin', handleDocumentClick)
    }
  })
}
