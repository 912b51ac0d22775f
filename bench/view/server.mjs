import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { parsePackPath } from '@kamar/core'

const contentTypes = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.css': 'text/css',
  '.png': 'image/png',
}
const page = (peer) => `<!doctype html><html><head><meta charset="utf-8">
<style>html,body{margin:0;background:#fff;overflow:hidden}#view{width:1280px;height:720px;position:relative;overflow:hidden}</style>
</head><body><div id="view"></div><script type="module" src="/code/${peer}/page.js"></script></body></html>`

/**
 * A static server on loopback that counts the bytes it sends: `/page?peer=`, `/code/<peer>/…` and `/data/<name>/…`.
 * Text and model files are sent gzipped; files of a view package are sent as stored, brotli with its content encoding.
 */
export class BenchServer {
  #roots = new Map()
  #encoded = new Map()
  #server = createServer((request, response) => this.#handleRequest(request, response))
  /** Bytes sent since `resetCounters`, by kind; `decodedData` is the size after decompression. */
  sent = { code: 0, data: 0, decodedData: 0 }

  /** @param {string} prefix `/code/thatopen/`  @param {string} folder */
  serve(prefix, folder) {
    this.#roots.set(prefix, folder)
  }

  async start() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://localhost:${this.#server.address().port}`
  }

  stop() {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  resetCounters() {
    this.sent = { code: 0, data: 0, decodedData: 0 }
  }

  #handleRequest(request, response) {
    const url = new URL(request.url, 'http://localhost')
    if (url.pathname === '/page') {
      response.writeHead(200, { 'content-type': 'text/html', ...isolation })
      return response.end(page(url.searchParams.get('peer')))
    }
    if (url.pathname === '/favicon.ico') return response.writeHead(204).end()
    const path = this.#resolvePath(url.pathname)
    if (path === null) return response.writeHead(404).end()
    const { bytes, encoding, decodedBytes } = this.#encode(path, parsePackPath(toPackAddress(url.pathname)))
    this.#count(url.pathname, bytes.length, decodedBytes)
    response.writeHead(200, {
      'content-type': contentTypes[extname(path)] ?? 'application/octet-stream',
      'content-length': bytes.length,
      'cache-control': 'no-store',
      ...isolation,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    })
    return response.end(bytes)
  }

  #resolvePath(pathname) {
    for (const [prefix, folder] of this.#roots) {
      if (!pathname.startsWith(prefix)) continue
      const path = join(
        folder,
        normalize(decodeURIComponent(pathname.slice(prefix.length)).replace(/(\.pack)\/[\d-]+$/, '$1')),
      )
      if (path.startsWith(folder) && existsSync(path) && statSync(path).isFile()) return path
    }
    return null
  }

  #count(pathname, bytes, decodedBytes) {
    if (pathname.startsWith('/code/')) this.sent.code += bytes
    if (!pathname.startsWith('/data/')) return
    this.sent.data += bytes
    this.sent.decodedData += decodedBytes
  }

  #encode(path, range) {
    const key = range === null ? path : `${path}/${range.start}`
    if (!this.#encoded.has(key)) this.#encoded.set(key, encodeFile(path, range))
    return this.#encoded.get(key)
  }
}

/** Returns the last three segments of a path: of a file in a pack, its address. @param {string} pathname */
const toPackAddress = (pathname) => pathname.split('/').slice(-3).join('/')

/**
 * A cross-origin isolated page gets a fine clock: without these headers `performance.now` has a resolution of 0.1 ms.
 */
const isolation = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }

/** Returns the stored encoding of a view package file; null for any other file. */
function storedEncoding(path) {
  let folder = join(path, '..')
  for (let depth = 0; depth < 2; depth++, folder = join(folder, '..')) {
    const manifestPath = join(folder, 'manifest.json')
    if (!existsSync(manifestPath) || path === manifestPath) continue
    const { files } = JSON.parse(readFileSync(manifestPath, 'utf8'))
    return files.find((file) => path === join(folder, file.path))?.encoding ?? null
  }
  return null
}

function encodeFile(path, range) {
  const stored = range === null ? storedEncoding(path) : 'br'
  const file = readFileSync(path)
  const bytes = range === null ? file : file.subarray(range.start, range.end + 1)
  if (stored === 'br') return { bytes, encoding: 'br', decodedBytes: brotliDecompressSync(bytes).length }
  if (stored === 'identity') return { bytes, encoding: 'identity', decodedBytes: bytes.length }
  return { bytes: gzipSync(bytes, { level: 6 }), encoding: 'gzip', decodedBytes: bytes.length }
}
