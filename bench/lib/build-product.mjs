import { existsSync } from 'node:fs'
import { ensureDependencies } from '../../scripts/lib/requirements.mjs'
import { buildAll } from '../../scripts/lib/build.mjs'
import { bundleAll } from '../../scripts/lib/bundle.mjs'
import { binary, root, run } from '../../scripts/lib/run.mjs'
import { logProgress } from './log.mjs'

/**
 * Redirects output of the work to standard error; standard output is reserved for the figures, which scripts may parse.
 */
async function withOutputOnStderr(work) {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr)
  try {
    await work()
  } finally {
    process.stdout.write = write
  }
}

/** Installs only into an empty tree: a measurement must not replace packages that are in use. */
async function installWhenMissing() {
  if (!existsSync(`${root}node_modules/.bin`)) await withOutputOnStderr(ensureDependencies)
}

/** Compiles the product and bundles its pages, unless nothing has changed. */
export async function buildPages() {
  await installWhenMissing()
  await withOutputOnStderr(buildAll)
}

/** Installs, compiles and bundles the product; if it does not compile, the peers are still measured. */
export async function buildProduct() {
  await installWhenMissing()
  const { code, output } = await run(binary('tsc'), ['-b', 'tsconfig.build.json'], { capture: true })
  if (code !== 0)
    logProgress(`The product does not compile, Kamar is measured as it was compiled last:\n${output.slice(0, 500)}`)
  else await withOutputOnStderr(bundleAll)
}
