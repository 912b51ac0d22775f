import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listPages, listedFolders } from './page-table.mjs'
import { pagesFolder, root, siteFolder } from './paths.mjs'

/** Writes a generated page. */
export function writePage(path, text) {
  const file = join(pagesFolder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Copies every Markdown file of the repository to its place on the site; `repositoryMarkdown` adapts its links. */
export function collectPages() {
  const table = listPages()
  for (const { source, target } of table) writePage(target, readFileSync(join(root, source), 'utf8'))
  for (const folder of listedFolders) writePage(folder.target, toListPage(folder, table))
  writePage('index.md', readFileSync(join(siteFolder, 'home.md'), 'utf8'))
  mkdirSync(join(pagesFolder, 'public'), { recursive: true })
  for (const name of ['favicon.ico', 'mark.svg'])
    copyFileSync(join(root, 'apps/web/public', name), join(pagesFolder, 'public', name))
}

function toListPage({ source, target, title }, table) {
  const pages = table.filter((page) => page.source.startsWith(`${source}/`))
  const lines = pages.map((page) => `* [${page.title}](./${page.target.slice(dirname(target).length + 1)})`)
  return `# ${title}\n\n${lines.join('\n')}\n`
}
