import { ensureDependencies } from '../../scripts/lib/requirements.mjs'
import { binary, run } from '../../scripts/lib/run.mjs'
import { say } from './log.mjs'

/** Installs and compiles the product; when that fails, the peers are measured all the same. */
export async function buildProduct() {
  const write = process.stdout.write.bind(process.stdout)
  // Standard output is for the figures, which scripts may parse.
  process.stdout.write = process.stderr.write.bind(process.stderr)
  try {
    await ensureDependencies()
  } finally {
    process.stdout.write = write
  }
  const { code, output } = await run(binary('tsc'), ['-b'], { capture: true })
  if (code !== 0)
    say(`The product does not compile, Kamar is measured as it was compiled last:\n${output.slice(0, 500)}`)
}
