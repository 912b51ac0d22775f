import { buildAll } from './lib/build.mjs'
import { ensureDependencies } from './lib/requirements.mjs'

await ensureDependencies()
await buildAll()
await import('../apps/server/dist/main.js')
