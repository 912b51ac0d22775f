import { settle } from '../screenshots.mjs'

/** The first button of this name that can be seen. */
export const button = (page, name) => page.getByRole('button', { name, exact: true }).locator('visible=true').first()

/** A panel of the viewer by its title. */
export const panel = (page, name) => page.getByRole('complementary', { name, exact: true })

/** Clicks the buttons of these names one after the other. */
export async function clickButtons(page, ...names) {
  for (const name of names) await button(page, name).click()
  await settle(page)
}

/** Moves the pointer where it points at nothing, so that no tooltip is in the picture. */
export async function park(page) {
  await page.mouse.move(640, 60)
  await settle(page)
}
