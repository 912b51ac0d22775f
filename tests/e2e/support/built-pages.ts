import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright-core'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const webFolder = join(root, 'apps/web')

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Separate build of the web application that can replace the served one. */
export interface BuiltPages {
  /** Serves everything but the API from this build. */
  showIn(context: BrowserContext): Promise<void>
  remove(): void
}

/** Builds the application in another mode, for example `pseudo`. */
export function buildPages(mode: string): BuiltPages {
  const folder = mkdtempSync(join(tmpdir(), 'kamar-pages-'))
  const options = { cwd: webFolder, stdio: 'pipe' } as const
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', '--mode', mode, '--outDir', folder, '--emptyOutDir'], options)
  execFileSync(process.execPath, ['build/prerender.mjs'], {
    ...options,
    env: { ...process.env, KAMAR_WEB_OUTPUT: folder, KAMAR_WEB_MODE: mode },
  })
  return {
    async showIn(context) {
      await context.route(/^https?:\/\/[^/]+\/(?!api\/)/, async (route) => {
        const path = fileFor(folder, new URL(route.request().url()).pathname)
        await route.fulfill({
          body: readFileSync(path),
          contentType: types[extname(path)] ?? 'application/octet-stream',
        })
      })
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function fileFor(folder: string, path: string): string {
  if (extname(path) !== '') return join(folder, path)
  const page = join(folder, 'pages', path === '/' ? 'landing' : path.slice(1).toLowerCase(), 'en.html')
  return existsSync(page) ? page : join(folder, 'index.html')
}
