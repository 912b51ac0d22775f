import type { Browser, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, type User, signUpAndIn, createUser } from './support/account.js'
import { administrator, administratorSettings } from './support/administrator.js'
import { closePages, openBrowser } from './support/browser.js'
import { open, type OpenedPage, putFile, register } from './support/open-page.js'
import { RunningServer } from './support/running-server.js'

const photo = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: PNG.sync.write(new PNG({ width: 96, height: 64, fill: true })),
}
const server = new RunningServer({ ...administratorSettings, KAMAR_WORKERS: '0' })
const waitOptions = { timeout: 30_000 }
let browser: Browser
let signedInChief: Promise<OpenedPage> | undefined
let signedInUser: ReturnType<typeof openAs> | undefined

beforeAll(async () => {
  await server.start()
  browser = await openBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await server.dispose()
})

async function openAs(path: string) {
  const user: User = createUser()
  await register(server, user)
  const openedPage = await open(browser, server, { as: user })
  await visit(openedPage.page, path)
  return { ...openedPage, user }
}
/** Opens a freshly loaded page of a user without files, who is signed in once for all tests. */
async function openOwn(path: string) {
  signedInUser ??= openAs('/mark.svg')
  const { page, user } = await signedInUser
  await visit(page, path)
  return { page, user }
}
/** Opens a freshly loaded page of the administrator, who is signed in once for all tests. */
async function openAdministration(): Promise<Page> {
  signedInChief ??= open(browser, server, { as: administrator })
  const { page } = await signedInChief
  await visit(page, '/AdminPage')
  await page.getByRole('table').waitFor()
  return page
}
const visit = async (page: Page, path: string): Promise<void> => {
  await page.goto(server.address + path)
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Also matches while a dialog hides the table from screen readers. */
const getRow = (page: Page, user: User) => page.locator('tr').filter({ hasText: user.email })
/** Waits for a response to a method; saving gives no visible feedback. */
const saved = (page: Page, method: string, path: string) =>
  page.waitForResponse(
    (response) => response.request().method() === method && response.url().endsWith(path) && response.ok(),
  )

describe('account menu', () => {
  it('names the user and leads to the three account pages, each of which leads back', async () => {
    const { page, user } = await openOwn('/home')
    for (const [name, path] of [
      ['Profile Settings', '/profile-settings'],
      ['Storage', '/storage'],
      ['Preferences', '/Preferences'],
    ] as const) {
      await button(page, 'Account menu').click()
      await page.getByText(user.name, { exact: true }).first().waitFor()
      await page.getByText(user.email, { exact: true }).first().waitFor()
      await page.getByRole('menuitem', { name }).click()
      await page.waitForURL(`**${path}`)
      await page.getByRole('link', { name: 'Back to files' }).click()
      await page.waitForURL('**/file-manager')
    }
  })
})

describe('profile page', () => {
  it('saves the profile and confirms it', async () => {
    const { page, user } = await openOwn('/profile-settings')
    const fields = {
      'First name': 'Ani',
      'Last name': 'Hakobyan',
      Phone: '+374 10 123456',
      Company: 'Kamar',
      Location: 'Yerevan',
      Bio: 'Bridges.',
    }
    await page.getByLabel('Email', { exact: true }).waitFor()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(user.email)
    for (const [name, value] of Object.entries(fields)) await page.getByLabel(name, { exact: true }).fill(value)
    await button(page, 'Save changes').click()
    await page.getByText('Profile settings saved successfully!').waitFor()
    await page.reload()
    for (const [name, value] of Object.entries(fields)) {
      await expect.poll(() => page.getByLabel(name, { exact: true }).inputValue(), waitOptions).toBe(value)
    }
    await page.getByRole('region', { name: 'Photo' }).getByText('Ani Hakobyan').waitFor()
  })
})

describe('profile photo', () => {
  it('is stored, shown on other pages and can be removed', async () => {
    const { page } = await openOwn('/profile-settings')
    const photos = page.locator('img[src^="blob:"]')
    await button(page, 'Change photo').waitFor()
    expect(await photos.count()).toBe(0)
    await page.getByLabel('Choose a photo').setInputFiles(photo)
    await expect.poll(() => photos.count(), waitOptions).toBe(2)
    await visit(page, '/home')
    await photos.first().waitFor()
    await visit(page, '/profile-settings')
    await button(page, 'Remove').click()
    await expect.poll(() => photos.count(), waitOptions).toBe(0)
  })
})

describe('password reset', () => {
  it('sends a single-use link to the outbox and replaces the password', async () => {
    const user: User = createUser()
    await register(server, user)
    const { page, context } = await open(browser, server)
    await visit(page, '/signin')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await button(page, 'Send link').waitFor()
    await page.getByLabel('Email').fill(user.email)
    await button(page, 'Send link').click()
    await page.getByText(/This server can’t send email/).waitFor()
    const link = await linkInOutbox(user)
    await page.goto(link)
    await page.getByLabel('Password', { exact: true }).fill('another stone arch')
    await button(page, 'Save password').click()
    await page.getByText('New password saved').waitFor()
    await page.goto(link)
    await page.reload()
    await page.getByLabel('Password', { exact: true }).fill('a third stone arch')
    await button(page, 'Save password').click()
    await page.getByRole('alert').waitFor()
    await visit(page, '/signin')
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await button(page, 'Sign In').click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('another stone arch')
    await button(page, 'Sign In').click()
    await page.waitForURL('**/home')
    await context.close()
  })

  /** Returns the link that an administrator of a server without mail passes on. */
  async function linkInOutbox(user: User): Promise<string> {
    const page = await openAdministration()
    await visit(page, '/AdminPage?tab=outbox')
    const mail = page.getByRole('listitem').filter({ hasText: user.email })
    await mail.getByRole('button', { name: /Reset your password/ }).click()
    const text = await mail.locator('pre').innerText()
    const link = /http\S+\/reset-password#code=\S+/.exec(text)?.[0] ?? ''
    expect(new URL(link).origin).toBe(server.address)
    return link
  }
})

describe('preferences page', () => {
  const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })
  const isOn = (page: Page, name: string) => toggle(page, name).getAttribute('aria-checked')

  it('has the specified defaults, saves changes and confirms them', async () => {
    const { page } = await openOwn('/Preferences')
    await toggle(page, 'Auto-save').waitFor()
    expect(await isOn(page, 'Email notifications')).toBe('true')
    expect(await isOn(page, 'Push notifications')).toBe('false')
    expect(await isOn(page, 'Weekly reports')).toBe('true')
    expect(await isOn(page, 'Auto-save')).toBe('true')
    const autoSaved = saved(page, 'PATCH', '/api/auth/preferences')
    await toggle(page, 'Auto-save').click()
    await autoSaved
    await toggle(page, 'Weekly reports').click()
    await page.getByText('You have unsaved changes').waitFor()
    await button(page, 'Save preferences').click()
    await page.getByText('Preferences saved successfully!').waitFor()
    await page.reload()
    await toggle(page, 'Auto-save').waitFor()
    expect([await isOn(page, 'Weekly reports'), await isOn(page, 'Auto-save')]).toEqual(['false', 'false'])
  })

  it('applies language and theme immediately on other devices and at a new sign-in', async () => {
    const { page, context, user } = await openAs('/Preferences')
    const other = await open(browser, server, { as: user })
    const live = other.page.waitForRequest((request) => request.url().endsWith('/api/auth/events'))
    await visit(other.page, '/home')
    await live
    await other.page.getByText('No files found').waitFor()
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.getByRole('radio', { name: 'Հայերեն' }).check()
    const isFollowed = async (followed: Page) => {
      await followed.locator('html[lang=hy][data-theme=dark]').waitFor({ state: 'attached' })
      await followed.getByRole('heading', { level: 1, name: 'Ֆայլեր' }).waitFor()
    }
    await isFollowed(other.page)
    const secondPage = await open(browser, server, { as: user })
    await visit(secondPage.page, '/home')
    await isFollowed(secondPage.page)
    expect(await secondPage.page.evaluate(() => localStorage.getItem('language'))).toBe('hy')
    for (const each of [context, other.context, secondPage.context]) await each.close()
  })
})

describe('storage page', () => {
  it('shows the used storage and sends a quota request to the administrator', async () => {
    const { page, context, user } = await openAs('/home')
    const token = await accessToken(server.address, user)
    await putFile(server, token, 'slab.stl', Buffer.alloc(3 * 1024 ** 2, 's'))
    await visit(page, '/storage')
    await page.getByRole('heading', { name: '3.0 MB used of 100 GB' }).waitFor()
    await page.getByText('slab.stl').waitFor()
    await button(page, 'Upgrade Plan').click()
    await page.getByLabel('Why do you need more storage?').fill('A second bridge')
    await button(page, 'Send request').click()
    await page.getByText('Request sent to the administrator.').waitFor()
    const chief = await openAdministration()
    await chief.getByRole('tab', { name: 'Requests' }).click()
    const request = chief.getByRole('listitem').filter({ hasText: user.email })
    await request.getByText('A second bridge').waitFor()
    await request.getByLabel('New quota, GB').fill('200')
    await request.getByRole('button', { name: 'Grant' }).click()
    await request.getByText(/Done on/).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: '3.0 MB used of 200 GB' }).waitFor()
    await context.close()
  })
})

describe('admin page', () => {
  it('creates a pending account that must change its password', async () => {
    const page = await openAdministration()
    const user = createUser()
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
    for (const name of ['Full Name', 'Email', 'Password']) {
      expect(await page.getByLabel(name, { exact: true }).getAttribute('required')).not.toBeNull()
    }
    await page.getByLabel('Full Name').fill(user.name)
    await page.getByLabel('Email', { exact: true }).fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await button(page, 'Create User').click()
    const row = getRow(page, user)
    await row.waitFor()
    expect(await row.getByRole('combobox').inputValue()).toBe('pending')
    // The text is a relative time; the element contains the exact time.
    const created = Date.parse((await row.locator('time').getAttribute('datetime')) ?? '')
    expect(Math.abs(Date.now() - created)).toBeLessThan(24 * 3_600_000)
    const otherPage = await open(browser, server)
    await visit(otherPage.page, '/signin')
    await otherPage.page.getByLabel('Email').fill(user.email)
    await otherPage.page.getByLabel('Password', { exact: true }).fill(user.password)
    await button(otherPage.page, 'Sign In').click()
    await otherPage.page.getByRole('heading', { name: 'Set your own password' }).waitFor()
    await otherPage.context.close()
  })

  it('shows on the form why an account was not created', async () => {
    const page = await openAdministration()
    const user = createUser()
    await register(server, user)
    await page.getByLabel('Full Name').fill(user.name)
    await page.getByLabel('Email', { exact: true }).fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await button(page, 'Create User').click()
    await page.getByRole('alert').getByText('This already exists').waitFor()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(user.email)
  })

  it('shows no rows while the list is loading', async () => {
    const { page, context } = await open(browser, server, { as: administrator })
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/admin/list-users*', async (route) => {
      await gate
      await route.continue()
    })
    const listRequest = page.waitForRequest('**/api/admin/list-users*')
    await visit(page, '/AdminPage')
    await listRequest
    await page.getByRole('heading', { name: 'User Applications' }).waitFor()
    expect(await page.getByRole('row').count()).toBe(0)
    release()
    await page.getByRole('table').waitFor()
    await context.close()
  })

  it('rejects a user, who is signed out and cannot sign in again', async () => {
    const { page, context, user } = await openAs('/home')
    await page.getByText('No files found').waitFor()
    const chief = await openAdministration()
    const row = getRow(chief, user)
    await row.getByRole('combobox').selectOption('rejected')
    const dialog = chief.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill('No longer on the project')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await page.waitForURL('**/login')
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await button(page, 'Sign In').click()
    await page.getByText('This account was rejected by the administrator: No longer on the project').waitFor()
    await context.close()
  })

  it('deletes an account after a confirmation that states its files', async () => {
    const user = createUser()
    await register(server, user)
    await putFile(server, await accessToken(server.address, user), 'slab.stl', Buffer.from('solid slab'))
    const chief = await openAdministration()
    await getRow(chief, user)
      .getByRole('button', { name: `Delete ${user.name}` })
      .click()
    const dialog = chief.getByRole('alertdialog', { name: 'Delete user' })
    await dialog.getByText(/It has 1 file/).waitFor()
    expect(await getRow(chief, user).count()).toBe(1)
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await getRow(chief, user).waitFor({ state: 'detached' })
  })

  it('stores a position and finds accounts by search', async () => {
    const user = createUser()
    await register(server, user)
    const chief = await openAdministration()
    const position = getRow(chief, user).getByLabel(`Position of ${user.name}`)
    await position.fill('Site engineer')
    const savedResponse = chief.waitForResponse((response) => response.request().method() === 'PATCH')
    await position.press('Enter')
    expect((await savedResponse).status()).toBe(200)
    await chief.getByRole('searchbox', { name: 'Search users...' }).fill(user.email)
    await chief.getByText('1 total').waitFor()
    expect(await position.inputValue()).toBe('Site engineer')
  })
})

describe('sign-up page', () => {
  it('shows the server’s message when sign-up is closed', async () => {
    const chief = await openAdministration()
    const signUpOpen = chief.getByRole('switch', { name: 'Sign-up open' })
    const setSignUp = async (): Promise<void> => {
      await visit(chief, '/AdminPage?tab=settings')
      await signUpOpen.click()
      await button(chief, 'Save settings').click()
      await chief.getByText('Settings saved.').waitFor()
    }
    await setSignUp()
    const { page, context } = await open(browser, server)
    const user = createUser()
    await visit(page, '/signUp')
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Company').fill(user.name)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    const refused = page.waitForResponse('**/api/auth/register')
    await button(page, 'Sign up').click()
    expect((await refused).status()).toBe(404)
    const { message } = (await (await refused).json()) as { message: string }
    await page.getByRole('alert').getByText(message).waitFor()
    await setSignUp()
    await signUpAndIn(page, server.address, user)
    await context.close()
  })
})
