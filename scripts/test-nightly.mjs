import { buildAll } from './lib/build.mjs'
import { ensureChromium, ensureDependencies } from './lib/requirements.mjs'
import { readerSuites } from './lib/reader-suites.mjs'
import { binary, run } from './lib/run.mjs'

await ensureDependencies()
const chromium = await ensureChromium()
await buildAll()
const nightly = await run(binary('vitest'), ['run', '--project', 'nightly'], {
  environment: chromium === null ? {} : { KAMAR_CHROMIUM: chromium },
})
// `npm test` runs a tenth of it.
const large = await run(binary('vitest'), ['run', '--project', 'unit'], { environment: { KAMAR_CAMPAIGN: '1' } })
// End-to-end tests of the pages: every screen in every display mode, every URL, more files, large models.
const pages =
  chromium === null
    ? { code: 0 }
    : await run(binary('vitest'), ['run', '--project', 'e2e', '--project', 'browser'], {
        environment: { KAMAR_CHROMIUM: chromium, KAMAR_CAMPAIGN: '1' },
      })
// `npm test` uses six uploads: here each of five processes is killed in turn, several times over.
const fleet = await run(binary('vitest'), ['run', '--project', 'fleet'], {
  environment: { KAMAR_TEST_FLEET_UPLOADS: '300', KAMAR_TEST_FLEET_ROUNDS: '5' },
})
const kills = await run(binary('vitest'), ['run', '--project', 'unit', 'durability.test'], {
  environment: { KAMAR_TEST_KILLS: '20' },
})
// `npm test` uses 60 damaged copies of each reader's files; the suite's own time limits scale with the number.
const damaged = await run(binary('vitest'), ['run', '--project', 'unit', '-t', 'F0[34] ', ...readerSuites()], {
  environment: { KAMAR_MUTATION_SEEDS: '10000' },
})
// Ratios to other programs may only become better (`bench/ratchet.json`). Without the real files, a grown building of our own.
const translated = await run(process.execPath, ['bench/run.mjs', 'translate', '--ratchet'])
const grown = await run(process.execPath, [
  'bench/run.mjs',
  'growth',
  '--files',
  'house.ifc',
  '--sizes',
  '30',
  '--runs',
  '3',
  '--ratchet',
])
const runs = [nightly, large, pages, fleet, kills, damaged, translated, grown]
process.exit(runs.find(({ code }) => code !== 0)?.code ?? 0)
