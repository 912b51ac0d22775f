import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accessToken, type Person, somebody } from './support/account.js'
import { desktop, launchBrowser, phone } from './support/browser.js'
import {
  administrator,
  administratorSettings,
  call,
  emptyPath,
  open,
  type OpenedPage,
  putFile,
  type PutFile,
  register,
} from './support/people.js'
import { RunningServer } from './support/running-server.js'
import { colourViolationsOf, scrollsSideways, settle, violationsOf, wordsOf } from './support/rules.js'
import { fixture } from './support/samples.js'
import { type Screen, screens, type Viewer } from './support/screens.js'

const pictures = fileURLToPath(new URL('../../test-results/screens/', import.meta.url))
const windows = { desktop, phone }
type WindowName = keyof typeof windows

const server = new RunningServer(administratorSettings)
const person: Person = { ...somebody(), name: 'Ani Hakobyan' }
const beginner: Person = somebody()
const who = { visitor: undefined, person, beginner, administrator } as const
const opened = new Map<string, Promise<OpenedPage>>()
let browser: Browser
let urn = ''

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true })
  await server.start()
  browser = await launchBrowser()
  await Promise.all([person, beginner, somebody()].map((each) => register(server, each)))
  await furnish()
})
afterAll(async () => {
  await browser.close()
  await server.dispose()
})

/** Something of everything: a ready model, one that failed, a long name, one in the bin; requests, a mail. */
async function furnish(): Promise<void> {
  const token = await accessToken(server.address, person)
  const put = (name: string, path: string) => putFile(server, token, name, readFileSync(fixture(path)))
  const longName = 'Residential tower, block B, architectural model, storey 14, as built.stl'
  const files = [await put(longName, 'stl/fixtures/arch.stl'), await put('bridge.obj', 'obj/fixtures/footbridge.obj')]
  files.push(await putFile(server, token, 'old plan.dwg', Buffer.from('AC1032 and nothing behind it')))
  files.push(await put('house.ifc', 'ifc/fixtures/house.ifc'))
  const binned = await put('draft.stl', 'stl/fixtures/arch.stl')
  await call(server, `/api/auth/my-urns/${binned.id}`, { method: 'DELETE' }, token)
  await post('/api/auth/storage/upgrade', { message: 'A second bridge' }, await accessToken(server.address, beginner))
  await post('/api/auth/forgot-password', { email: beginner.email })
  urn = files.at(-1)?.urn ?? ''
  await vi.waitUntil(async () => !/process|progress/.test(await statesOf(token)), { timeout: 120_000, interval: 500 })
}

const post = (path: string, body: object, token?: string) =>
  call(server, path, { method: 'POST', body: JSON.stringify(body) }, token)

const statesOf = async (token: string): Promise<string> =>
  (await call<PutFile[]>(server, '/api/auth/my-urns', {}, token)).map(({ status }) => status).join()

/** One page per kind of person and window, for all of their screens. */
function pageOf(viewer: Viewer, window: WindowName): Promise<OpenedPage> {
  const key = `${viewer} ${window}`
  const page = opened.get(key) ?? open(browser, server, { viewport: windows[window], as: who[viewer] })
  opened.set(key, page)
  return page
}

async function show(page: Page, { path, press, ready = 'h1' }: Screen, language: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate((code) => {
    localStorage.setItem('language', code)
    document.cookie = `language=${code}; Path=/`
  }, language)
  // An address that differs in its part after # only, or in nothing, would not be loaded again.
  if (path.includes('#')) await page.goto(server.address + emptyPath)
  await page.goto(server.address + path.replace('$urn', urn))
  await page.locator(ready).locator('visible=true').first().waitFor()
  if (path.includes('urn=')) await page.getByText(modelLoaded(language)).first().waitFor({ state: 'attached' })
  if (press) await page.locator(press).click()
  await page.waitForFunction(() => document.querySelector('.animate-breathe') === null)
  await settle(page)
}

function modelLoaded(language: string): string {
  const path = new URL(`../../apps/web/src/i18n/viewer/${language}.json`, import.meta.url)
  return (JSON.parse(readFileSync(path, 'utf8')) as { viewer: { modelLoaded: string } }).viewer.modelLoaded
}

/** What is wrong with a screen in one window and language, in light and in dark. */
async function wrongOf(screen: Screen, window: WindowName, language: string): Promise<string[]> {
  const { page, errors } = await pageOf(screen.viewer, window)
  errors.length = 0
  await show(page, screen, language)
  const picture = (theme: string) =>
    page.screenshot({ path: join(pictures, `${screen.name} ${window} ${language} ${theme}.png`) })
  const wrong = await violationsOf(page)
  if (await scrollsSideways(page)) wrong.push('scrolls sideways')
  if (window === 'desktop' && language === 'en') wrong.push(...(await missingWords(page, screen)))
  await picture('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await settle(page)
  wrong.push(...(await colourViolationsOf(page)).map((violation) => `dark: ${violation}`))
  await picture('dark')
  wrong.push(...errors.map((error) => `console: ${error}`))
  return wrong.map((text) => `${window} ${language}: ${text}`)
}

async function missingWords(page: Page, { words }: Screen): Promise<string[]> {
  const told = await wordsOf(page)
  return words.filter((word) => !told.includes(word)).map((word) => `"${word}" is missing`)
}

const languagesOf = ({ isLong }: Screen): string[] => (isLong ? ['en', 'hy', 'ru', 'es'] : ['en', 'hy'])

describe('every screen', () => {
  it.each(screens)(
    '$name has its words and breaks no rule, on a desktop and a phone, in light and dark',
    async (screen) => {
      const inWindow = async (window: WindowName): Promise<string[]> => {
        const wrong: string[] = []
        for (const language of languagesOf(screen)) wrong.push(...(await wrongOf(screen, window, language)))
        return wrong
      }
      const wrong = (await Promise.all([inWindow('desktop'), inWindow('phone')])).flat()
      expect(wrong, wrong.join('\n')).toEqual([])
    },
  )
})
