import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { LightMenu } from './light-menu.js'

afterEach(cleanup)

const choices = [
  { value: 'basalt', label: 'Basalt' },
  { value: 'tuff', label: 'Tuff' },
  { value: 'marble', label: 'Marble' },
] as const

function show() {
  const onChoose = vi.fn()
  render(
    <>
      <LightMenu label="Stone" value="tuff" choices={choices} onChoose={onChoose}>
        Tuff
      </LightMenu>
      <button type="button">Elsewhere</button>
    </>,
  )
  return { user: userEvent.setup(), onChoose, button: screen.getByRole('button', { name: 'Stone' }) }
}

const isOpen = (): boolean => screen.queryByRole('menu') !== null
const focused = (): string | null => document.activeElement?.textContent ?? null

describe('LightMenu', () => {
  test('opens and closes on click and reports it in aria-expanded', async () => {
    const { user, button } = show()
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await user.click(button)
    expect(isOpen()).toBe(true)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    await user.click(button)
    expect(isOpen()).toBe(false)
  })

  test('focuses the current choice first and wraps around with the arrow keys', async () => {
    const { user, button } = show()
    button.focus()
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Tuff')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(focused()).toBe('Basalt')
    await user.keyboard('{ArrowUp}')
    expect(focused()).toBe('Marble')
  })

  test('returns focus to its button after a choice', async () => {
    const { user, button, onChoose } = show()
    await user.click(button)
    await user.click(screen.getByRole('menuitemradio', { name: 'Marble' }))
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('marble')
    expect(isOpen()).toBe(false)
    expect(document.activeElement).toBe(button)
  })

  test('closes on Escape without a choice', async () => {
    const { user, button, onChoose } = show()
    await user.click(button)
    await user.keyboard('{Escape}')
    expect(isOpen()).toBe(false)
    expect(document.activeElement).toBe(button)
    expect(onChoose).not.toHaveBeenCalled()
  })

  test('closes on a click elsewhere', async () => {
    const { user, button } = show()
    await user.click(button)
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
    expect(isOpen()).toBe(false)
  })

  test('marks the current choice', async () => {
    const { user, button } = show()
    await user.click(button)
    const marks = screen.getAllByRole('menuitemradio').map((item) => item.getAttribute('aria-checked'))
    expect(marks).toEqual(['false', 'true', 'false'])
  })
})
