import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { bundleInputsFile, bundles } from './lib/bundle.mjs'
import { root } from './lib/run.mjs'

// Runs in a separate process: the bundler holds 700 MB until its process ends, which would burden `npm start`.

// Native code, packages that load files beside their module, and those that only some deployments or files load.
const externalPackages = [
  /^@napi-rs\//,
  /^@node-rs\//,
  /^@aws-sdk\//,
  /^@electric-sql\//,
  /^pg-native$/,
  /^(replicad-opencascadejs|rhino3dm|svf-utils)/,
]
/** Own entry points, which the command line loads when it needs them. */
const externalEntries = [/^@kamar\/translation\/run$/, /^@kamar\/server\/operations$/]

const moduleUrl = /compiledModule\(import\.meta\.url, '([^']+)'\)|import\.meta\.url/g

/**
 * Our modules locate their workers, fonts and pages relative to themselves: the bundle preserves the original location,
 * except for modules that are bundled too.
 */
const moduleLocations = (folder) => ({
  name: 'module-locations',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null
    const toUrl = (path) => `new URL(${JSON.stringify(`./${relative(folder, path)}`)}, import.meta.url)`
    return code.replaceAll(moduleUrl, (_, sibling) => {
      if (sibling === undefined) return `${toUrl(id)}.href`
      const path = resolve(dirname(id), sibling)
      return toUrl(join(root, bundles[relative(root, path)] ?? relative(root, path)))
    })
  },
})

/** Bundles some of the modules of `bundles` into one folder, and returns the paths of all bundled modules. */
async function bundle(modules, { isSingleFile }) {
  const outputs = modules.map((module) => join(root, bundles[module]))
  const folder = dirname(outputs[0])
  const built = await rolldown({
    input: Object.fromEntries(modules.map((module, at) => [basename(outputs[at], '.js'), join(root, module)])),
    platform: 'node',
    external: [...externalPackages, ...externalEntries],
    plugins: [moduleLocations(folder)],
  })
  const names = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }
  const { output } = await built.write({ dir: folder, format: 'esm', ...names, codeSplitting: !isSingleFile })
  await built.close()
  return output.flatMap(({ moduleIds = [] }) => moduleIds).filter((id) => existsSync(id))
}

const programs = [
  ['apps/server/dist/main.js'],
  ['apps/cli/dist/main.js'],
  ['packages/translation/dist/run.js', 'packages/translation/dist/reader-process/main.js'],
]
const workers = Object.keys(bundles).filter((module) => !programs.flat().includes(module))

for (const folder of new Set(Object.values(bundles).map((path) => dirname(path))))
  rmSync(join(root, folder), { recursive: true, force: true })
const inputs = new Set()
for (const modules of programs) for (const id of await bundle(modules, { isSingleFile: false })) inputs.add(id)
for (const module of workers) for (const id of await bundle([module], { isSingleFile: true })) inputs.add(id)
writeFileSync(bundleInputsFile, JSON.stringify([...inputs].map((id) => relative(root, id)).toSorted()))
