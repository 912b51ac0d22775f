import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { languages } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.js'

const page =
  '<!doctype html><html lang="en"><title>Kamar</title><script type="module" src="/assets/index-1a2b.js"></script>'
const script = 'export const greeting = "hello"'.repeat(50)

let server: TestServer
let webFolder: string
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'kamar-web-'))
  await mkdir(join(webFolder, 'assets'))
  await writeFile(join(webFolder, 'index.html'), page)
  for (const name of ['landing', 'privacy']) {
    await mkdir(join(webFolder, 'pages', name), { recursive: true })
    for (const language of languages) {
      const text = `<html lang="${language}"><link rel="canonical" href="{{origin}}/"><h1>${name}</h1>`
      await writeFile(join(webFolder, 'pages', name, `${language}.html`), text)
    }
  }
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

describe('web site', () => {
  it.each(['/index.html', '/home', '/ViewerPage?urn=abc', '/signin/admin/dev/ArB', '/nowhere/at/all'])(
    'serves the application page for %s without caching',
    async (url) => {
      const response = await get(url)
      expect(response.statusCode).toBe(200)
      expect(response.body).toBe(page)
      expect(response.headers['content-type']).toMatch(/^text\/html/)
      expect(response.headers['cache-control']).toBe('no-cache')
    },
  )

  it.each([
    ['/', {}, 'en'],
    ['/', { 'accept-language': 'ru-RU,ru;q=0.9,en;q=0.8' }, 'ru'],
    ['/', { 'accept-language': 'de' }, 'en'],
    ['/', { 'accept-language': 'ru', cookie: 'language=hy' }, 'hy'],
    ['/', { cookie: 'language=nonsense' }, 'en'],
    ['/?lang=es', { 'accept-language': 'ru', cookie: 'language=hy' }, 'es'],
    ['/?lang=nonsense', { cookie: 'language=hy' }, 'hy'],
  ])('serves the landing page for %s with %o in %s', async (url, headers, language) => {
    const response = await get(url, headers)
    expect(response.statusCode).toBe(200)
    expect(response.body).toContain(`<html lang="${language}">`)
    expect(response.body).toContain('<h1>landing</h1>')
    expect(response.headers['content-language']).toBe(language)
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(String(response.headers.vary).toLowerCase()).toMatch(/accept-language.*cookie/)
  })

  it.each(['/privacy', '/Privacy', '/privacy/', '/privacy?from=footer'])(
    'serves the prerendered page for %s',
    async (url) => {
      expect((await get(url)).body).toContain('<h1>privacy</h1>')
    },
  )

  it('compresses pages when accepted and answers 304 when unchanged', async () => {
    const firstResponse = await get('/')
    const response = await get('/', { 'accept-encoding': 'gzip, br' })
    expect(response.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(response.rawPayload).toString()).toBe(firstResponse.body)
    const again = await get('/', { 'if-none-match': String(firstResponse.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect((await get('/?lang=hy', { 'if-none-match': String(firstResponse.headers.etag) })).statusCode).toBe(200)
  })

  it('uses relative links in pages when the public URL is unknown', async () => {
    expect((await get('/')).body).toContain('href="/"')
  })

  it('sets the lang attribute of the application page from the cookie', async () => {
    const response = await get('/home', { cookie: 'language=hy' })
    expect(response.body).toBe(page.replace('lang="en"', 'lang="hy"'))
  })

  it('restricts pages to own scripts, own styles and WebAssembly', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("worker-src 'self' blob:;")
    expect(policy).toContain("object-src 'none'")
    expect(policy).not.toContain('unsafe-inline')
  })

  it('permits remote connections to the remote model worker only', async () => {
    const readPolicy = async (url: string) => (await get(url)).headers['content-security-policy']
    expect(await readPolicy('/assets/remote-model-worker-a_1-B.js')).toBe(
      "default-src 'none'; script-src 'self'; connect-src https: http: data:",
    )
    for (const url of [
      '/',
      '/assets/index-1a2b.js',
      '/remote-model-worker-1.js',
      '/home?/assets/remote-model-worker-1.js',
    ]) {
      expect(await readPolicy(url), url).toContain("connect-src 'self' blob:;")
    }
  })

  it('serves hashed assets as immutable', async () => {
    const response = await get('/assets/index-1a2b.js')
    expect(response.body).toBe(script)
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(response.headers['content-type']).toMatch(/javascript/)
  })

  it('serves files compressed at build time', async () => {
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
    ] as const) {
      const response = await get('/assets/index-1a2b.js', { 'accept-encoding': accepted })
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(response.headers['content-type']).toMatch(/javascript/)
      expect(String(response.headers.vary).toLowerCase()).toContain('accept-encoding')
      expect(response.rawPayload.length).toBeLessThan(script.length)
    }
  })

  it.each(['/assets/missing-0000.js', '/missing.png', '/.env', '/api', '/api/nowhere'])(
    'answers 404 for %s',
    async (url) => {
      const response = await get(url)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ code: 'not-found' })
    },
  )

  it.each(['/../package.json', '/..%2f..%2fetc%2fpasswd', '/assets/..%5c..%5cx', '/%00', '//etc/passwd'])(
    'serves nothing outside its folder: %s',
    async (url) => {
      const response = await get(url)
      expect([400, 403, 404, 200]).toContain(response.statusCode)
      expect(response.statusCode === 200 ? response.body : page).toBe(page)
    },
  )

  it('answers 404 to other methods', async () => {
    expect((await server.inject({ method: 'POST', url: '/' })).statusCode).toBe(404)
    expect((await server.inject({ method: 'DELETE', url: '/home' })).statusCode).toBe(404)
  })
})
