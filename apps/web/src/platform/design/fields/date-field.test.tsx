import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Clock, ClockContext } from '../../format/clock.js'
import { type InterfaceLanguage, startInternationalization } from '../../i18n/index.js'
import { DateField } from './date-field.js'
import { TooltipProvider } from '../control-tooltip.js'

beforeEach(() => startInternationalization('en'))
afterEach(cleanup)

const clock: Clock = { now: () => new Date(2026, 10, 24, 14, 20).getTime(), onMinute: () => () => undefined }

async function openField(value: string | null, language: InterfaceLanguage = 'en') {
  await startInternationalization(language)
  const onChange = vi.fn()
  function Stage() {
    const [day, setDay] = useState(value)
    return (
      <ClockContext value={clock}>
        <label htmlFor="due">Due</label>
        <DateField
          id="due"
          className=""
          value={day}
          onChange={(next) => {
            setDay(next)
            onChange(next)
          }}
        />
      </ClockContext>
    )
  }
  render(
    <TooltipProvider>
      <Stage />
    </TooltipProvider>,
  )
  return { user: userEvent.setup(), onChange, input: screen.getByLabelText<HTMLInputElement>('Due') }
}

describe('DateField', () => {
  test.each([
    ['en', '24/11/2026', 'dd/mm/yyyy'],
    ['hy', '24.11.2026', 'օօ.աա.տտտտ'],
    ['ru', '24.11.2026', 'дд.мм.гггг'],
    ['es', '24/11/2026', 'dd/mm/aaaa'],
  ] as const)('formats the day for %s as %s', async (language, text, placeholder) => {
    const { input } = await openField('2026-11-24', language)
    expect(input.value).toBe(text)
    expect(input.placeholder).toBe(placeholder)
  })

  test('parses typed text on blur and formats it again', async () => {
    const { user, input, onChange } = await openField(null)
    await user.type(input, '3 dec 2026')
    expect(onChange).not.toHaveBeenCalled()
    await user.tab()
    expect(onChange).toHaveBeenCalledWith('2026-12-03')
    expect(input.value).toBe('03/12/2026')
  })

  test('reports an invalid date and restores the value with Escape', async () => {
    const { user, input, onChange } = await openField('2026-11-24')
    await user.clear(input)
    await user.type(input, '11/24/2026{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('Enter a date such as 24/11/2026')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    await user.type(input, '{Escape}')
    expect(input.value).toBe('24/11/2026')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(onChange).not.toHaveBeenCalled()
  })

  test('has no value after it is cleared', async () => {
    const { user, input, onChange } = await openField('2026-11-24')
    await user.clear(input)
    await user.tab()
    expect(onChange).toHaveBeenCalledWith(null)
  })
})

describe('DateField calendar', () => {
  const open = async (value: string | null, language?: InterfaceLanguage) => {
    const field = await openField(value, language)
    await field.user.click(screen.getAllByRole('button')[0] as HTMLElement)
    return field
  }

  test('starts weeks on Monday and focuses the selected day', async () => {
    await open('2026-11-24')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Mo',
      'Tu',
      'We',
      'Th',
      'Fr',
      'Sa',
      'Su',
    ])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Tuesday, 24 November 2026')
    expect(document.activeElement?.getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('grid', { name: 'November 2026' })).toBeTruthy()
  })

  test('supports keyboard navigation and selection', async () => {
    const { user, onChange } = await open(null)
    expect(document.activeElement?.getAttribute('aria-current')).toBe('date')
    await user.keyboard('{PageDown}{ArrowDown}{End}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Sunday, 3 January 2027')
    await user.keyboard('{Shift>}{PageUp}{/Shift}{ArrowLeft}{Home}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Monday, 29 December 2025')
    await user.keyboard('{Enter}')
    expect(onChange).toHaveBeenCalledWith('2025-12-29')
    expect(screen.queryByRole('grid')).toBeNull()
  })

  test('selects today and clears the date with its buttons', async () => {
    const { user, onChange } = await open('2020-01-01')
    await user.click(screen.getByRole('button', { name: 'Today' }))
    expect(onChange).toHaveBeenLastCalledWith('2026-11-24')
    await user.click(screen.getByRole('button', { name: 'Choose a date' }))
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(onChange).toHaveBeenLastCalledWith(null)
  })

  test('uses Armenian names of months and weekdays', async () => {
    await open('2026-11-24', 'hy')
    expect(screen.getByRole('grid', { name: '2026 թ. նոյեմբեր' })).toBeTruthy()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('երեքշաբթի, 24 նոյեմբերի, 2026 թ.')
  })
})
