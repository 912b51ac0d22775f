import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { logProgress } from '../lib/log.mjs'
import { MeasuredBrowser } from './browser.mjs'
import { bundlePage } from './bundle.mjs'
import { insideCameras, orbitCameras } from './cameras.mjs'
import { BenchServer } from './server.mjs'

/**
 * Compares the processor time of a frame of two view packages from outside and inside, all processes of the browser, in
 * the order A B B A. The first turn loads what its views need; the second one is measured.
 *
 * node view/frames.mjs FOLDER FOLDER
 */
const folders = process.argv.slice(2)
if (folders.length !== 2 || !folders.every((folder) => existsSync(join(folder, 'manifest.json')))) {
  process.stderr.write('usage: node view/frames.mjs FOLDER FOLDER\n')
  process.exit(2)
}
const steps = 6
const waitMilliseconds = 400

const server = new BenchServer()
const address = await server.start()
server.serve('/code/walk/', `${await bundlePage('walk')}/`)
folders.forEach((folder, at) => server.serve(`/data/${at}/`, folder))

async function measure(at) {
  const browser = await MeasuredBrowser.launch()
  try {
    const run = (name, ...parameters) =>
      browser.page.evaluate(([name, parameters]) => window.walk[name](...parameters), [name, parameters])
    await browser.page.goto(`${address}/page?peer=walk`)
    await browser.page.waitForFunction(() => window.walk, undefined, { timeout: 60_000 })
    const before = browser.usage().cpuSeconds
    const { first } = await run('load', `/data/${at}/`)
    const loadCpuSeconds = browser.usage().cpuSeconds - before
    const bounds = await run('getBounds')
    const figures = { loadCpuSeconds, firstMilliseconds: first.milliseconds, firstBytes: first.bytes }
    for (const [position, cameras] of [
      ['outside', orbitCameras(bounds, 'z', steps)],
      ['inside', insideCameras(bounds, 'z', steps)],
    ]) {
      await run('orbit', cameras, waitMilliseconds * 3)
      const start = browser.usage().cpuSeconds
      await run('orbit', cameras, waitMilliseconds)
      figures[position] = ((browser.usage().cpuSeconds - start) / steps) * 1000
    }
    return figures
  } finally {
    await browser.close()
  }
}

const runs = [[], []]
for (const at of [0, 1, 1, 0]) {
  const figures = await measure(at)
  logProgress(`${folders[at]}: ${JSON.stringify(figures)}`)
  runs[at].push(figures)
}
for (const position of ['outside', 'inside']) {
  const [one, other] = runs.map((list) => Math.min(...list.map((figures) => figures[position])))
  process.stdout.write(
    `${JSON.stringify({ position, milliseconds: [one, other].map(Math.round), ratio: one / other })}\n`,
  )
}
server.stop()
