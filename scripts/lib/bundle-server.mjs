import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './run.mjs'

const entry = join(root, 'apps/server/dist/main.js')
const folder = join(root, 'apps/server/dist/bundle')
const inputsFile = join(folder, 'inputs.json')

/** The server as one file: what `npm start`, the image and the tests of the whole product run. */
export const serverProgram = join(folder, 'main.js')

// Native code, files found beside the module, and what only some deployments load.
const leftWhereItIs = [/^@napi-rs\//, /^@node-rs\//, /^@aws-sdk\//, /^@electric-sql\//, /^pg-native$/]

/** Our modules find their workers, fonts and pages by where they stand: in the bundle they still say where that was. */
const ownPlaces = {
  name: 'own-places',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null
    return code.replaceAll(
      'import.meta.url',
      `new URL(${JSON.stringify(`./${relative(folder, id)}`)}, import.meta.url).href`,
    )
  },
}

/** Whether a module went into the bundle after it was made, or away. */
function isCurrent() {
  if (!existsSync(serverProgram) || !existsSync(inputsFile)) return false
  const made = statSync(inputsFile).mtimeMs
  return JSON.parse(readFileSync(inputsFile, 'utf8')).every((path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false })
    return found !== undefined && found.mtimeMs < made
  })
}

/**
 * Bundles the compiled server with the libraries it loads, unless it is bundled already: 1,200 modules are 1 s of processor
 * at each start, one file is a third of that. Worker threads and reader processes go on being started from their own modules.
 */
export async function bundleServer() {
  if (isCurrent()) return
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    external: leftWhereItIs,
    plugins: [ownPlaces],
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
  writeFileSync(inputsFile, JSON.stringify(inputs.map((id) => relative(root, id)).toSorted()))
}
