import { campaignOnly } from '@kamar/test-kit/campaign'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn, createUser } from './support/account.js'
import { administrator } from './support/administrator.js'
import { closePages, openBrowser } from './support/browser.js'
import { open, register } from './support/open-page.js'
import { sharedServer } from './support/running-server.js'
import { whenLive } from './support/display-variants.js'

const server = sharedServer()
const user = createUser()
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
})
afterAll(async () => {
  await closePages(browser)
})

const visit = async (page: Page, path: string): Promise<void> => {
  await page.goto(server.address + path)
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const atPath = (page: Page, path: string) => page.waitForURL((url) => url.pathname + url.search === path)
const token = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'))

describe('page navigation', () => {
  it('finds a public page in any letter case', async () => {
    const { page, context } = await open(browser, server)
    for (const [path, name] of [
      ['/LOGIN', 'Welcome back'],
      ['/signin/ADMIN/dev/arb', 'Welcome Back'],
      ['/signUp', 'Create your account'],
      ...campaignOnly<readonly [string, string]>(
        ['/SignIn', 'Welcome back'],
        ['/signup', 'Create your account'],
        ['/THANK-YOU', 'Thank you for signing up!'],
      ),
    ]) {
      await visit(page, path)
      await heading(page, name)
    }
    await context.close()
  })

  it('finds a protected page in any letter case and redirects a visitor to the root page', async () => {
    const [visitor, inside] = [await open(browser, server), await open(browser, server, { as: user })]
    for (const [path, name] of [
      ['/HOME', 'Files'],
      ['/ViewerPage', 'Viewer'],
      ['/Profile-Settings', 'Profile Settings'],
      ['/adminpage', 'Admin Dashboard'],
      ...campaignOnly<readonly [string, string]>(
        ['/home', 'Files'],
        ['/file-manager', 'Files'],
        ['/viewerpage', 'Viewer'],
        ['/preferences', 'Preferences'],
        ['/Preferences', 'Preferences'],
        ['/STORAGE', 'Storage'],
      ),
    ]) {
      await visit(inside.page, path)
      await heading(inside.page, name)
      await visit(visitor.page, path)
      await atPath(visitor.page, '/')
    }
    await Promise.all([visitor.context.close(), inside.context.close()])
  })

  it('redirects a signed-in user from a visitor page to the files', async () => {
    const { page, context } = await open(browser, server, { as: user })
    for (const path of ['/', '/signin', ...campaignOnly('/signin/admin/dev/ArB', '/signUp', '/thank-you')]) {
      await visit(page, path)
      await atPath(page, '/home')
    }
    await context.close()
  })

  it('shows and logs an unknown page with a link to the root page', async () => {
    const { page, context, warnings } = await open(browser, server)
    await visit(page, '/no/such/page')
    await heading(page, 'Oops! Page not found')
    expect(warnings).toContainEqual(expect.stringContaining('page not found /no/such/page'))
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await atPath(page, '/')
    await context.close()
  })

  it('returns to the requested URL with its query after sign-in', async () => {
    const { page, context } = await open(browser, server)
    await visit(page, '/ViewerPage?urn=abc%2Fdef')
    await atPath(page, '/')
    await page.getByRole('link', { name: 'Sign In' }).first().click()
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await atPath(page, '/ViewerPage?urn=abc%2Fdef')
    await context.close()
  })

  it('leads from the administrator’s sign-in to the admin page', async () => {
    const { page, context } = await open(browser, server)
    await visit(page, '/signin/admin/dev/ArB')
    await page.getByLabel('Username').fill(administrator.username)
    await page.getByLabel('Password', { exact: true }).fill(administrator.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await atPath(page, '/AdminPage')
    await heading(page, 'Admin Dashboard')
    await context.close()
  })

  it('shows a default error at the administrator’s sign-in when the server sends no message', async () => {
    const { page, context } = await open(browser, server)
    await page.route('**/api/admin/login', (route) => route.fulfill({ status: 401, body: '' }))
    await visit(page, '/signin/admin/dev/ArB')
    await page.getByLabel('Username').fill('somebody')
    await page.getByLabel('Password', { exact: true }).fill('something')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByRole('alert').getByText('Sign-in error: check your data').waitFor()
    await context.close()
  })

  it('leads a visitor from the link Pricing to the plans', async () => {
    const { page, context } = await open(browser, server)
    await visit(page, '/')
    await whenLive(page)
    const link = page.getByRole('link', { name: 'Pricing', exact: true }).first()
    expect(await link.getAttribute('href')).toBe('/ViewerPage')
    await link.click()
    await page.waitForURL(`${server.address}/#pricing`)
    await context.close()
  })
})

describe('error dialog', () => {
  async function refused(): Promise<Awaited<ReturnType<typeof open>>> {
    const visitor = await open(browser, server)
    const errorBody = { status: 404, code: 'not-found', message: 'There is no such account' }
    await visitor.page.route('**/api/auth/login', (route) => route.fulfill({ status: 404, json: errorBody }))
    await visit(visitor.page, '/signin')
    await visitor.page.getByLabel('Email').fill('nobody@example.com')
    await visitor.page.getByLabel('Password', { exact: true }).fill('whatever it was')
    await visitor.page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await visitor.page.getByRole('alertdialog').getByText('There is no such account').waitFor()
    return visitor
  }

  it('reloads the page by Close', async () => {
    const { page, context } = await refused()
    const loaded = page.waitForEvent('load')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
    await loaded
    await atPath(page, '/signin')
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await context.close()
  })

  it('goes to the root page by OK', async () => {
    const { page, context } = await refused()
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await atPath(page, '/')
    await context.close()
  })
})

describe('web session', () => {
  /** Visits a page and waits for its token refresh, which would otherwise overwrite the test's changes of the token. */
  async function visitRefreshed(page: Page, path: string): Promise<void> {
    const refreshed = page.waitForResponse('**/api/auth/refresh')
    await visit(page, path)
    await (await refreshed).finished()
    await page.waitForFunction(() => navigator.locks.query().then(({ held: heldLocks }) => heldLocks?.length === 0))
  }

  /** Opens a signed-in page with functions that invalidate its token. */
  async function withSpentToken() {
    const inside = await open(browser, server, { as: user })
    await visitRefreshed(inside.page, '/home')
    await heading(inside.page, 'Files')
    const refreshes: number[] = []
    inside.context.on('response', (response) => {
      if (response.url().endsWith('/api/auth/refresh')) refreshes.push(response.status())
    })
    const spend = () =>
      inside.page.evaluate(() => {
        const spent = `${(localStorage.getItem('accessToken') ?? '').slice(0, -4)}AAAA`
        localStorage.setItem('accessToken', spent)
      })
    return { ...inside, refreshes, spend }
  }

  it('is refreshed once for all refused requests, which are sent again', async () => {
    const { page, context, refreshes, spend } = await withSpentToken()
    const statuses: string[] = []
    page.on('response', (response) => {
      const path = new URL(response.url()).pathname
      if (path.startsWith('/api/')) statuses.push(`${response.status()} ${path}`)
    })
    await spend()
    await page.reload()
    await page.getByText('No files found').waitFor()
    expect(statuses).toContain('200 /api/auth/my-urns')
    expect(refreshes).toEqual([200])
    expect(await token(page)).not.toMatch(/AAAA$/)
    await context.close()
  })

  it('survives two tabs that wake at the same time', async () => {
    const { page, context, refreshes, spend } = await withSpentToken()
    const second = await context.newPage()
    await visitRefreshed(second, '/storage')
    await second.getByRole('meter').waitFor()
    refreshes.length = 0
    await spend()
    await Promise.all([page.reload(), second.reload()])
    await Promise.all([page.getByText('No files found').waitFor(), second.getByRole('meter').waitFor()])
    expect(new Set(refreshes)).toEqual(new Set([200]))
    for (const tab of [page, second]) expect(new URL(tab.url()).pathname).toMatch(/home|storage/)
    await context.close()
  })

  it('ends in every tab when the user signs out in one', async () => {
    const { page, context } = await withSpentToken()
    const second = await context.newPage()
    await visit(second, '/storage')
    await second.getByRole('meter').waitFor()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await Promise.all([atPath(page, '/'), atPath(second, '/')])
    expect(await token(second)).toBeNull()
    await context.close()
  })

  it('ends at /login when it cannot be refreshed, and continues there after sign-in', async () => {
    const { page, context, spend } = await withSpentToken()
    await visitRefreshed(page, '/storage')
    await page.getByRole('meter').waitFor()
    await context.clearCookies()
    await spend()
    await page.reload()
    await atPath(page, '/login')
    expect(await token(page)).toBeNull()
    await signInOnPage(page)
    await atPath(page, '/storage')
    await context.close()
  })

  const signInOnPage = async (page: Page): Promise<void> => {
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  }
})

describe('local storage', () => {
  it('holds the specified keys and no password', async () => {
    const { page, context } = await open(browser, server)
    await visit(page, '/signin')
    await signIn(page, user)
    await visit(page, '/ViewerPage')
    await page.getByText('Viewer ready! Load a model to get started.').first().waitFor()
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
    const localStorageItems = JSON.parse(stored) as Record<string, string>
    expect(localStorageItems['accessToken']).toMatch(/^ey/)
    const viewerToken = JSON.parse(localStorageItems['forge_token'] ?? '{}') as Record<string, number>
    expect(Object.keys(viewerToken).sort()).toEqual(['access_token', 'expiresAt', 'obtainedAt', 'token_type'])
    expect((viewerToken['expiresAt'] ?? 0) - (viewerToken['obtainedAt'] ?? 0)).toBe(3_600_000)
    expect(stored).not.toContain(user.password)
    await context.close()
  })
})
