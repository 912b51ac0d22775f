import { existsSync } from 'node:fs'
import { ensureDependencies } from '../../scripts/lib/requirements.mjs'
import { binary, root, run } from '../../scripts/lib/run.mjs'
import { say } from './log.mjs'

/** Only into an empty tree: a measurement must not replace packages under somebody who is working with them. */
async function installWhenMissing() {
  if (existsSync(`${root}node_modules/.bin`)) return
  const write = process.stdout.write.bind(process.stdout)
  // Standard output is for the figures, which scripts may parse.
  process.stdout.write = process.stderr.write.bind(process.stderr)
  try {
    await ensureDependencies()
  } finally {
    process.stdout.write = write
  }
}

/** Installs and compiles the product; when it does not compile, the peers are measured all the same. */
export async function buildProduct() {
  await installWhenMissing()
  const { code, output } = await run(binary('tsc'), ['-b'], { capture: true })
  if (code !== 0)
    say(`The product does not compile, Kamar is measured as it was compiled last:\n${output.slice(0, 500)}`)
}
