import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/* Builds the service worker after everything else: it lists the files of this build, and its version is their hash. */

const folder = fileURLToPath(new URL('..', import.meta.url))
const output = resolve(folder, process.env.KAMAR_WEB_OUTPUT ?? 'dist')

/** AR needs a network anyway, and public pages are not needed offline. */
const omittedAssets = /^(model-viewer|noto-sans-(greek|vietnamese|devanagari|latin-ext|cyrillic-ext))/
const maxBytes = 600_000
/** The font of printed pages is larger, and printing works without a network. */
const isPrintFont = (name) => name.endsWith('.ttf')
const parts = readdirSync(join(output, 'assets'))
  .filter((name) => /\.(js|css|woff2|ttf|wasm)$/.test(name) && !omittedAssets.test(name))
  .filter((name) => isPrintFont(name) || statSync(join(output, 'assets', name)).size <= maxBytes)
  .map((name) => `/assets/${name}`)
const rootFiles = readdirSync(output)
  .filter((name) => /^(first-paint\.js|mark\.svg|icon-.*\.png|application-.*\.webmanifest)$/.test(name))
  .map((name) => `/${name}`)
const files = [...parts, ...rootFiles].sort()

const hash = createHash('sha256')
  .update(readFileSync(join(output, 'index.html')))
  .update(files.join())
for (const name of rootFiles) hash.update(readFileSync(join(output, name)))
const shell = { version: hash.digest('base64url').slice(0, 12), files }

const result = await build({
  root: folder,
  configFile: false,
  logLevel: 'error',
  define: { SHELL: JSON.stringify(shell) },
  build: {
    write: false,
    lib: {
      entry: 'src/service-worker/service-worker.ts',
      formats: ['iife'],
      name: 'serviceWorker',
      fileName: 'worker',
    },
  },
})
const [{ output: chunks }] = Array.isArray(result) ? result : [result]
writeFileSync(join(output, 'service-worker.js'), chunks[0].code)
