import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { somebody } from './support/account.js'
import { launchBrowser } from './support/browser.js'
import { type BuiltPages, buildPages } from './support/built-pages.js'
import { clippedTexts } from './support/clipped-text.js'
import { RunningServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const administrator = { username: 'keystone', password: 'stone arch 1872' }
const server = new RunningServer({
  KAMAR_ADMIN_USERNAME: administrator.username,
  KAMAR_ADMIN_PASSWORD: administrator.password,
})
const smallPhone = { width: 360, height: 740 }
let browser: Browser
let pages: BuiltPages

beforeAll(async () => {
  pages = buildPages('pseudo')
  await server.start()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await server.dispose()
  pages.remove()
})

async function openContext(token?: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: smallPhone, reducedMotion: 'reduce', locale: 'en-US' })
  context.setDefaultTimeout(60_000)
  await pages.showIn(context)
  if (token) await context.addInitScript((value) => localStorage.setItem('accessToken', value), token)
  return context
}

/** What cannot be read on a page, in longer words than any real language's. */
async function look(context: BrowserContext, path: string): Promise<string[]> {
  const page = await context.newPage()
  await page.goto(server.address + path)
  await page.getByText('⟦').locator('visible=true').first().waitFor()
  await page.waitForLoadState('networkidle').catch(() => null)
  const cut = await clippedTexts(page)
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1)
  await page.close()
  return sideways ? [...cut, `${path} scrolls sideways`] : cut
}

describe('texts 40 % longer at 360 pixels', () => {
  it.each([
    '/',
    '/documentation',
    '/contact',
    '/privacy',
    '/terms',
    '/licences',
    '/signin',
    '/signin/admin/dev/ArB',
    '/signUp',
    '/thank-you',
    '/nowhere',
  ])('can be read whole by a visitor: %s', async (path) => {
    const context = await openContext()
    expect(await look(context, path)).toEqual([])
    await context.close()
  })

  it.each(['/home', '/bin', '/ViewerPage', '/profile-settings', '/Preferences', '/storage'])(
    'can be read whole by somebody signed in: %s',
    async (path) => {
      const context = await openContext()
      const person = somebody()
      await context.request.post(`${server.address}/api/auth/register`, { data: person })
      const signIn = { email: person.email, password: person.password }
      const answer = await context.request.post(`${server.address}/api/auth/login`, { data: signIn })
      const { access_token: token } = (await answer.json()) as { access_token: string }
      await context.addInitScript((value) => localStorage.setItem('accessToken', value), token)
      await upload(context, token)
      expect(await look(context, path)).toEqual([])
      await context.close()
    },
  )

  it.each(['users', 'requests', 'outbox', 'settings', 'audit'])(
    'can be read whole by the administrator: %s',
    async (tab) => {
      const context = await openContext()
      const answer = await context.request.post(`${server.address}/api/admin/login`, { data: administrator })
      const { access_token: token } = (await answer.json()) as { access_token: string }
      await context.addInitScript((value) => localStorage.setItem('accessToken', value), token)
      expect(await look(context, `/AdminPage?tab=${tab}`)).toEqual([])
      await context.close()
    },
  )
})

/** One model, so that lists have a row. */
async function upload(context: BrowserContext, token: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${server.address}/home`)
  await page.locator('input[type=file]:not([multiple])').first().setInputFiles(fixture('stl/fixtures/arch.stl'))
  await page.getByText('arch.stl').locator('visible=true').first().waitFor()
  await page.close()
  const headers = { authorization: `Bearer ${token}` }
  const list = await context.request.get(`${server.address}/api/auth/my-urns`, { headers })
  expect(list.ok()).toBe(true)
}
