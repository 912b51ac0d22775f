import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { Button } from './button.js'
import { BottomSheet, ConfirmDialog } from './dialog.js'
import { Menu, MenuChoice, MenuItem } from './menu.js'
import { dismissToast, toasts, notify } from './toasts-state.js'

beforeEach(() => layOut(desktop))
afterEach(() => {
  cleanup()
  act(() => toasts.set([]))
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function DeleteConfirmation({ onConfirm, busy = false }: { onConfirm: () => void; busy?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask</Button>
      <ConfirmDialog
        open={open}
        title="Delete File"
        confirm="Delete"
        confirming="Deleting..."
        busy={busy}
        onConfirm={onConfirm}
        onCancel={() => setOpen(false)}
      >
        <p>Are you sure?</p>
      </ConfirmDialog>
    </>
  )
}

describe('ConfirmDialog', () => {
  test('shows its title and text and focuses Cancel', async () => {
    const { user } = await renderPart(<DeleteConfirmation onConfirm={vi.fn()} />)
    await user.click(screen.getByRole('button', { name: 'Ask' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete File' })
    expect(dialog.textContent).toContain('Are you sure?')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
  })

  test('confirms by its button', async () => {
    const onConfirm = vi.fn()
    const { user } = await renderPart(<DeleteConfirmation onConfirm={onConfirm} />)
    await user.click(screen.getByRole('button', { name: 'Ask' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  test.each(['Cancel', 'Escape'])('closes on %s and returns focus', async (way) => {
    const { user } = await renderPart(<DeleteConfirmation onConfirm={vi.fn()} />)
    await user.click(screen.getByRole('button', { name: 'Ask' }))
    const cancel = await screen.findByRole('button', { name: 'Cancel' })
    await (way === 'Escape' ? user.keyboard('{Escape}') : user.click(cancel))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(document.activeElement?.textContent).toBe('Ask')
  })

  test('shows the progress text and disables its buttons while busy', async () => {
    const { user } = await renderPart(<DeleteConfirmation onConfirm={vi.fn()} busy />)
    await user.click(screen.getByRole('button', { name: 'Ask' }))
    const button = await screen.findByRole('button', { name: 'Deleting...' })
    expect((button as HTMLButtonElement).disabled).toBe(true)
    expect((screen.getByRole('button', { name: 'Cancel' }) as HTMLButtonElement).disabled).toBe(true)
  })
})

test('BottomSheet shows its title and closes by its button', async () => {
  const onClose = vi.fn()
  const { user } = await renderPart(
    <BottomSheet open title="house.ifc" onClose={onClose}>
      <p>Everything about it</p>
    </BottomSheet>,
  )
  expect(await screen.findByRole('dialog', { name: 'house.ifc' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalled()
})

describe('Menu', () => {
  test('opens from its button and runs the selected item', async () => {
    const onSelect = vi.fn()
    const { user } = await renderPart(
      <Menu trigger={<Button>More</Button>}>
        <MenuItem onSelect={onSelect} shortcut="D">
          Download
        </MenuItem>
        <MenuItem disabled onSelect={() => undefined}>
          Move
        </MenuItem>
      </Menu>,
    )
    await user.click(screen.getByRole('button', { name: 'More' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.getAttribute('aria-disabled'))).toEqual([null, 'true'])
    await user.click(items[0] as HTMLElement)
    expect(onSelect).toHaveBeenCalledOnce()
  })

  test('marks the current choice and reports another one', async () => {
    const onChoose = vi.fn()
    const choices = [
      { value: 'date', label: 'Date' },
      { value: 'name', label: 'Name' },
    ] as const
    const { user } = await renderPart(
      <Menu trigger={<Button>Sort</Button>}>
        <MenuChoice label="Sort by" value="date" choices={choices} onChoose={onChoose} />
      </Menu>,
    )
    await user.click(screen.getByRole('button', { name: 'Sort' }))
    expect((await screen.findByRole('menuitemradio', { name: 'Date' })).getAttribute('aria-checked')).toBe('true')
    await user.click(screen.getByRole('menuitemradio', { name: 'Name' }))
    expect(onChoose).toHaveBeenCalledWith('name')
  })
})

describe('toasts', () => {
  test('show the newest of several errors, and the others on request', async () => {
    const { user } = await renderPart(<p>Page</p>)
    act(() => {
      for (const text of ['one', 'two', 'three']) notify(text, { tone: 'problem' })
    })
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['three'])
    await user.click(screen.getByRole('button', { name: '2 more errors' }))
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['one', 'two', 'three'])
    await user.click(screen.getByRole('button', { name: 'Close all' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('announce information as status and errors as alert', async () => {
    await renderPart(<p>page</p>)
    act(() => {
      notify('house.ifc was deleted.')
      notify('Unsupported file format: .docx', { tone: 'problem' })
    })
    expect(screen.getByText('house.ifc was deleted.').closest('[role=status]')).toBeTruthy()
    expect(screen.getByText('Unsupported file format: .docx').closest('[role=alert]')).toBeTruthy()
  })

  test('show a repeated text once and at most three texts', async () => {
    await renderPart(<p>page</p>)
    act(() => {
      for (const text of ['one', 'two', 'two', 'three', 'four']) notify(text)
    })
    expect(toasts.get().map(({ text }) => text)).toEqual(['two', 'three', 'four'])
  })

  test('disappear after a delay, except errors', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await renderPart(<p>page</p>)
    act(() => {
      notify('information')
      notify('problem', { tone: 'problem' })
    })
    act(() => void vi.advanceTimersByTime(8_000))
    expect(toasts.get().map(({ text }) => text)).toEqual(['problem'])
  })

  test('run their action once and close', async () => {
    const run = vi.fn()
    const { user } = await renderPart(<p>page</p>)
    act(() => void notify('Deleted.', { action: { label: 'Undo', run } }))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(run).toHaveBeenCalledOnce()
    expect(screen.queryByText('Deleted.')).toBeNull()
  })

  test('are dismissed by their button', async () => {
    const { user } = await renderPart(<p>page</p>)
    act(() => void notify('problem', { tone: 'problem' }))
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(toasts.get()).toEqual([])
    expect(() => dismissToast(99)).not.toThrow()
  })
})
