import { fileURLToPath } from 'node:url'

/** Folder of the repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Folder of this package. */
export const siteFolder = fileURLToPath(new URL('../', import.meta.url))

/** Pages that the build collects and generates; VitePress reads nothing else. */
export const pagesFolder = `${siteFolder}generated/`

/** The built site. */
export const distFolder = `${siteFolder}dist/`

/** Base path of the site on its host. GitHub Pages of a project needs `/<repository>/`. */
export const base = process.env.KAMAR_DOCS_BASE ?? '/'

/** Web address of the repository, known where GitHub Actions builds the site; otherwise files are named, not linked. */
export const repositoryAddress =
  process.env.GITHUB_SERVER_URL && process.env.GITHUB_REPOSITORY
    ? `${process.env.GITHUB_SERVER_URL}/${process.env.GITHUB_REPOSITORY}`
    : null
