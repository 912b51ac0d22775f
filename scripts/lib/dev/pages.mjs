import { join, relative } from 'node:path'
import { createServer } from 'vite'
import { protocolPrefixes } from '../../../packages/aps/dist/index.js'
import { root } from '../run.mjs'
import { administratorSignIn, signInPath } from './administrator-sign-in.mjs'

const serverPrefixes = ['/api/', ...protocolPrefixes]

/**
 * Serves the pages from their sources. Proxies server requests to `target` once `ready()` resolves. `watched` are the
 * source folders of the server; `onServerChange` is called with each file that changes there.
 */
export async function servePages({ port, target, ready, administrator, watched, onServerChange }) {
  const vite = await createServer({
    root: join(root, 'apps/web'),
    configFile: join(root, 'apps/web/vite.config.ts'),
    clearScreen: false,
    logLevel: 'warn',
    server: {
      host: '127.0.0.1',
      port,
      proxy: Object.fromEntries(serverPrefixes.map((path) => [path, { target }])),
    },
    plugins: [
      waitForServer(ready),
      administratorSignIn({ target, administrator }),
      watchServerSources(watched, onServerChange),
      reloadForPackages(),
    ],
  })
  await vite.listen()
  return vite
}

/** Ignores files that a running server does not load. */
const isIgnored = (file) => /\.(test\.ts|md)$/.test(file)

/** Delays requests during a server restart, instead of failing them on the page. */
function waitForServer(ready) {
  const isForServer = (url) => [...serverPrefixes, signInPath].some((prefix) => url.startsWith(prefix))
  return {
    name: 'wait-for-server',
    configureServer({ middlewares }) {
      middlewares.use((request, response, proceed) => {
        const refuse = () => response.writeHead(503).end('The server does not run; the terminal says why.\n')
        if (isForServer(request.url)) ready().then(() => proceed(), refuse)
        else proceed()
      })
    },
  }
}

/**
 * Reloads pages after changes of packages: pages hold objects of packages, above all the viewer, on which a replaced
 * module has no effect.
 */
function reloadForPackages() {
  return {
    name: 'reload-for-packages',
    hotUpdate({ file, modules }) {
      if (!file.startsWith(join(root, 'packages/')) || modules.length === 0) return
      this.environment.hot.send({ type: 'full-reload' })
      return []
    },
  }
}

function watchServerSources(folders, onChange) {
  return {
    name: 'watch-server-sources',
    configureServer({ watcher }) {
      watcher.add(folders.map((folder) => join(root, folder)))
      watcher.on('all', (_, path) => {
        const file = relative(root, path)
        if (!isIgnored(file) && folders.some((folder) => file.startsWith(`${folder}/`))) onChange(file)
      })
    },
  }
}
