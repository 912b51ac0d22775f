import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderPart } from '../../testing/render-app.js'
import { Toolbar } from './toolbar.js'

afterEach(cleanUpPage)

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const stops = () => screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)
/** Waits for mutation observers, which run after the task in which the change was made. */
const flushEvents = () => act(() => new Promise((resolve) => setTimeout(resolve)))

function Tools({ vertical = false }: { vertical?: boolean }) {
  const [hidden, setHidden] = useState(false)
  const [isRemoved, setRemoved] = useState(false)
  return (
    <Toolbar label="Tools" vertical={vertical}>
      <button type="button">Fit</button>
      <span>
        <button type="button" disabled={hidden} onClick={() => setHidden(true)}>
          Hide
        </button>
      </span>
      <input aria-label="Depth" />
      {isRemoved ? null : (
        <button type="button" onClick={() => setRemoved(true)}>
          Finish
        </button>
      )}
    </Toolbar>
  )
}

describe('Toolbar', () => {
  test('is a single tab stop with wrapping arrow keys', async () => {
    const { user } = await renderPart(<Tools />)
    expect(stops()).toEqual([button('Fit')])
    await user.tab()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(button('Hide'))
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(document.activeElement).toBe(button('Fit'))
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(button('Finish'))
    await user.keyboard('{Home}')
    expect(document.activeElement).toBe(button('Fit'))
    await user.keyboard('{End}')
    expect(stops()).toEqual([button('Finish')])
  })

  test('uses up and down arrow keys in vertical orientation', async () => {
    const { user } = await renderPart(<Tools vertical />)
    expect(screen.getByRole('toolbar').getAttribute('aria-orientation')).toBe('vertical')
    await user.tab()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(button('Fit'))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(button('Hide'))
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(button('Finish'))
  })

  test('ignores arrow keys in text fields and with modifiers', async () => {
    await renderPart(<Tools />)
    const field = screen.getByLabelText('Depth')
    field.focus()
    expect(fireEvent.keyDown(field, { key: 'ArrowRight' })).toBe(true)
    expect(document.activeElement).toBe(field)
    button('Fit').focus()
    fireEvent.keyDown(button('Fit'), { key: 'ArrowRight', ctrlKey: true })
    expect(document.activeElement).toBe(button('Fit'))
  })

  test('moves the focus when the focused button is disabled or removed', async () => {
    const { user } = await renderPart(<Tools />)
    await user.tab()
    await user.keyboard('{ArrowRight}{Enter}')
    await flushEvents()
    expect(document.activeElement).toBe(button('Finish'))
    await user.keyboard('{Enter}')
    await flushEvents()
    expect(document.activeElement).toBe(button('Fit'))
    expect(stops()).toEqual([button('Fit')])
  })
})
