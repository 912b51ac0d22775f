import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { bundleInputsFile, serverProgram } from './lib/bundle-server.mjs'
import { root } from './lib/run.mjs'

// Runs in a separate process: the bundler holds 700 MB until its process ends, which would burden `npm start`.

const folder = dirname(serverProgram)

// Native code, packages that load files beside their module, and those that only some deployments load.
const externalPackages = [/^@napi-rs\//, /^@node-rs\//, /^@aws-sdk\//, /^@electric-sql\//, /^pg-native$/]

/**
 * Our modules locate their workers, fonts and pages relative to themselves: the bundle preserves the original location.
 */
const moduleLocations = {
  name: 'own-places',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null
    return code.replaceAll(
      'import.meta.url',
      `new URL(${JSON.stringify(`./${relative(folder, id)}`)}, import.meta.url).href`,
    )
  },
}

const bundle = await rolldown({
  input: join(root, 'apps/server/dist/main.js'),
  platform: 'node',
  external: externalPackages,
  plugins: [moduleLocations],
})
rmSync(folder, { recursive: true, force: true })
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: 'main.js',
  chunkFileNames: '[name]-[hash].js',
})
await bundle.close()
const inputs = output.flatMap(({ moduleIds = [] }) => moduleIds).filter((id) => existsSync(id))
writeFileSync(bundleInputsFile, JSON.stringify(inputs.map((id) => relative(root, id)).toSorted()))
