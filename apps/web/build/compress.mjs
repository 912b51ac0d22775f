import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/* Compresses at build time, with more effort than is affordable at each request; the server sends these files. */

const folder = fileURLToPath(new URL('..', import.meta.url))
const output = resolve(folder, process.env.KAMAR_WEB_OUTPUT ?? 'dist')
const minBytes = 1024
const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

async function compress(path) {
  const bytes = readFileSync(path)
  if (bytes.length < minBytes) return
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${path}.br`, await brotli(bytes, { params: parameters }))
  writeFileSync(`${path}.gz`, await deflate(bytes, { level: 9 }))
}

const names = readdirSync(join(output, 'assets')).filter((name) => /\.(js|css|svg|ttf|wasm)$/.test(name))
await Promise.all(names.map((name) => compress(join(output, 'assets', name))))
