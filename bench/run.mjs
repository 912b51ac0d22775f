import { buildPages, buildProduct } from './lib/build-product.mjs'
import { ensurePeers } from './lib/install.mjs'
import { logProgress } from './lib/log.mjs'
import { readOptions, usage } from './lib/options.mjs'
import { formatTable, writeResult } from './lib/report.mjs'
import { checkRatchet } from './lib/ratchet.mjs'
import { chooseSamples } from './lib/samples.mjs'

const works = {
  translate: async () => (await import('./translate/run.mjs')).benchTranslate,
  view: async () => (await import('./view/run.mjs')).benchView,
  drawings: async () => (await import('./drawings/run.mjs')).benchDrawings,
  growth: async () => (await import('./growth/run.mjs')).benchGrowth,
}

const options = readOptions(process.argv.slice(2))
if (options === null) {
  process.stderr.write(usage)
  process.exit(2)
}
const started = new Date()
if (options.work === 'drawings') await buildPages()
else {
  await buildProduct()
  ensurePeers()
}
const samples = await chooseSamples(options)
const bench = await works[options.work]()
const rows = samples.length > 0 ? await bench(samples, options) : []
if (rows.length > 0) logProgress(`Written to ${writeResult({ options, rows, started })}`)
process.stdout.write(options.json ? `${JSON.stringify(rows, null, 2)}\n` : `\n${formatTable(rows)}`)
if (options.ratchet) {
  const worse = checkRatchet(rows)
  for (const line of worse) logProgress(line)
  if (worse.length > 0) process.exitCode = 1
}
