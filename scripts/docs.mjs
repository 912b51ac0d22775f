import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDependencies } from './lib/requirements.mjs'
import { root, run } from './lib/run.mjs'

/*
 * Builds the documentation site into docs/site/dist. Its tools are a separate package, so that neither `npm start` nor
 * `npm test` installs them.
 */

await ensureDependencies()
await ensureDependencies(join(root, 'docs/site/'))
const folder = mkdtempSync(join(tmpdir(), 'kamar-docs-'))
const openApiFile = join(folder, 'openapi.json')
try {
  writeFileSync(openApiFile, JSON.stringify(await describeHttpApi()))
  const { code } = await run(process.execPath, [join(root, 'docs/site/build.mjs'), openApiFile])
  process.exitCode = code
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Generates the OpenAPI document of the server from the contract sources. */
async function describeHttpApi() {
  const { runnerImport } = await import('vite')
  const sources = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } }
  const load = (path) => runnerImport(join(root, path), { ...sources, root, configFile: false, logLevel: 'error' })
  const [{ module: contracts }, { module: protocol }] = await Promise.all([
    load('packages/contracts/src/index.ts'),
    load('packages/aps/src/index.ts'),
  ])
  return protocol.withProtocol(contracts.openApiDocument())
}
