import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vitepress'
import { writeApiPages } from './lib/api-pages.mjs'
import { listLinkErrors } from './lib/check-links.mjs'
import { collectPages } from './lib/collect-pages.mjs'
import { writeHttpPages } from './lib/http-pages.mjs'
import { distFolder, pagesFolder, siteFolder } from './lib/paths.mjs'

// Builds the documentation site into dist/. Called by `npm run docs` with the path of the server's OpenAPI document.

const [openApiFile] = process.argv.slice(2)
rmSync(pagesFolder, { recursive: true, force: true })
collectPages()
writeHttpPages(JSON.parse(readFileSync(openApiFile, 'utf8')))
await writeApiPages()
await build(siteFolder)
const errors = listLinkErrors()
for (const error of errors) process.stdout.write(`${error}\n`)
if (errors.length > 0) process.exit(1)
const files = readdirSync(distFolder, { recursive: true, encoding: 'utf8' })
const sizes = files.map((path) => statSync(join(distFolder, path))).filter((entry) => entry.isFile())
const megabytes = sizes.reduce((sum, { size }) => sum + size, 0) / 1e6
const pages = files.filter((path) => path.endsWith('.html')).length
process.stdout.write(`${pages} pages, ${megabytes.toFixed(1)} MB\n`)
