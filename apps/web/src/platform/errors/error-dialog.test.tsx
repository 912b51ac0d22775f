import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { act } from 'react'
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut } from '../../testing/render-app.js'
import { TooltipProvider } from '../design/control-tooltip.js'
import { startInternationalization } from '../i18n/index.js'
import { ErrorDialog } from './error-dialog.js'
import { shownError, showError } from './error-dialog-state.js'

let ways: { reload: Mock<() => void>; goToRoot: Mock<() => void> }

beforeEach(() => {
  ways = { reload: vi.fn(), goToRoot: vi.fn() }
  layOut(desktop)
})
afterEach(cleanUpPage)

async function renderDialog(): Promise<void> {
  await startInternationalization('en')
  render(
    <TooltipProvider>
      <ErrorDialog ways={ways} />
    </TooltipProvider>,
  )
}

async function open(message: string, reference: string | null = null) {
  await renderDialog()
  act(() => showError(message, reference))
  return { user: userEvent.setup(), dialog: screen.getByRole('alertdialog') }
}

test('ErrorDialog is closed until an error occurs', async () => {
  await renderDialog()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('ErrorDialog shows the error message', async () => {
  const { dialog } = await open('User not found')
  expect(dialog.textContent).toContain('User not found')
})

test('ErrorDialog shows a default text for an empty message', async () => {
  const { dialog } = await open('')
  expect(dialog.textContent).toContain('An error occurred')
})

test('ErrorDialog reloads the page with its Close button', async () => {
  const { user, dialog } = await open('User not found')
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(ways.reload).toHaveBeenCalledOnce()
  expect(ways.goToRoot).not.toHaveBeenCalled()
})

test('ErrorDialog opens the root page with its OK button', async () => {
  const { user, dialog } = await open('User not found')
  await user.click(within(dialog).getByRole('button', { name: 'OK' }))
  expect(ways.goToRoot).toHaveBeenCalledOnce()
  expect(shownError.get()).toBeNull()
})

test('ErrorDialog shows the reference for the administrator', async () => {
  const { dialog } = await open('Server error', '8f2k-19ab')
  expect(dialog.textContent).toContain('8f2k-19ab')
})
