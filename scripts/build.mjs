import { buildAll } from './lib/build.mjs'
import { ensureDependencies } from './lib/requirements.mjs'

await ensureDependencies()
await buildAll({ force: process.argv.includes('--force') })
