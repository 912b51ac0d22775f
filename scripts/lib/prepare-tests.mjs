import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildAll } from './build.mjs'
import { serverProgram } from './bundle.mjs'
import { ensureChromium, ensureDependencies } from './requirements.mjs'
import { root } from './run.mjs'

/** Folder of reports, and of screenshots and traces of failed tests; continuous integration stores it. */
export const resultsFolder = join(root, 'test-results')

/** Installs missing test requirements: packages, and Chromium on Debian. Resolves with the path of Chromium. */
export async function installTestRequirements() {
  await ensureDependencies()
  const chromium = await ensureChromium()
  if (chromium !== null) return chromium
  process.stdout.write('No Chromium found: install it, or set KAMAR_CHROMIUM to its path.\n')
  process.exit(1)
}

/** Builds the product and resolves with the environment variables for the tests. */
export async function prepareTests(chromium) {
  await buildAll()
  mkdirSync(resultsFolder, { recursive: true })
  return { KAMAR_CHROMIUM: chromium, KAMAR_TEST_SERVER: serverProgram }
}
