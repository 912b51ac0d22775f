import { buildAll } from './lib/build.mjs'
import { ensureDependencies } from './lib/requirements.mjs'

await ensureDependencies()
// Standard output is reserved for the command, as scripts may parse it; the build must not write there.
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = process.stderr.write.bind(process.stderr)
await buildAll()
process.stdout.write = write
await import('../apps/cli/dist/bundle/main.js')
