import { settle } from '../screenshots.mjs'

/** Returns the first visible button of this name. */
export const button = (page, name) => page.getByRole('button', { name, exact: true }).locator('visible=true').first()

/** Returns a panel of the viewer by its title. */
export const panel = (page, name) => page.getByRole('complementary', { name, exact: true })

/** Clicks the buttons of these names in sequence. */
export async function clickButtons(page, ...names) {
  for (const name of names) await button(page, name).click()
  await settle(page)
}

/** Moves the pointer to an empty area, so that no tooltip is in the screenshot. */
export async function park(page) {
  await page.mouse.move(640, 60)
  await settle(page)
}
