import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accessToken, type User, createUser } from './support/account.js'
import { administrator, administratorSettings } from './support/administrator.js'
import { closePages, desktop, openBrowser } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { call, emptyPath, open, type OpenedPage, putFile, type PutFile, register } from './support/open-page.js'
import { RunningServer } from './support/running-server.js'
import { clippedTexts } from './support/clipped-text.js'
import { listColorViolations, scrollsSideways, listViolations, readPageText } from './support/rules.js'
import { fixture } from './support/samples.js'
import { type Screen, screens, type Viewer } from './support/screens.js'
import {
  displayVariants,
  otherLanguages,
  type SeenPage,
  showAs,
  type DisplayVariant,
  whenLive,
  whenShown,
} from './support/display-variants.js'

/** Folder for screenshots of every screen in every display mode; none are taken if unset. */
const screenshotFolder = process.env['TEST_PICTURES']
const server = new RunningServer(administratorSettings)
const user: User = { ...createUser(), name: 'Ani Hakobyan' }
const beginner: User = createUser()
const accounts = { visitor: undefined, person: user, beginner, administrator } as const
const pagesByViewer = new Map<Viewer, Promise<OpenedPage & SeenPage>>()
let browser: Browser
let urn = ''
let projectId = ''
let personalId = ''

beforeAll(async () => {
  if (screenshotFolder) mkdirSync(screenshotFolder, { recursive: true })
  await server.start()
  browser = await openBrowser()
  await Promise.all([user, beginner, createUser()].map((each) => register(server, each)))
  await furnish()
})
afterAll(async () => {
  await closePages(browser)
  await server.dispose()
})

/** Creates content of every kind: a ready model, a failed one, a long name, one in the bin; requests, a mail. */
async function furnish(): Promise<void> {
  const token = await accessToken(server.address, user)
  const put = (name: string, path: string) => putFile(server, token, name, readFileSync(fixture(path)))
  const longName = 'Residential tower, block B, architectural model, storey 14, as built.stl'
  const files = [await put(longName, 'stl/fixtures/arch.stl'), await put('houses.dwf', 'dwf/fixtures/houses.dwf')]
  files.push(await putFile(server, token, 'old plan.dwg', Buffer.from('AC1032 and nothing behind it')))
  files.push(await put('house.ifc', 'ifc/fixtures/house.ifc'))
  const binned = await put('draft.stl', 'stl/fixtures/arch.stl')
  await call(server, `/api/auth/my-urns/${binned.id}`, { method: 'DELETE' }, token)
  await post('/api/auth/applications', { name: 'Nightly upload', scopes: ['data:read', 'data:write'] }, token)
  await post('/api/auth/storage/upgrade', { message: 'A second bridge' }, await accessToken(server.address, beginner))
  await post('/api/auth/forgot-password', { email: beginner.email })
  urn = files.at(-1)?.urn ?? ''
  personalId = (await call<{ readonly id: string }[]>(server, '/api/projects', {}, token))[0]?.id ?? ''
  await furnishProject(token)
  await vi.waitUntil(async () => !/process|progress/.test(await readStates(token)), { timeout: 120_000, interval: 500 })
  // Counts as opening the model.
  await call(server, `/api/derivatives/${urn}/manifest.json`, {}, token)
}

/** Creates a project with an invitation and an organization, and a company account. */
async function furnishProject(token: string): Promise<void> {
  projectId = (await post<{ id: string }>('/api/projects', { name: 'Cascade' }, token)).id
  const invitation = { email: 'gor@example.com', role: 'viewer' }
  await post(`/api/projects/${projectId}/people`, invitation, token)
  const { access_token: admin } = await post<{ access_token: string }>('/api/admin/login', administrator)
  const group = await post<{ id: string }>('/api/admin/groups', { kind: 'organization', name: 'Ararat' }, admin)
  const url = `/api/projects/${projectId}/groups/${group.id}`
  await call(server, url, { method: 'PUT', body: JSON.stringify({ role: 'editor' }) }, token)
  await post('/api/admin/companies', { name: 'Masis', quotaBytes: 1024 ** 4 }, admin)
}

const post = <Result>(path: string, body: object, token?: string): Promise<Result> =>
  call<Result>(server, path, { method: 'POST', body: JSON.stringify(body) }, token)

const readStates = async (token: string): Promise<string> =>
  (await call<PutFile[]>(server, '/api/auth/my-urns', {}, token)).map(({ status }) => status).join()

/** Returns one page per user role, for all of its screens. */
function getPage(viewer: Viewer): Promise<OpenedPage & SeenPage> {
  const page = pagesByViewer.get(viewer) ?? openWithOtherTab(viewer)
  pagesByViewer.set(viewer, page)
  return page
}

async function openWithOtherTab(viewer: Viewer): Promise<OpenedPage & SeenPage> {
  const page = await open(browser, server, { as: accounts[viewer] })
  const secondTab = await page.context.newPage()
  await secondTab.goto(server.address + emptyPath)
  // Browsers delay drawing in background tabs.
  await page.page.bringToFront()
  return { ...page, secondTab }
}

async function load({ page, secondTab }: SeenPage, { path, buttonName, ready = 'h1' }: Screen): Promise<void> {
  // Navigation to the same URL, or one that differs only after #, would not reload the page.
  await page.goto(server.address + emptyPath)
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: 'light' })
  await secondTab.evaluate(() => localStorage.setItem('language', 'en'))
  const addresses = { $urn: urn, $project: projectId, $personal: personalId }
  const address = path.replaceAll(/\$[a-z]+/g, (name) => addresses[name as keyof typeof addresses])
  await page.goto(server.address + address)
  await whenShown(page, ready)
  await whenLive(page)
  if (path.startsWith('/ViewerPage?')) await modelLoaded(page, { state: 'attached' })
  if (buttonName) await page.locator(buttonName).click()
  await page.waitForFunction(() => document.querySelector('.animate-breathe') === null)
}

/** Returns the errors of a screen, in every display mode. */
async function listScreenErrors(screen: Screen): Promise<string[]> {
  const seenPage = await getPage(screen.viewer)
  const { page, errors } = seenPage
  errors.length = 0
  await load(seenPage, screen)
  const wrong = await findMissingText(page, screen)
  for (const variant of screen.isLong ? [...displayVariants, ...otherLanguages] : displayVariants) {
    await showAs(seenPage, variant)
    const name = `${variant.window} ${variant.language} ${variant.theme}`
    wrong.push(...(await listVariantErrors(page, variant)).map((text) => `${name}: ${text}`))
    if (screenshotFolder) await page.screenshot({ path: join(screenshotFolder, `${screen.name} ${name}.png`) })
  }
  return [...wrong, ...errors.map((error) => `console: ${error}`)]
}

/** Checks all rules once per window, in different languages; colours per window and theme; clipping, always. */
async function listVariantErrors(page: Page, variant: DisplayVariant): Promise<string[]> {
  const wrong = (await clippedTexts(page)).map((text) => `"${text}" is cut off`)
  if (await scrollsSideways(page)) wrong.push('scrolls sideways')
  const hasNewRules = variant.theme === 'light' && (variant.window === 'desktop') === (variant.language === 'en')
  const hasNewColors = variant.theme === 'dark' && (variant.window === 'desktop') === (variant.language === 'hy')
  if (hasNewRules) wrong.push(...(await listViolations(page)))
  if (hasNewColors) wrong.push(...(await listColorViolations(page)))
  return wrong
}

/** Returns expected texts that do not appear on a screen. */
async function findMissingText(page: Page, { texts: expectedTexts }: Screen): Promise<string[]> {
  let missing = expectedTexts
  const areAllThere = async (): Promise<boolean> => {
    const pageText = await readPageText(page)
    missing = expectedTexts.filter((word) => !pageText.includes(word))
    return missing.length === 0
  }
  await vi.waitUntil(areAllThere, { timeout: 10_000 }).catch(() => undefined)
  return missing.map((word) => `"${word}" is missing`)
}

describe('screen', () => {
  it.each(screens)(
    '$name has its texts and no rule violations, on a desktop and a phone, in light and dark',
    async (screen) => {
      const wrong = await listScreenErrors(screen)
      expect(wrong, wrong.join('\n')).toEqual([])
    },
  )
})
