import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

const built = fileURLToPath(new URL('../../../apps/web/dist/', import.meta.url))

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Server that only sends pages and the built files they reference. */
export interface StaticPages {
  readonly address: string
  close(): void
}

/** Returns the built landing page. */
export const builtLandingPage = (): string => readFileSync(join(built, 'pages/landing/en.html'), 'utf8')

/** Serves pages by their paths, all in the same way: from memory, compressed, without external requests. */
export async function serveStatic(pages: Readonly<Record<string, string>>): Promise<StaticPages> {
  const ready = new Map(Object.entries(pages).map(([path, html]) => [path, brotliCompressSync(html)]))
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const page = ready.get(path)
    const file = join(built, path)
    if (page)
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).end(page)
    else if (existsSync(`${file}.br`)) sendFile(`${file}.br`, { 'content-encoding': 'br' })
    else if (existsSync(file)) sendFile(file, {})
    else response.writeHead(404).end()
    function sendFile(from: string, headers: Record<string, string>): void {
      const type = types[extname(path)] ?? 'application/octet-stream'
      response.writeHead(200, { ...headers, 'content-type': type }).end(readFileSync(from))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
