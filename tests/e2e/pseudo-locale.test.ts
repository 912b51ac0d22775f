import { readFileSync } from 'node:fs'
import { campaignOnly } from '@kamar/test-kit/campaign'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { administrator } from './support/administrator.js'
import { closePages, openBrowser } from './support/browser.js'
import { type BuiltPages, buildPages } from './support/built-pages.js'
import { clippedTexts } from './support/clipped-text.js'
import { open, putFile, register } from './support/open-page.js'
import { scrollsSideways, settle } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'
import { whenLive } from './support/display-variants.js'

const server = sharedServer()
const user = createUser()
const accounts = { visitor: undefined, person: user, administrator } as const
const smallPhone = { width: 360, height: 740 }
const pagesByViewer = new Map<keyof typeof accounts, Promise<Page>>()
let browser: Browser
let pages: BuiltPages

beforeAll(async () => {
  pages = buildPages('pseudo')
  browser = await openBrowser()
  await register(server, user)
  // One model, so that lists have a row.
  const arch = readFileSync(fixture('stl/fixtures/arch.stl'))
  await putFile(server, await accessToken(server.address, user), 'arch.stl', arch)
})
afterAll(async () => {
  await closePages(browser)
  pages.remove()
})

/** Returns one page per user role, for all of its screens. */
function getPage(viewer: keyof typeof accounts): Promise<Page> {
  const page = pagesByViewer.get(viewer) ?? openPseudo(viewer)
  pagesByViewer.set(viewer, page)
  return page
}

async function openPseudo(viewer: keyof typeof accounts): Promise<Page> {
  const { page, context } = await open(browser, server, { viewport: smallPhone, as: accounts[viewer] })
  await pages.showIn(context)
  return page
}

/** Returns illegible texts on a page, in longer words than any real language's. */
async function listUnreadable(viewer: keyof typeof accounts, path: string): Promise<string[]> {
  const page = await getPage(viewer)
  await page.goto(server.address + path)
  await page.getByText('⟦').locator('visible=true').first().waitFor()
  await whenLive(page)
  await page.waitForFunction(() => document.querySelector('.animate-breathe') === null)
  await settle(page)
  const cut = await clippedTexts(page, '⟦')
  return (await scrollsSideways(page)) ? [...cut, `${path} scrolls sideways`] : cut
}

describe('pseudo-locale page at 360 pixels', () => {
  it.each([
    '/',
    '/documentation',
    '/contact',
    '/signin',
    '/signUp',
    ...campaignOnly('/privacy', '/terms', '/licences', '/signin/admin/dev/ArB', '/thank-you', '/nowhere'),
  ])('shows a visitor every text in full: %s', async (path) => {
    expect(await listUnreadable('visitor', path)).toEqual([])
  })

  it.each([
    '/home',
    '/ViewerPage',
    '/Preferences',
    '/api-access',
    ...campaignOnly('/bin', '/profile-settings', '/storage', '/drawing-fonts'),
  ])('shows a signed-in user every text in full: %s', async (path) => {
    expect(await listUnreadable('person', path)).toEqual([])
  })

  it.each(['users', 'settings', ...campaignOnly('requests', 'outbox', 'audit')])(
    'shows the administrator every text in full: %s',
    async (tab) => {
      expect(await listUnreadable('administrator', `/AdminPage?tab=${tab}`)).toEqual([])
    },
  )
})
