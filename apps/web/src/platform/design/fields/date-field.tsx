import { CalendarDays } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getMonthNames } from '../../format/time-formats.js'
import { parseDay, toIsoDay } from '../../format/time.js'
import { useFormats } from '../../format/use-formats.js'
import { Calendar } from './calendar.js'
import { classNames } from '../class-names.js'
import { getPortalRoot } from '../portal-root.js'

interface DateFieldProps {
  /** Id of the input, for its label. */
  readonly id: string
  /** `2026-11-24`; null for none. */
  readonly value: string | null
  /** Called with a valid day, or null once the field was cleared. */
  readonly onChange: (day: string | null) => void
  readonly disabled?: boolean
  /** Class of the input, to match the surrounding fields. */
  readonly className: string
}

/**
 * Renders a day that is typed in the language's format or chosen from a calendar: the native field follows the
 * browser's language rather than the page's.
 */
export function DateField(props: DateFieldProps) {
  const { id, value, disabled = false, className } = props
  const { t } = useTranslation()
  const formats = useFormats()
  const field = useDateText(props)
  const noteId = useId()
  return (
    <div>
      <div className="relative">
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          disabled={disabled}
          placeholder={disabled ? '' : t('date.format')}
          value={field.text}
          aria-invalid={field.isWrong || undefined}
          aria-describedby={field.isWrong ? noteId : undefined}
          onChange={(event) => field.write(event.currentTarget.value)}
          onBlur={field.take}
          onKeyDown={field.onKeyDown}
          className={classNames(className, 'pe-8 tabular-nums placeholder:text-12')}
        />
        {disabled ? null : <CalendarButton value={value} onChoose={field.choose} />}
      </div>
      {field.isWrong ? (
        <p id={noteId} role="alert" className="mt-1 text-12 text-danger">
          {t('date.invalid', { example: formats.dateDigits('2026-11-24') })}
        </p>
      ) : null}
    </div>
  )
}

/** Manages the text while the user types; it is applied on blur or with Enter. */
function useDateText({ value, onChange }: DateFieldProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [draft, setDraft] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const choose = (day: string | null): void => {
    setDraft(null)
    setWrong(false)
    if (day !== value) onChange(day)
  }
  const take = (): void => {
    if (draft === null) return
    if (draft.trim() === '') return choose(null)
    const day = parseDay(draft, [getMonthNames(t, 'fullMonths'), getMonthNames(t, 'months')])
    if (day === null) setWrong(true)
    else choose(toIsoDay(day))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') take()
    if (event.key === 'Escape' && draft !== null) {
      event.stopPropagation()
      setDraft(null)
      setWrong(false)
    }
  }
  const write = (text: string): void => {
    setDraft(text)
    setWrong(false)
  }
  return { text: draft ?? formats.dateDigits(value), isWrong, write, take, choose, onKeyDown }
}

function CalendarButton({ value, onChoose }: Pick<DateFieldProps, 'value'> & { onChoose: DateFieldProps['onChange'] }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          aria-label={t('date.choose')}
          title={t('date.choose')}
          className="absolute inset-y-0 end-0 flex w-8 items-center justify-center rounded-control text-muted hover:text-text"
        >
          <CalendarDays />
        </button>
      </Popover.Trigger>
      <Popover.Portal container={getPortalRoot()}>
        <Popover.Content
          ref={content}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t('date.choose')}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            content.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus()
          }}
          className="z-50 animate-appear rounded-card border border-line bg-surface shadow-float"
        >
          <Calendar
            value={value}
            onChoose={(day) => {
              onChoose(day)
              setOpen(false)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
