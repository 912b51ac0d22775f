import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.js'

const page = '<!doctype html><title>Kamar</title><script type="module" src="/assets/index-1a2b.js"></script>'
const script = 'export const greeting = "hello"'.repeat(50)

let server: TestServer
let webFolder: string
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'kamar-web-'))
  await mkdir(join(webFolder, 'assets'))
  await writeFile(join(webFolder, 'index.html'), page)
  await writeFile(join(webFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(webFolder, 'assets/index-1a2b.js'), script)
  await writeFile(join(webFolder, 'assets/index-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(join(webFolder, 'assets/index-1a2b.js.gz'), gzipSync(script))
  server = await startTestServer({ app: { webFolder } })
})
afterAll(async () => {
  await server.close()
  await rm(webFolder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers })

describe('the web site', () => {
  it.each(['/', '/index.html', '/home', '/ViewerPage?urn=abc', '/signin/admin/dev/ArB', '/nowhere/at/all'])(
    'answers %s with the page, fresh every time',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe(page)
      expect(answer.headers['content-type']).toMatch(/^text\/html/)
      expect(answer.headers['cache-control']).toBe('no-cache')
    },
  )

  it('lets its page load scripts of its own and WebAssembly, and no others', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(policy).toContain("worker-src 'self' blob:;")
    expect(policy).toContain("object-src 'none'")
  })

  it('lets hashed assets be kept for ever', async () => {
    const answer = await get('/assets/index-1a2b.js')
    expect(answer.body).toBe(script)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-type']).toMatch(/javascript/)
  })

  it('sends what was compressed at build time', async () => {
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
    ] as const) {
      const answer = await get('/assets/index-1a2b.js', { 'accept-encoding': accepted })
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(answer.headers['content-type']).toMatch(/javascript/)
      expect(String(answer.headers.vary).toLowerCase()).toContain('accept-encoding')
      expect(answer.rawPayload.length).toBeLessThan(script.length)
    }
  })

  it.each(['/assets/missing-0000.js', '/missing.png', '/.env', '/api', '/api/nowhere'])(
    'does not answer %s with the page',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ code: 'not-found' })
    },
  )

  it.each(['/../package.json', '/..%2f..%2fetc%2fpasswd', '/assets/..%5c..%5cx', '/%00', '//etc/passwd'])(
    'serves nothing outside its folder: %s',
    async (url) => {
      const answer = await get(url)
      expect([400, 403, 404, 200]).toContain(answer.statusCode)
      expect(answer.statusCode === 200 ? answer.body : page).toBe(page)
    },
  )

  it('takes no other methods', async () => {
    expect((await server.inject({ method: 'POST', url: '/' })).statusCode).toBe(404)
    expect((await server.inject({ method: 'DELETE', url: '/home' })).statusCode).toBe(404)
  })
})
