import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { accountRecord } from '../../testing/records.js'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { json, type StubServer, stubServer } from '../../testing/stub-server.js'
import { accessToken } from '../api/access-token.js'
import { fetchAccount, getSession } from '../auth/session.js'
import { PublicBar, SkipLink } from './public-bar.js'
import { initials } from './avatar.js'
import { SignOutButton, UserMenu } from './user-menu.js'

let server: StubServer

beforeEach(() => {
  layOut(desktop)
  server = stubServer({
    'GET /api/auth/me': () => json(accountRecord()),
    'DELETE /api/auth/logout': () => json({ done: true }),
  })
})
afterEach(cleanUpPage)

test.each([
  ['Ani Hakobyan', 'AH'],
  ['Արամ Խաչատրյան Ավետիքի', 'ԱԽ'],
  ['builders', 'B'],
  ['  two   words ', 'TW'],
  ['', ''],
])('the initials of "%s" are %s', (name, initialsText) => {
  expect(initials(name)).toBe(initialsText)
})

describe('account menu', () => {
  beforeEach(async () => {
    accessToken.write('token')
    await fetchAccount()
  })

  test('shows the user and offers theme, language and sign-out', async () => {
    const { user } = await renderPart(<UserMenu />)
    await user.click(screen.getByRole('button', { name: 'Account menu' }))
    expect(await screen.findByText('Ani Hakobyan')).toBeTruthy()
    expect(screen.getByText('ani@kamar.am')).toBeTruthy()
    expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
      'System',
      'Light',
      'Dark',
      'English',
      'Հայերեն',
      'Русский',
      'Español',
    ])
    expect(screen.getByRole('menuitem', { name: 'Sign Out' })).toBeTruthy()
  })

  test('has a separate button that signs out', async () => {
    const { user } = await renderPart(<SignOutButton />)
    await user.click(screen.getByRole('button', { name: 'Sign Out' }))
    expect(getSession()).toMatchObject({ signedIn: false, account: null })
    expect(server.calls('DELETE /api/auth/logout')).toHaveLength(1)
  })
})

test('public page bar links to the home page and shows the links of a page', async () => {
  await renderPart(
    <>
      <SkipLink />
      <PublicBar>
        <a href="#features">Features</a>
      </PublicBar>
    </>,
  )
  expect(screen.getByRole('link', { name: 'Kamar' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('link', { name: 'Features' }).closest('nav')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#content')
})
