import { join } from 'node:path'
import { signIn } from './product.mjs'

const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.75 }
const mobileDevice = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** Opens a model and waits until the view is still. */
export async function openModel(page, { address, getUrn }, name) {
  await page.goto(`${address}/ViewerPage?urn=${encodeURIComponent(getUrn(name))}`)
  await page.locator('canvas').first().waitFor()
  await page.getByText('Model loaded successfully!').first().waitFor({ state: 'attached' })
  await settle(page)
}

/** The viewer draws its still frame 140 ms after the last movement, so fewer browser frames might pass before it. */
const quietFrames = 20

/** Waits until the camera is at rest and the last chunk is drawn: no animation, and no drawing for some frames. */
export async function settle(page) {
  await page.evaluate(async (frames) => {
    const { prototype } = WebGL2RenderingContext
    const clear = Reflect.get(prototype, 'clear')
    let stillFrames = 0
    prototype.clear = function (...all) {
      stillFrames = 0
      return clear.apply(this, all)
    }
    const glides = ({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity
    for (; stillFrames < frames; stillFrames++) {
      if (document.getAnimations().some(glides)) stillFrames = 0
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    prototype.clear = clear
  }, quietFrames)
}

const button = (page, name) => page.getByRole('button', { name, exact: true }).locator('visible=true').first()

async function selectFacade(page, stage) {
  await openModel(page, stage, 'Arcade House.ifc')
  await page.mouse.click(761, 241)
  await page.getByText('Pset_WallCommon').waitFor()
  await zoomIn(page)
}

/** Fits the whole model between the panels, then zooms in slightly. */
async function zoomIn(page) {
  await button(page, 'Home view').click()
  await settle(page)
  await page.mouse.move(645, 390)
  await page.mouse.wheel(0, -260)
  await settle(page)
  await page.mouse.move(640, 790)
  await settle(page)
}

async function ghostWindows(page, stage) {
  await openModel(page, stage, 'Arcade House.ifc')
  await button(page, 'Search').click()
  await page.getByPlaceholder('Names, IDs and properties').fill('window')
  await button(page, 'Select').click()
  await button(page, 'Ghost others').click()
  await zoomIn(page)
}

async function readReport(page, stage) {
  await openModel(page, stage, 'Footbridge over the Debed.obj')
  await button(page, 'Translation report').click()
  await page.getByText('Missing files').waitFor()
  await button(page, 'Home view').click()
  await page.mouse.move(640, 780)
  await settle(page)
}

async function listFiles(page, { address }) {
  await page.goto(`${address}/home`)
  await page.getByText('Arcade House.ifc').first().waitFor()
  await page.getByText('Arcade House.ifc').locator('visible=true').first().click()
  await settle(page)
}

async function readDrawing(page, stage) {
  await page.goto(
    `${stage.address}/ViewerPage?urn=${encodeURIComponent(stage.getUrn('Arcade House, ground floor.dwg'))}`,
  )
  await page.getByRole('img', { name: /^Drawing/ }).waitFor()
  await settle(page)
  await button(page, 'Find text').click()
  await page.getByRole('searchbox', { name: 'Find text' }).fill('book')
  await page.getByRole('list', { name: 'Find text' }).getByRole('button').first().click()
  await button(page, 'Fit sheet').click()
  await page.mouse.move(640, 650)
  await settle(page)
}

async function showMobileViewer(page, stage) {
  await openModel(page, stage, 'Arcade House.ifc')
}

const scenes = [
  { name: 'viewer', device: desktop, show: selectFacade },
  { name: 'elements', device: desktop, show: ghostWindows },
  { name: 'report', device: desktop, show: readReport },
  { name: 'files', device: desktop, show: listFiles },
  { name: 'phone', device: mobileDevice, show: showMobileViewer },
  { name: 'drawing', device: desktop, show: readDrawing, isForReadme: true },
]

/** Returns the scenes of these names, or all of them. */
export const findScenes = (names) => scenes.filter(({ name }) => names.length === 0 || names.includes(name))

/** Takes screenshots of scenes in light and dark. Returns their names, themes and paths. */
export async function takeScreenshots(stage, scenes) {
  const screenshots = []
  for (const theme of ['light', 'dark']) {
    for (const { name, device, show, isForReadme = false } of scenes) {
      if (isForReadme && theme === 'dark') continue
      const context = await stage.browser.newContext({ ...device, colorScheme: theme, reducedMotion: 'reduce' })
      context.setDefaultTimeout(60_000)
      await signIn(context, stage.address)
      const page = await context.newPage()
      await show(page, stage)
      const path = join(stage.folder, `${name}-${theme}.png`)
      await page.screenshot({ path })
      screenshots.push({ name, theme, path, isForReadme })
      await context.close()
    }
  }
  return screenshots
}
