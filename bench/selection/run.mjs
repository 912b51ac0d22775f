// Measures whether a selection is visible wherever it is: elements that a seed draws from real models are revealed from
// the home view, on a desktop and on a phone, and the pixels that their highlight changes are counted.
//
//     node bench/selection/run.mjs [--count N] [--seed N] [--files NAMES]
import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { buildProduct } from '../lib/build-product.mjs'
import { logProgress } from '../lib/log.mjs'
import { benchFolder, samplesFolder } from '../lib/paths.mjs'
import { computeSha256 } from '../lib/samples.mjs'
import { translateToPackage } from '../kamar/package.mjs'
import { MeasuredBrowser } from '../view/browser.mjs'
import { bundlePage } from '../view/bundle.mjs'
import { BenchServer } from '../view/server.mjs'

const defaultFiles = [
  'ifc/Duplex_A.ifc',
  'ifc/AC20-FZK-Haus.ifc',
  'ifc/Office_A_20110811.ifc',
  'rvt/RE1-Mechanical.rvt',
  'nwd/gatehouse_a.nwd',
  'skp/agramirez_turtle_tank_3.skp',
]
/** Ratio of the pixels that must change, and of the elements for which they must. */
const minRatio = 0.005
const goal = 0.99
/** Areas of the canvas that bars and panels cover, pixels: a list and properties, and the bars of a phone. */
const devices = {
  desktop: { width: 1440, height: 900, insets: { left: 360, right: 352, top: 64, bottom: 64 } },
  mobile: { width: 390, height: 844, insets: { left: 8, right: 8, top: 64, bottom: 124 } },
}

const options = readOptions(process.argv.slice(2))

function readOptions(parameters) {
  const values = { count: '500', seed: '1', files: defaultFiles.join(',') }
  for (let at = 0; at < parameters.length; at += 2) values[parameters[at].replace('--', '')] = parameters[at + 1]
  return { count: Number(values.count), seed: Number(values.seed), files: values.files.split(',') }
}

/** Returns a generator of numbers from 0 up to 1 (mulberry32). */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

async function translate(path) {
  const name = path.replaceAll(/[^\w]/g, '-')
  const file = join(samplesFolder, path)
  return translateToPackage({ name, path: file, format: extname(path).slice(1), sha256: await computeSha256(file) })
}

/** Measures the elements of one model on one device. */
async function measure(page, { url, device, count, random }) {
  await page.setViewportSize({ width: device.width, height: device.height })
  await page.goto(url.page)
  await page.addStyleTag({ content: `#view{width:${device.width}px!important;height:${device.height}px!important}` })
  await page.waitForFunction(() => 'bench' in globalThis)
  await page.evaluate(([data, insets]) => globalThis.bench.open(data, insets), [url.data, device.insets])
  const elements = await page.evaluate(() => globalThis.bench.elements())
  const results = []
  for (let index = 0; index < count && elements.length > 0; index++) {
    const [element] = elements.splice(Math.floor(random() * elements.length), 1)
    const result = await page.evaluate((number) => globalThis.bench.reveal(number), element)
    const description = await page.evaluate((number) => globalThis.bench.describe(number), element)
    results.push({ ...result, description })
  }
  return results
}

const files = options.files.filter((path) => existsSync(join(samplesFolder, path)))
if (files.length === 0) {
  logProgress(`None of ${options.files.join(', ')} is in ${samplesFolder} (KAMAR_SAMPLES).`)
  process.exit(0)
}
await buildProduct()
const server = new BenchServer()
const base = await server.start()
server.serve('/code/reveal/', await bundlePage('reveal', join(benchFolder, 'selection/pages')))
const browser = await MeasuredBrowser.launch()
const all = { desktop: [], mobile: [] }
for (const [index, path] of files.entries()) {
  const folder = await translate(path)
  server.serve(`/data/${path}/`, folder)
  for (const [name, device] of Object.entries(devices)) {
    const url = { page: `${base}/page?peer=reveal`, data: `${base}/data/${path}/` }
    // Models with fewer elements leave more to the others.
    const count = Math.ceil((options.count - all[name].length) / (files.length - index))
    const results = await measure(browser.page, { url, device, count, random: createRandom(options.seed) })
    all[name].push(...results)
    const failures = results.filter(({ ratio }) => ratio < minRatio)
    const slowest = Math.max(0, ...results.map(({ milliseconds }) => milliseconds))
    const flown = results.filter(({ hasFlown }) => hasFlown).length
    logProgress(
      `  ${path} on a ${name}: ${results.length - failures.length} of ${results.length}, ${flown} flights, slowest ${slowest.toFixed(0)} ms`,
    )
    for (const { description, ratio } of failures) logProgress(`    ${(ratio * 100).toFixed(2)} %  ${description}`)
  }
}
await browser.close()
server.stop()
let isSufficient = true
for (const [name, results] of Object.entries(all)) {
  const share = results.filter(({ ratio }) => ratio >= minRatio).length / results.length
  isSufficient &&= share >= goal
  process.stdout.write(`${name}: ${(share * 100).toFixed(1)} % of ${results.length} elements (goal ${goal * 100} %)\n`)
}
if (browser.errors.length > 0) logProgress(browser.errors.join('\n'))
process.exit(isSufficient ? 0 : 1)
