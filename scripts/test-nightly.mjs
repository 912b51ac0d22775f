import { buildAll } from './lib/build.mjs'
import { ensureChromium, ensureDependencies } from './lib/requirements.mjs'
import { binary, run } from './lib/run.mjs'

await ensureDependencies()
const chromium = await ensureChromium()
await buildAll()
const { code } = await run(binary('vitest'), ['run', '--project', 'nightly'], {
  environment: chromium === null ? {} : { KAMAR_CHROMIUM: chromium },
})
process.exit(code)
