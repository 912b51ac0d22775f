import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

/*
 * Renders every public page in every language after the bundle has been built. The server sends these files; React
 * hydrates them in the browser. The server fills in `{{origin}}`, because it knows its public URL.
 */

const folder = fileURLToPath(new URL('..', import.meta.url))
const output = resolve(folder, process.env.KAMAR_WEB_OUTPUT ?? 'dist')
const mode = process.env.KAMAR_WEB_MODE ?? 'production'
const rendererFolder = join(folder, `../../node_modules/.cache/kamar-prerender-${process.pid}`)

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns scripts that the page needs besides its entry, so that the browser requests all of them at once. */
function neededScripts(manifest, sources) {
  const files = new Set()
  const add = (key) => {
    const entry = manifest[key]
    if (!entry || files.has(entry.file)) return
    files.add(entry.file)
    for (const imported of entry.imports ?? []) add(imported)
  }
  for (const source of sources) add(source)
  return [...files]
}

/** Returns the messages that only this page loads, if it has any. */
const findPageMessages = (manifest, name, language) =>
  Object.keys(manifest).filter((source) => source.endsWith(`/messages/${name}/${language}.json`))

/** Fonts that a language needs besides the Latin one, which every page loads. */
const scriptFonts = { hy: 'noto-sans-armenian-armenian-wght', ru: 'noto-sans-cyrillic-wght' }

function fontLinks(manifest, language) {
  const name = scriptFonts[language]
  const key = name && Object.keys(manifest).find((source) => source.includes(name))
  if (!key) return []
  return [`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${manifest[key].file}" />`]
}

function createHead({ title, description, path }, { language, languages, fonts }) {
  const address = (code) => `{{origin}}${path}?lang=${code}`
  return [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}" />`,
    `<link rel="canonical" href="${language === 'en' ? `{{origin}}${path}` : address(language)}" />`,
    ...languages.map((code) => `<link rel="alternate" hreflang="${code}" href="${address(code)}" />`),
    `<link rel="alternate" hreflang="x-default" href="{{origin}}${path}" />`,
    `<meta property="og:title" content="${escaped(title)}" />`,
    `<meta property="og:description" content="${escaped(description)}" />`,
    ...fonts,
  ].join('\n    ')
}

/** Keeps resources for the first paint in the head; `start.js` loads the modules afterwards. */
function modulesLast(html, scripts) {
  const preload = /\s*<link rel="modulepreload"[^>]*>/g
  const entryTag = /\s*<script type="module"[^>]*src="([^"]+)"><\/script>/
  const entry = entryTag.exec(html)?.[1] ?? ''
  const files = new Set([...html.matchAll(preload)].map(([tag]) => /href="\/([^"]+)"/.exec(tag)?.[1]))
  for (const file of scripts) files.add(file)
  const paths = [...files].map((file) => `/${file}`).join(' ')
  const start = `<script defer src="/start.js" data-entry="${entry}" data-modules="${paths}"></script>`
  return html
    .replaceAll(preload, '')
    .replace(entryTag, '')
    .replace('</body>', () => `  ${start}\n  </body>`)
}

async function loadRenderer() {
  await build({
    root: folder,
    mode,
    logLevel: 'error',
    build: { ssr: 'src/public/render.tsx', outDir: rendererFolder, emptyOutDir: true, copyPublicDir: false },
    ssr: { noExternal: true },
  })
  return import(pathToFileURL(join(rendererFolder, 'render.js')).href)
}

const manifest = JSON.parse(readFileSync(join(output, 'manifest.json'), 'utf8'))
const template = readFileSync(join(output, 'public-page.html'), 'utf8')
const { interfaceLanguages: languages, pageNames, pageSource, renderPublicPage } = await loadRenderer()

for (const name of pageNames) {
  mkdirSync(join(output, 'pages', name), { recursive: true })
  for (const language of languages) {
    const page = await renderPublicPage(name, language)
    const messageModules = [
      `src/platform/i18n/generated/bundles/${language}.ts`,
      ...findPageMessages(manifest, name, language),
    ]
    const scripts = neededScripts(manifest, [pageSource(name), ...messageModules])
    const html = modulesLast(template, scripts)
      .replace('%language%', language)
      .replace('<!--page-head-->', () =>
        createHead(page, { language, languages, fonts: fontLinks(manifest, language) }),
      )
      .replace('<div id="root"><!--page--></div>', () => {
        return `<div id="root" data-page="${name}" data-language="${language}">${page.html}</div>`
      })
    writeFileSync(join(output, 'pages', name, `${language}.html`), html)
  }
}
rmSync(join(output, 'public-page.html'))
rmSync(join(output, 'manifest.json'))
rmSync(rendererFolder, { recursive: true })
