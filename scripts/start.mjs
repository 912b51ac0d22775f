import { pathToFileURL } from 'node:url'
import { buildAll } from './lib/build.mjs'
import { serverProgram } from './lib/bundle.mjs'
import { ensureDependencies } from './lib/requirements.mjs'

await ensureDependencies()
await buildAll()
await import(pathToFileURL(serverProgram).href)
