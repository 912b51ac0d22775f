import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { open, putFile, register } from './support/open-page.js'
import { listViolations, settle } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const user = createUser()
let browser: Browser
let page: Page

/**
 * Returns the house with a fire rating in the sets of its door types: a value for the outer door, and for the two inner
 * ones the name of the property, which some exporters write where there is no value.
 */
function houseWithFireRatings(): Buffer {
  const text = readFileSync(fixture('ifc/fixtures/house.ifc'), 'utf8')
  const rate = (size: string, rating: string) => (house: string) =>
    house.replace(
      `IFCPROPERTYSINGLEVALUE('Reference',$,IFCIDENTIFIER('${size}'),$)`,
      `IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('${rating}'),$)`,
    )
  const result = rate('900x2100', 'Fire Rating')(rate('1100x2200', 'EI 30')(text))
  expect(result.split("'FireRating'")).toHaveLength(text.split("'FireRating'").length + 2)
  return Buffer.from(result)
}

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  const token = await accessToken(server.address, user)
  const { urn } = await putFile(server, token, 'rated house.ifc', houseWithFireRatings())
  ;({ page } = await open(browser, server, { as: user }))
  await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`)
  await modelLoaded(page)
})
afterAll(() => closePages(browser))

const panel = () => page.getByRole('complementary', { name: 'Filter' })
const countText = () => panel().getByText(/^\d+ elements?$/)

describe('filter', () => {
  it('finds the doors without fire rating in two clicks, counting placeholders as empty', async () => {
    let clicks = 0
    const click = async (name: string | RegExp): Promise<void> => {
      clicks += 1
      await page.getByRole('button', { name }).first().click()
    }
    await click('Filter')
    await click(/^Doors without fire rating/)
    await countText().waitFor()
    expect(await countText().innerText()).toBe('2 elements')
    expect(clicks).toBeLessThanOrEqual(4)
    await settle(page)
    expect(await listViolations(page)).toEqual([])
  })

  it('lists the values of a property with counts and says when no element has a typed one', async () => {
    await panel().getByRole('combobox', { name: 'Operator' }).nth(1).selectOption({ label: 'is' })
    const value = panel().getByRole('combobox', { name: 'Value' }).nth(1)
    await value.click()
    const options = page.getByRole('listbox').getByRole('option')
    await expect
      .poll(() => options.allInnerTexts())
      .toEqual(['REI 120', 'Fire Rating', 'EI 30'].map((text) => expect.stringContaining(text)))
    await settle(page)
    expect(await listViolations(page)).toEqual([])
    await value.fill('EI 90')
    await page.keyboard.press('Tab')
    await panel().getByText('No element has this value').waitFor()
    expect(await value.inputValue()).toBe('EI 90')
    await value.fill('ei 30')
    await page.keyboard.press('Enter')
    await expect.poll(() => countText().innerText()).toBe('1 element')
  })

  it('is saved for every file and offered with its number of matches', async () => {
    await panel().getByRole('button', { name: 'Save filter' }).click()
    await panel().getByRole('textbox', { name: 'Filter name' }).fill('Rated doors')
    await page.keyboard.press('Enter')
    await panel().getByRole('heading', { name: 'Rated doors' }).waitFor()
    await page.reload()
    await modelLoaded(page)
    // The page may open with the panel that was open before.
    if (!(await panel().isVisible())) await page.getByRole('button', { name: 'Filter' }).first().click()
    const saved = panel().getByRole('list', { name: 'Saved filters' })
    await expect.poll(() => saved.innerText()).toMatch(/Rated doors\s*1/)
    await saved.getByRole('button', { name: /^Rated doors/ }).click()
    await expect.poll(() => countText().innerText()).toBe('1 element')
  })
})
