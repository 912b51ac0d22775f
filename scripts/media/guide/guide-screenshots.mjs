import { join } from 'node:path'
import { signIn, signInAdministrator } from '../product.mjs'
import { accountScenes } from './account-scenes.mjs'
import { collaborationScenes } from './collaboration-scenes.mjs'
import { mobileScenes } from './mobile-scenes.mjs'
import { viewerScenes } from './viewer-scenes.mjs'

const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 }
const mobileDevice = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true }

const scenes = [
  ...[...viewerScenes, ...accountScenes, ...collaborationScenes].map((scene) => ({ ...scene, device: desktop })),
  ...mobileScenes.map((scene) => ({ ...scene, device: mobileDevice })),
]

/** Returns the guide scenes with these names, all of them for the name `guide`. */
export function findGuideScenes(names) {
  return scenes.filter(({ name }) => names.includes('guide') || names.includes(name))
}

/** Takes screenshots of scenes in light colours. Returns their names and paths. */
export async function takeGuideScreenshots(stage, scenes) {
  const screenshots = []
  for (const { name, device, show, isForAdministrator } of scenes) {
    const context = await stage.browser.newContext({ ...device, colorScheme: 'light', reducedMotion: 'reduce' })
    context.setDefaultTimeout(60_000)
    await context.route('**/api/auth/my-urns/*/draft', discardChange)
    if (isForAdministrator) await signInAdministrator(context, stage.address)
    else await signIn(context, stage.address)
    const page = await context.newPage()
    await show(page, stage)
    const path = join(stage.folder, `guide-${name}.png`)
    await page.screenshot({ path })
    screenshots.push({ name, path, width: device.viewport.width })
    await context.close()
  }
  return screenshots
}

/** Drafts are kept on the server: what is measured in one scene must not be restored in the next. */
async function discardChange(route) {
  await (route.request().method() === 'GET' ? route.continue() : route.abort())
}
