import { readFileSync } from 'node:fs'
import { isCampaign } from '@kamar/test-kit/campaign'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, type User, createUser, uploadInput } from './support/account.js'
import { administrator } from './support/administrator.js'
import { closePages, desktop, openBrowser } from './support/browser.js'
import { clippedTexts } from './support/clipped-text.js'
import { open, type OpenedPage, putFile, register } from './support/open-page.js'
import { scrollsSideways, settle, listViolations } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'
import { whenLive } from './support/display-variants.js'

/* screens.test.ts covers the initial state of pages; these tests cover what interactions open, by keyboard alone. */

const server = sharedServer()
const user: User = { ...createUser(), name: 'Ani Hakobyan' }
const accounts = { visitor: undefined, person: user, administrator } as const
const windows = [
  ['desktop', 'light', desktop, 0],
  ['small phone', 'dark', { width: 360, height: 740 }, 1],
] as const
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  const arch = readFileSync(fixture('stl/fixtures/arch.stl'))
  await putFile(server, await accessToken(server.address, user), 'arch.stl', arch)
})
afterAll(async () => {
  await closePages(browser)
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).locator('visible=true').first()
const byKey = (page: Page, name: string | RegExp) => button(page, name).press('Enter')

interface PageCase {
  readonly name: string
  readonly as: keyof typeof accounts
  readonly path: string
  /** Performs the interaction; resolves once its result is visible. */
  readonly act: (page: Page) => Promise<void>
}

const pageCases: readonly PageCase[] = [
  {
    name: 'the menu of languages',
    as: 'visitor',
    path: '/',
    act: async (page) => {
      await byKey(page, /Language/)
      await page.getByRole('menuitemradio', { name: 'Español' }).waitFor()
    },
  },
  {
    name: 'a refused sign-in',
    as: 'visitor',
    path: '/signin/admin/dev/ArB',
    act: async (page) => {
      await page.getByLabel('Username').fill('somebody')
      await page.getByLabel('Password', { exact: true }).fill('something')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    },
  },
  {
    name: 'the account menu',
    as: 'person',
    path: '/home',
    act: async (page) => {
      await byKey(page, 'Account menu')
      await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor()
    },
  },
  {
    name: 'the question before all files go',
    as: 'person',
    path: '/home',
    act: async (page) => {
      await page.locator('[data-file-id]').waitFor()
      await byKey(page, /^More$/)
      await page.getByRole('menuitem', { name: 'Clear All' }).press('Enter')
      await page.getByRole('alertdialog', { name: 'Clear All' }).waitFor()
    },
  },
  {
    name: 'a file that is refused',
    as: 'person',
    path: '/home',
    act: async (page) => {
      const docxFile = { name: 'letter.docx', mimeType: 'application/octet-stream', buffer: Buffer.from('not a model') }
      await uploadInput(page).setInputFiles(docxFile)
      await page.getByText('Unsupported file format: .docx').waitFor()
    },
  },
  {
    name: 'the wish for more room',
    as: 'person',
    path: '/storage',
    act: async (page) => {
      await byKey(page, 'Upgrade Plan')
      await page.getByLabel('Why do you need more storage?').waitFor()
    },
  },
  {
    name: 'an application being made, and its secret',
    as: 'person',
    path: '/api-access',
    act: async (page) => {
      await byKey(page, 'New application')
      await page.getByLabel('Name').fill('Uploader')
      await page.keyboard.press('Enter')
      await page.getByText('Client secret', { exact: true }).waitFor()
    },
  },
  {
    name: 'two-factor sign-in being set up',
    as: 'person',
    path: '/Preferences',
    act: async (page) => {
      await page.getByRole('switch', { name: 'Two-factor authentication' }).press('Space')
      await page.getByLabel('Your password').fill(user.password)
      await page.keyboard.press('Enter')
      await page.getByRole('img', { name: 'Code for the authenticator app' }).waitFor()
    },
  },
  {
    name: 'the question before an account goes',
    as: 'administrator',
    path: '/AdminPage',
    act: async (page) => {
      await byKey(page, `Delete ${user.name}`)
      await page
        .getByRole('alertdialog', { name: 'Delete user' })
        .getByText(/It has 1 file/)
        .waitFor()
    },
  },
]

describe.each(windows)('accessibility on a %s in the %s theme', (_device, theme, viewport, number) => {
  // Alternates between the windows, in the nightly run on both.
  const assigned = pageCases.filter((_, at) => isCampaign || at % windows.length === number)
  const pagesByViewer = new Map<keyof typeof accounts, Promise<OpenedPage>>()
  const getPage = (viewer: keyof typeof accounts): Promise<OpenedPage> => {
    const page = pagesByViewer.get(viewer) ?? open(browser, server, { viewport, as: accounts[viewer] })
    pagesByViewer.set(viewer, page)
    return page
  }

  it.each(assigned)('$name has no violations and fits the screen', async ({ as, path, act }) => {
    const { page, errors } = await getPage(as)
    await page.emulateMedia({ colorScheme: theme })
    await page.goto(server.address + path)
    await whenLive(page)
    await act(page)
    await settle(page)
    expect(await listViolations(page)).toEqual([])
    expect(await clippedTexts(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    expect(errors.filter((error) => !/status of 4\d\d/.test(error))).toEqual([])
  })
})
