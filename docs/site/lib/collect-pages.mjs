import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listPages, listedFolders, resolvePath, toImageAddress } from './page-table.mjs'
import { pagesFolder, root, siteFolder } from './paths.mjs'

/** Writes a generated page. */
export function writePage(path, text) {
  const file = join(pagesFolder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function copyToPublic(from, address) {
  const file = join(pagesFolder, 'public', address)
  mkdirSync(dirname(file), { recursive: true })
  copyFileSync(join(root, from), file)
}

/** Copies every Markdown file of the repository, and the images that it shows, to its location on the site. */
export function collectPages() {
  const table = listPages()
  for (const { source, target } of table) {
    const text = readFileSync(join(root, source), 'utf8')
    writePage(target, text)
    for (const [, address] of text.matchAll(/!\[[^\]]*\]\(([^\s)]+)\)/g))
      copyToPublic(resolvePath(source, address), toImageAddress(source, address))
  }
  for (const folder of listedFolders) writePage(folder.target, toListPage(folder, table))
  writePage('index.md', readFileSync(join(siteFolder, 'home.md'), 'utf8'))
  for (const name of ['favicon.ico', 'mark.svg']) copyToPublic(`apps/web/public/${name}`, name)
}

function toListPage({ source, target, title }, table) {
  const pages = table.filter((page) => page.source.startsWith(`${source}/`))
  const lines = pages.map((page) => `* [${page.title}](./${page.target.slice(dirname(target).length + 1)})`)
  return `# ${title}\n\n${lines.join('\n')}\n`
}
