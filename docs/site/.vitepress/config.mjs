import { defineConfig } from 'vitepress'
import { toHeadingSlug } from '../lib/heading-slug.mjs'
import { repositoryMarkdown } from '../lib/markdown-plugin.mjs'
import { sidebars, topNavigation } from '../lib/navigation.mjs'
import { base, distFolder, pagesFolder, repositoryAddress, siteFolder } from '../lib/paths.mjs'

/** Ranks guide pages first and package exports last; fuzzy matching applies to long words only. */
const searchOptions = {
  fuzzy: (term) => (term.length > 5 ? 0.2 : false),
  boostDocument: (id) => (id.includes('/guide/') ? 4 : id.includes('/api/') ? 0.5 : 1),
}

export default defineConfig({
  lang: 'en',
  title: 'Kamar',
  description: 'Documentation of Kamar, a viewer for CAD and building models in the browser',
  base,
  // Otherwise every page contains all sidebars.
  metaChunk: true,
  srcDir: pagesFolder,
  outDir: distFolder,
  cacheDir: `${siteFolder}node_modules/.cache/vitepress`,
  head: [
    ['link', { rel: 'icon', href: `${base}mark.svg`, type: 'image/svg+xml' }],
    ['link', { rel: 'alternate icon', href: `${base}favicon.ico` }],
  ],
  // The search index is one file, loaded on the first search.
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  markdown: { anchor: { slugify: toHeadingSlug }, config: repositoryMarkdown },
  themeConfig: {
    logo: '/mark.svg',
    nav: topNavigation,
    sidebar: sidebars(),
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { miniSearch: { searchOptions } } },
    socialLinks: repositoryAddress ? [{ icon: 'github', link: repositoryAddress }] : [],
    footer: { message: 'Apache License 2.0' },
  },
})
