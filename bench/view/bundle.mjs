import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { benchFolder, cacheFolder, root } from '../lib/paths.mjs'

/**
 * Bundles one viewer page with the product's own bundler, minified as for production.
 * @param {string} peer name of a file in the folder
 * @param {string} [folder] of the page, next to the packages that it imports
 * @returns {Promise<string>} folder with `page.js` and the files that it loads
 */
export async function bundlePage(peer, folder = join(benchFolder, 'view/pages')) {
  const vite = createRequire(join(root, 'package.json')).resolve('vite')
  const { build } = await import(pathToFileURL(vite).href)
  const outDir = join(cacheFolder, 'pages', peer)
  await build({
    root: folder,
    base: `/code/${peer}/`,
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 100_000,
      rollupOptions: { input: join(folder, `${peer}.js`), output: { entryFileNames: 'page.js' } },
    },
  })
  return outDir
}
