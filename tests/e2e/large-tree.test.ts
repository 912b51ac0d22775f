import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { servePackage, writeLargePackage } from './support/large-package.js'
import { modelLoaded } from './support/model-loaded.js'
import { open, putFile, register } from './support/open-page.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const user = createUser()
const count = 300_000
let browser: Browser
let page: Page
let errors: string[]

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  const token = await accessToken(server.address, user)
  const [{ urn }, files] = await Promise.all([
    putFile(server, token, 'tower.ifc', readFileSync(fixture('ifc/fixtures/house.ifc'))),
    writeLargePackage(count),
  ])
  const openedPage = await open(browser, server, { as: user })
  ;({ page, errors } = openedPage)
  await servePackage(openedPage.context, files)
  await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`)
  await modelLoaded(page)
})
afterAll(() => closePages(browser))

const tree = () => page.getByRole('tree')
const selectedRow = () => tree().locator('[aria-selected="true"]')
const openPanel = async (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).first().click()

describe(`model of ${count} elements`, () => {
  it('expands a storey with 100,000 elements and shows its last one', async () => {
    await tree().waitFor()
    await tree()
      .getByRole('treeitem', { name: /^Level 3/ })
      .locator('[data-part="arrow"]')
      .click()
    await tree().getByText('Basic Wall:Interior - 138mm').first().waitFor()
    await tree().focus()
    await page.keyboard.press('End')
    await selectedRow()
      .filter({ hasText: String(300_000 + count - 1) })
      .waitFor()
    expect(await tree().getByRole('treeitem').count()).toBeLessThan(100)
  })

  it('shows a picked element in the tree', async () => {
    const before = await selectedRow().getAttribute('data-element')
    const canvas = page.locator('canvas').first()
    const box = await canvas.boundingBox()
    if (box === null) throw new RangeError('the canvas has no place on the page')
    await page.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.5)
    await selectedRow()
      .filter({ hasText: /Basic Wall|Single Door/ })
      .waitFor()
    expect(await selectedRow().getAttribute('data-element')).not.toBe(before)
    expect(await selectedRow().first().isVisible()).toBe(true)
  })

  it('finds elements by the number in their name, by id and by property', async () => {
    await openPanel('Search')
    const input = page.getByRole('searchbox', { name: 'Search', exact: true })
    const hits = page.getByRole('list', { name: 'Search', exact: true }).getByRole('listitem')
    await input.fill(`wall ${300_000 + count - 1}`)
    await hits
      .filter({ hasText: String(300_000 + count - 1) })
      .first()
      .waitFor()
    expect(await hits.count()).toBe(1)
    await input.fill((count - 1).toString(36).padStart(12, '0'))
    await hits
      .filter({ hasText: String(300_000 + count - 1) })
      .first()
      .waitFor()
    await input.fill('single ei')
    await page
      .getByText(/27,?000 /)
      .first()
      .waitFor()
  })

  it('filters all elements by a property', async () => {
    await openPanel('Filter')
    const panel = page.getByRole('complementary', { name: 'Filter' })
    await panel.getByRole('button', { name: /^Doors without fire rating/ }).click()
    await panel.getByText(/^\d+ elements?$/).waitFor()
    expect(errors).toEqual([])
  })
})
