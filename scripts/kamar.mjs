import { buildAll } from './lib/build.mjs'
import { ensureDependencies } from './lib/requirements.mjs'

await ensureDependencies()
// The command's own output goes to standard output, which scripts may parse; the build must not write there.
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = process.stderr.write.bind(process.stderr)
await buildAll()
process.stdout.write = write
await import('../apps/cli/dist/main.js')
