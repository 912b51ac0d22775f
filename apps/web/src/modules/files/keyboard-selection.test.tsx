import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appServer, shownFiles } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'
import { json, type StubServer } from '../../testing/stub-server.js'

afterEach(cleanUpPage)

const files = ['a', 'b', 'c', 'd', 'e'].map((id) => fileRecord({ id, description: `${id}.ifc` }))

let server: StubServer
beforeEach(() => {
  layOut(desktop)
  server = appServer(files)
  server.on('DELETE /api/auth/my-urns/*', () => json(files[0]))
})

const open = async () => {
  const { user } = await renderApp('/home', { signedIn: true })
  await waitFor(() => expect(shownFiles()).toHaveLength(5))
  return user
}
const row = (name: string): HTMLElement => {
  const row = screen.getByLabelText(`Select ${name}.ifc`).closest<HTMLElement>('[role=row]')
  if (!row) throw new Error(`there is no row ${name}`)
  return row
}
const checked = (): string =>
  files
    .filter(({ description }) => screen.getByLabelText(`Select ${description}`).matches(':checked'))
    .map(({ id }) => id)
    .join('')

test('file list checks a range by Shift with arrow keys', async () => {
  const user = await open()
  await user.click(row('b'))
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(checked()).toBe('bcd')
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
  expect(checked()).toBe('bc')
})

test('file list checks a range by Shift with click and one more by Ctrl with click', async () => {
  const user = await open()
  await user.click(row('a'))
  await user.keyboard('{Shift>}')
  await user.click(row('c'))
  await user.keyboard('{/Shift}{Control>}')
  await user.click(row('e'))
  await user.keyboard('{/Control}')
  expect(checked()).toBe('abce')
})

test('file list checks all files by Ctrl+A and none by Escape', async () => {
  const user = await open()
  await user.click(row('a'))
  await user.keyboard('{Control>}a{/Control}')
  expect(checked()).toBe('abcde')
  await user.keyboard('{Escape}')
  expect(checked()).toBe('')
})

test('file list deletes all checked files by Delete after confirmation', async () => {
  const user = await open()
  await user.click(row('b'))
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Delete}')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Are you sure you want to delete 2 files?')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(shownFiles()).toEqual(['a.ifc', 'd.ifc', 'e.ifc']))
})

test('file list gets the focus on its first match by Enter in the search', async () => {
  const user = await open()
  await user.keyboard('{Control>}k{/Control}')
  await user.keyboard('d.ifc')
  await waitFor(() => expect(shownFiles()).toEqual(['d.ifc']))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(row('d')))
  expect(row('d').getAttribute('aria-selected')).toBe('true')
})

test('file list gets the focus from the skip link, past the preview', async () => {
  const user = await open()
  await user.click(row('c'))
  await user.click(screen.getByRole('link', { name: 'Skip to content' }))
  expect(document.activeElement).toBe(row('c'))
})
