import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { Button, buttonClass, IconButton } from './button.js'
import { Checkbox } from './fields/checkbox.js'
import { CircularProgress } from './progress/circular-progress.js'
import { classNames } from './class-names.js'
import { CopyButton } from './copy-button.js'
import { MiddleEllipsis } from './middle-ellipsis.js'
import { PasswordField, TextField } from './fields/text-field.js'

beforeEach(() => layOut(desktop))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('classNames joins truthy values', () => {
  expect(classNames('a', false, null, undefined, 'b')).toBe('a b')
})

describe('Button', () => {
  test('has the type button by default', () => {
    render(<Button>Cancel</Button>)
    expect(screen.getByRole('button').getAttribute('type')).toBe('button')
  })

  test('sets aria-busy and ignores clicks while it is busy', async () => {
    const onClick = vi.fn()
    const { user } = await renderPart(
      <Button busy onClick={onClick}>
        Delete
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Delete' })
    expect(button.getAttribute('aria-busy')).toBe('true')
    await user.click(button)
    expect(onClick).not.toHaveBeenCalled()
  })

  test('has the same class as a link styled as a button', () => {
    render(<Button tone="primary">Go</Button>)
    expect(screen.getByRole('button').className).toContain(buttonClass('primary'))
  })
})

describe('IconButton', () => {
  test('has an accessible name, a tooltip and a pressed state', async () => {
    const { user } = await renderPart(
      <IconButton label="Grid" shortcut="G" isActive>
        <svg />
      </IconButton>,
    )
    const button = screen.getByRole('button', { name: 'Grid' })
    expect(button.getAttribute('aria-pressed')).toBe('true')
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toContain('Grid')
  })

  test('has no aria-pressed unless it is a toggle', async () => {
    await renderPart(
      <IconButton label="Home">
        <svg />
      </IconButton>,
    )
    expect(screen.getByRole('button').hasAttribute('aria-pressed')).toBe(false)
  })
})

describe('TextField', () => {
  test('has a label and is described by its hint', () => {
    render(<TextField label="Company" hint="As on the contract" name="name" />)
    const field = screen.getByLabelText('Company')
    expect(field.getAttribute('aria-describedby')).toBe(screen.getByText('As on the contract').id)
    expect(field.hasAttribute('aria-invalid')).toBe(false)
  })

  test('shows the error instead of the hint', () => {
    render(<TextField label="Email" hint="Yours" error="This is no address" />)
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('This is no address')).toBeTruthy()
    expect(screen.queryByText('Yours')).toBeNull()
  })

  test('shows and hides a password', async () => {
    const { user } = await renderPart(<PasswordField label="Password" />)
    const field = screen.getByLabelText('Password')
    expect(field.getAttribute('type')).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field.getAttribute('type')).toBe('text')
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(field.getAttribute('type')).toBe('password')
  })
})

describe('Checkbox', () => {
  test('is toggled by a click on its label', async () => {
    const onChange = vi.fn()
    const { user } = await renderPart(<Checkbox label="Remember me" onChange={onChange} />)
    await user.click(screen.getByText('Remember me'))
    expect(onChange).toHaveBeenCalledOnce()
    expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(true)
  })

  test('supports an indeterminate state', () => {
    render(<Checkbox aria-label="All" mixed checked={false} onChange={() => undefined} />)
    expect((screen.getByRole('checkbox') as HTMLInputElement).indeterminate).toBe(true)
  })
})

test.each([
  [0.4, '0'],
  [41.6, '42'],
  [99, '99'],
])('CircularProgress of %s percent shows %s', (percent, text) => {
  render(<CircularProgress percent={percent} label="Upload CAD File" />)
  const progress = screen.getByRole('progressbar', { name: 'Upload CAD File' })
  expect(progress.getAttribute('aria-valuenow')).toBe(text)
  expect(progress.textContent).toBe(`${text}%`)
})

describe('CopyButton', () => {
  test('copies the text and confirms in its label', async () => {
    const { user } = await renderPart(<CopyButton label="Copy URN" text="urn-1" />)
    const writeText = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(screen.getByRole('button', { name: 'Copy URN' }))
    expect(writeText).toHaveBeenCalledWith('urn-1')
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  })

  test('shows no confirmation when the clipboard denies access', async () => {
    const { user } = await renderPart(<CopyButton label="Copy" text="x" />)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied'))
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull()
  })
})

describe('MiddleEllipsis', () => {
  const longName = 'Residential tower Northern Avenue, block B.ifc'

  test('shows the file extension in a separate element', () => {
    const { container } = render(<MiddleEllipsis name={longName} />)
    expect(container.querySelector('.shrink-0')?.getAttribute('data-text')).toMatch(/\.ifc$/)
  })

  test('has one text for screen readers and for the page search', async () => {
    render(
      <button type="button">
        <MiddleEllipsis name={longName} />
      </button>,
    )
    expect(screen.getByRole('button').textContent).toBe(longName)
    expect(screen.getByRole('button', { name: longName })).toBeTruthy()
  })

  test('is copied as one name', () => {
    const { container } = render(<MiddleEllipsis name={longName} />)
    const range = document.createRange()
    range.selectNodeContents(container)
    expect(range.toString()).toBe(longName)
    const textNodes = [...container.querySelectorAll('span')].flatMap(({ childNodes }) =>
      [...childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE),
    )
    expect(textNodes).toHaveLength(1)
  })

  test('shows a short name in full', () => {
    render(<MiddleEllipsis name="house.ifc" />)
    expect(screen.getByText('house.ifc')).toBeTruthy()
  })
})
