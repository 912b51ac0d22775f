import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useContext, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ClockContext } from '../../format/clock.js'
import { getMonthNames } from '../../format/time-formats.js'
import {
  addDays,
  addMonths,
  type CalendarDay,
  computeWeeks,
  getCalendarDay,
  getWeekday,
  toIsoDay,
} from '../../format/time.js'
import { useFormats } from '../../format/use-formats.js'
import { currentLanguage } from '../../i18n/index.js'
import type { InterfaceLanguage } from '../../i18n/languages.js'
import { Button, IconButton } from '../button.js'
import { classNames } from '../class-names.js'

/** 0 for Monday to 6 for Sunday, from CLDR. */
const firstWeekdays: Readonly<Record<InterfaceLanguage, number>> = { en: 0, hy: 0, ru: 0, es: 0 }

interface CalendarProps {
  /** `2026-11-24`; null for none. */
  readonly value: string | null
  readonly onChoose: (day: string | null) => void
}

/**
 * Renders a month in which a day can be chosen. Arrows move by days and weeks, Page Up and Page Down by months, with
 * Shift by years.
 */
export function Calendar({ value, onChoose }: CalendarProps) {
  const { t } = useTranslation()
  const clock = useContext(ClockContext)
  const today = getCalendarDay(clock.now())
  const [current, setCurrent] = useState(() => getCalendarDay(value) ?? today)
  const headingId = useId()
  const grid = useRef<HTMLDivElement>(null)
  const { onKeyDown } = useCalendarKeys({ current, setCurrent, grid })
  if (current === null || today === null) return null
  const month = getMonthNames(t, 'calendarMonths')[current.monthIndex] ?? ''
  return (
    <div className="p-2">
      <div className="flex items-center">
        <IconButton label={t('date.previousMonth')} onClick={() => setCurrent(addMonths(current, -1))}>
          <ChevronLeft />
        </IconButton>
        <p id={headingId} aria-live="polite" className="grow text-center text-14 font-medium tabular-nums">
          {t('date.calendarMonth', { month, year: String(current.year) })}
        </p>
        <IconButton label={t('date.nextMonth')} onClick={() => setCurrent(addMonths(current, 1))}>
          <ChevronRight />
        </IconButton>
      </div>
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-labelledby={headingId}
        onKeyDown={onKeyDown}
        className="mx-auto mt-1 w-fit outline-none"
      >
        <WeekdayHeader />
        {computeWeeks(current, firstWeekdays[currentLanguage()]).map((week) => (
          <div key={toIsoDay(week[0] ?? current)} role="row" className="grid grid-cols-7">
            {week.map((day) => (
              <DayCell key={toIsoDay(day)} {...{ day, current, today, value, onChoose }} />
            ))}
          </div>
        ))}
      </div>
      <div className="mt-1 flex justify-between">
        <Button tone="quiet" size="small" onClick={() => onChoose(toIsoDay(today))}>
          {t('date.today')}
        </Button>
        <Button tone="quiet" size="small" disabled={value === null} onClick={() => onChoose(null)}>
          {t('date.clear')}
        </Button>
      </div>
    </div>
  )
}

function WeekdayHeader() {
  const { t } = useTranslation()
  const names = t('date.fullWeekdays').split(' ')
  const first = firstWeekdays[currentLanguage()]
  const short = t('date.weekdays').split(' ')
  return (
    <div role="row" className="grid grid-cols-7">
      {names.map((_, column) => {
        const weekday = (first + column) % 7
        return (
          <div key={weekday} role="columnheader" className="h-7 text-center text-12 text-muted">
            <abbr title={names[weekday]} className="no-underline">
              {short[weekday]}
            </abbr>
          </div>
        )
      })}
    </div>
  )
}

interface DayCellProps extends CalendarProps {
  readonly day: CalendarDay
  readonly current: CalendarDay
  readonly today: CalendarDay
}

function DayCell({ day, current, today, value, onChoose }: DayCellProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const iso = toIsoDay(day)
  const isChosen = iso === value
  const isToday = iso === toIsoDay(today)
  const weekday = t('date.fullWeekdays').split(' ')[getWeekday(day)] ?? ''
  return (
    <div role="gridcell">
      <button
        type="button"
        data-day={iso}
        tabIndex={iso === toIsoDay(current) ? 0 : -1}
        aria-label={t('date.calendarDay', { weekday, date: formats.fullDate(iso) })}
        aria-pressed={isChosen}
        aria-current={isToday ? 'date' : undefined}
        onClick={() => onChoose(iso)}
        className={classNames(
          'flex size-9 pointer-coarse:size-11 items-center justify-center rounded-control text-13 tabular-nums',
          isChosen ? 'bg-accent text-on-accent' : 'hover:bg-sunken',
          !isChosen && day.monthIndex !== current.monthIndex && 'text-muted',
          isToday && !isChosen && 'font-semibold text-accent',
        )}
      >
        {day.day}
      </button>
    </div>
  )
}

interface CalendarKeysOptions {
  readonly current: CalendarDay | null
  readonly setCurrent: (day: CalendarDay) => void
  readonly grid: RefObject<HTMLDivElement | null>
}

/** Moves the focus to the current day after key navigation. */
function useCalendarKeys({ current, setCurrent, grid }: CalendarKeysOptions) {
  const movesFocus = useRef(false)
  const iso = current && toIsoDay(current)
  useEffect(() => {
    if (movesFocus.current) grid.current?.querySelector<HTMLElement>(`[data-day="${iso}"]`)?.focus()
    movesFocus.current = false
  }, [grid, iso])
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = current && moveByKey(current, event)
    if (!next) return
    event.preventDefault()
    movesFocus.current = true
    setCurrent(next)
  }
  return { onKeyDown }
}

function moveByKey(day: CalendarDay, { key, shiftKey }: KeyboardEvent): CalendarDay | null {
  const column = (getWeekday(day) - firstWeekdays[currentLanguage()] + 7) % 7
  const days: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -column,
    End: 6 - column,
  }
  const months: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 }
  const dayCount = days[key]
  const monthCount = months[key]
  if (dayCount !== undefined) return addDays(day, dayCount)
  return monthCount === undefined ? null : addMonths(day, shiftKey ? monthCount * 12 : monthCount)
}
