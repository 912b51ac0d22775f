import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signUpAndIn, createUser } from './support/account.js'
import { administrator, administratorSettings } from './support/administrator.js'
import { closePages, openBrowser, openPage } from './support/browser.js'
import { RunningServer } from './support/running-server.js'

const server = new RunningServer({ ...administratorSettings, KAMAR_WORKERS: '0' })
let browser: Browser

beforeAll(async () => {
  await server.start()
  browser = await openBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await server.dispose()
})

const headings = {
  en: 'See the building before it’s built',
  hy: 'Տեսեք շենքը, քանի դեռ այն կառուցված չէ',
  ru: 'Увидьте здание раньше, чем его построят',
  es: 'Vea el edificio antes de construirlo',
}
type Language = keyof typeof headings
const languages = Object.keys(headings) as Language[]

describe('public page without JavaScript', () => {
  it.each(languages)('shows the complete landing page with its language: %s', async (language) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${server.address}/?lang=${language}`)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(headings[language])
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    expect(await page.title()).toContain('Kamar')
    expect((await page.locator('meta[name=description]').getAttribute('content'))?.length).toBeGreaterThan(80)
    const alternates = page.locator('link[rel=alternate][hreflang]')
    const offered = await alternates.evaluateAll((links) => links.map((link) => link.getAttribute('hreflang')))
    expect(new Set(offered)).toEqual(new Set([...languages, 'x-default']))
    // Without scripts, the slides are stacked instead of shown one at a time.
    expect(await page.locator('.advantage-slides h3:visible').count()).toBe(4)
    await context.close()
  })

  it.each(['/documentation', '/contact', '/privacy', '/terms', '/licences'])(
    'shows readable content at %s',
    async (path) => {
      const context = await browser.newContext({ javaScriptEnabled: false, locale: 'hy-AM' })
      const page = await context.newPage()
      await page.goto(server.address + path)
      expect(await page.locator('html').getAttribute('lang')).toBe('hy')
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/[\u0531-\u0587]/)
      expect((await page.locator('main').innerText()).length).toBeGreaterThan(100)
      await context.close()
    },
  )
})

describe('public page language', () => {
  it('is the browser’s at first and the chosen one afterwards', async () => {
    const context = await browser.newContext({ locale: 'ru-RU' })
    const page = await context.newPage()
    const consoleErrors: string[] = []
    page.on('pageerror', (error) => consoleErrors.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') consoleErrors.push(message.text())
    })
    await page.goto(`${server.address}/`)
    await page.getByRole('heading', { name: headings.ru }).waitFor()
    // The page is readable before hydration; a click before that does nothing.
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: /Язык/ }).click()
        return page.getByRole('menuitemradio').count()
      })
      .toBe(4)
    await page.getByRole('menuitemradio', { name: 'Español' }).click()
    await page.getByRole('heading', { name: headings.es }).waitFor()
    expect(await page.title()).toContain('navegador')
    await page.reload()
    await page.getByRole('heading', { name: headings.es }).waitFor()
    expect(await page.locator('[data-page]').getAttribute('data-language')).toBe('es')
    await page.goto(`${server.address}/signin`)
    expect(await page.locator('html').getAttribute('lang')).toBe('es')
    expect(consoleErrors).toEqual([])
    await context.close()
  })
})

describe('landing page', () => {
  it('hydrates without warnings, and advances its carousel', async () => {
    const { page, context, errors } = await openPage(browser)
    const consoleErrors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') consoleErrors.push(message.text())
    })
    await page.goto(`${server.address}/`)
    const next = page.getByRole('button', { name: 'Next advantage' })
    await expect
      .poll(async () => {
        await next.click()
        return page.getByText('2 of 4').count()
      })
      .toBe(1)
    expect([...errors, ...consoleErrors]).toEqual([])
    await context.close()
  })

  it('redirects a signed-in user to the files', async () => {
    const { page, context } = await openPage(browser)
    await signUpAndIn(page, server.address, createUser())
    await page.goto(`${server.address}/`)
    await page.waitForURL('**/home')
    await context.close()
  })
})

describe('contact page', () => {
  it('sends a message to the administrator', async () => {
    const { page, context, errors } = await openPage(browser)
    await page.goto(`${server.address}/contact`)
    await page.getByLabel('Name', { exact: true }).fill('Ani Hakobyan')
    await page.getByLabel('Email').fill('ani@example.com')
    await page.getByLabel('Message').fill('May we see Kamar with our bridge?')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('Message sent').waitFor()
    const signIn = await context.request.post(`${server.address}/api/admin/login`, { data: administrator })
    const { access_token: token } = (await signIn.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${token}` }
    const requests = await context.request.get(`${server.address}/api/admin/requests`, { headers })
    expect(await requests.json()).toMatchObject([
      { kind: 'contact', name: 'Ani Hakobyan', message: 'May we see Kamar with our bridge?' },
    ])
    expect(errors).toEqual([])
    await context.close()
  })
})
