import { buildAll } from './lib/build.mjs'
import { ensureChromium, ensureDependencies } from './lib/requirements.mjs'
import { binary, run } from './lib/run.mjs'

await ensureDependencies()
const chromium = await ensureChromium()
await buildAll()
const nightly = await run(binary('vitest'), ['run', '--project', 'nightly'], {
  environment: chromium === null ? {} : { KAMAR_CHROMIUM: chromium },
})
const kills = await run(binary('vitest'), ['run', '--project', 'unit', 'durability.test'], {
  environment: { KAMAR_TEST_KILLS: '20' },
})
process.exit(nightly.code || kills.code)
