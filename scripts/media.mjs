import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { buildAll } from './lib/build.mjs'
import { ensureChromium, ensureDebianPackages, ensureDependencies } from './lib/requirements.mjs'
import { root } from './lib/run.mjs'
import { arcadeDrawingFile } from './media/arcade-drawing.mjs'
import { arcadeHouseFile } from './media/arcade-house.mjs'
import { encodeGuideScreenshot, encodeScreenshot, encodeVideo } from './media/encode.mjs'
import { findGuideScenes, takeGuideScreenshots } from './media/guide/guide-screenshots.mjs'
import { prepareGuide } from './media/guide/prepare.mjs'
import { findScenes, takeScreenshots } from './media/screenshots.mjs'
import { listFiles, signIn, startProduct, uploadAll } from './media/product.mjs'
import { filmTour } from './media/tour.mjs'

/*
 * Records the screenshots and the short film of the landing page, the README and the user guide from the product
 * itself: starts it, uploads our own models, captures real screens in light and dark. Rerun it after the screens have
 * changed; screenshot names (`npm run media -- drawing`) record only these, without the film, and `guide` all of the
 * guide's.
 */

const sceneNames = process.argv.slice(2)
const isComplete = sceneNames.length === 0

const target = join(root, 'apps/web/src/modules/landing/media')
const readmeFolder = join(root, 'docs/images')
const guideFolder = join(root, 'docs/guide/images')
const maxBytes = 3_000_000

const softwareGraphics = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']

/** Writes models under the project names of a small practice. */
function writeModels(folder) {
  const fixtures = join(root, 'packages/formats/src')
  const copies = [
    ['stl/fixtures/arch.stl', 'Entrance arch, print.stl'],
    ['ifc/fixtures/house.ifc', 'House in Dilijan.ifc'],
    ['obj/fixtures/footbridge.obj', 'Footbridge over the Debed.obj'],
  ]
  for (const [from, name] of copies) copyFileSync(join(fixtures, from), join(folder, name))
  const house = arcadeHouseFile()
  writeFileSync(join(folder, 'Arcade House.ifc'), house)
  writeFileSync(join(folder, 'Arcade House, tender.ifc'), house.replace('Abovyan Street', 'Abovyan Street, tender'))
  writeFileSync(join(folder, 'Arcade House, ground floor.dwg'), arcadeDrawingFile())
  const own = ['Arcade House, ground floor.dwg', 'Arcade House, tender.ifc', 'Arcade House.ifc']
  return [...copies.map(([, name]) => name), ...own].map((name) => join(folder, name))
}

async function record(browser, address, folder) {
  const models = writeModels(folder)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const token = await signIn(context, address)
  const page = await context.newPage()
  await uploadAll(page, { address, files: models })
  await context.close()
  const stage = { browser, address, token, folder, ...(await findFiles(address, token)) }
  const screenshots = await takeScreenshots(stage, findScenes(sceneNames))
  const frames = isComplete ? await filmTour(stage) : null
  return { screenshots, frames, guide: await recordGuide(stage) }
}

/** Runs last: other screenshots show the files before they are shared and have second versions. */
async function recordGuide(stage) {
  const scenes = findGuideScenes(isComplete ? ['guide'] : sceneNames)
  if (scenes.length === 0) return []
  await prepareGuide(stage)
  return takeGuideScreenshots({ ...stage, ...(await findFiles(stage.address, stage.token)) }, scenes)
}

/** Returns look-ups from file names to the server's records. */
async function findFiles(address, token) {
  const records = await listFiles(address, token)
  const findFile = (name) => records.find(({ description }) => description === name)
  return { findFile, getUrn: (name) => findFile(name).urn }
}

function report() {
  const files = readdirSync(target).map((name) => ({ name, bytes: statSync(join(target, name)).size }))
  for (const { name, bytes } of files) process.stdout.write(`${String(bytes).padStart(8)}  ${name}\n`)
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  process.stdout.write(`${String(total).padStart(8)}  together\n`)
  if (total > maxBytes) throw new RangeError(`the media may weigh ${maxBytes} bytes together`)
}

await ensureDependencies()
const executablePath = await ensureChromium()
await ensureDebianPackages({ ffmpeg: 'ffmpeg' })
await buildAll()
const folder = mkdtempSync(join(tmpdir(), 'kamar-media-'))
const product = await startProduct()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...softwareGraphics] })
try {
  const { screenshots, frames, guide } = await record(browser, product.address, folder)
  if (frames) rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  mkdirSync(readmeFolder, { recursive: true })
  mkdirSync(guideFolder, { recursive: true })
  for (const screenshot of screenshots) await encodeScreenshot(screenshot, { target, readmeFolder })
  for (const screenshot of guide) await encodeGuideScreenshot(screenshot, guideFolder)
  if (frames) await encodeVideo(frames, target)
  report()
} finally {
  await browser.close()
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
}
