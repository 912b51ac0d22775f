import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { httpGroups } from './http-groups.mjs'
import { listPages } from './page-table.mjs'
import { pagesFolder, root } from './paths.mjs'

const table = listPages()
const toItem = ({ target, title }) => ({ text: title, link: `/${target}` })
const pagesIn = (folder) => table.filter(({ target }) => target.startsWith(`${folder}/`))
const byTitle = (a, b) => a.title.localeCompare(b.title, 'en')

/** Links at the top of every page. */
export const topNavigation = [
  { text: 'Guide', link: '/guide/index.md', activeMatch: '^/guide/' },
  { text: 'Formats', link: '/formats/index.md', activeMatch: '^/formats/' },
  { text: 'Operations', link: '/operations/index.md', activeMatch: '^/operations/' },
  {
    text: 'API',
    activeMatch: '^/(http|api|extensions)/',
    items: [
      { text: 'HTTP API', link: '/http/index.md' },
      { text: 'Writing extensions', link: '/extensions/index.md' },
      { text: 'Packages for JavaScript', link: '/api/index.md' },
    ],
  },
  { text: 'Project', link: '/project/index.md', activeMatch: '^/(project|packages|decisions)/' },
]

/** Returns the pages of the guide in the order of the links on its first page. */
function guideItems() {
  const first = readFileSync(join(root, 'docs/guide/README.md'), 'utf8')
  const order = [...first.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => `guide/${name}`)
  const pages = pagesIn('guide').filter(({ target }) => target !== 'guide/index.md')
  const missing = pages.filter(({ target }) => !order.includes(target))
  if (missing.length > 0) throw new RangeError(`docs/guide/README.md does not link ${missing[0].source}`)
  return pages.toSorted((a, b) => order.indexOf(a.target) - order.indexOf(b.target)).map(toItem)
}

function withFirstPage(folder, text) {
  const others = pagesIn(folder).filter(({ target }) => target !== `${folder}/index.md`)
  return [{ text, link: `/${folder}/index.md` }, ...others.toSorted(byTitle).map(toItem)]
}

const apiKinds = {
  classes: 'Classes',
  interfaces: 'Interfaces',
  'type-aliases': 'Types',
  functions: 'Functions',
  variables: 'Values',
}

/** Returns the exports of a package, by the folders that TypeDoc created for their kinds. */
function exportItems(name) {
  return Object.entries(apiKinds).flatMap(([kind, text]) => {
    const folder = join(pagesFolder, 'api', name, kind)
    if (!existsSync(folder)) return []
    const symbols = readdirSync(folder).map((file) => file.replace(/\.md$/, ''))
    const items = symbols.map((symbol) => ({ text: symbol, link: `/api/${name}/${kind}/${symbol}.md` }))
    return [{ text, collapsed: true, items }]
  })
}

/** Returns a sidebar per package with its own exports only, because every page contains the links. */
function apiSidebars() {
  const toPackage = (name) => ({ text: name, link: `/api/${name}/index.md` })
  const packages = readdirSync(join(pagesFolder, 'api'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const names = packages.map(({ name }) => name).toSorted()
  const all = { text: 'Packages for JavaScript', link: '/api/index.md', items: names.map(toPackage) }
  const each = names.map((name) => [`/api/${name}/`, [all, { text: name, items: exportItems(name) }]])
  return Object.fromEntries([...each, ['/api/', [all]]])
}

const httpItems = [
  { text: 'Overview', link: '/http/index.md' },
  ...httpGroups.map(({ name, title }) => ({ text: title, link: `/http/${name}.md` })),
  { text: 'Types', link: '/http/types.md' },
  { text: 'Errors', link: '/http/errors.md' },
]

/** Returns the sidebars of each part of the site. */
export function sidebars() {
  const project = [
    { text: 'Project', items: withFirstPage('project', 'Overview') },
    { text: 'Packages and applications', collapsed: true, items: pagesIn('packages').map(toItem) },
    { text: 'Decisions', collapsed: true, items: withFirstPage('decisions', 'Overview') },
  ]
  return {
    '/guide/': [{ text: 'Guide', items: [{ text: 'Overview', link: '/guide/index.md' }, ...guideItems()] }],
    '/formats/': [{ text: 'Formats', items: withFirstPage('formats', 'Overview') }],
    '/operations/': [{ text: 'Operations', items: withFirstPage('operations', 'Overview') }],
    '/http/': [{ text: 'HTTP API', items: httpItems }],
    '/extensions/': [{ text: 'Extensions', items: pagesIn('extensions').map(toItem) }],
    ...apiSidebars(),
    '/project/': project,
    '/packages/': project,
    '/decisions/': project,
  }
}
