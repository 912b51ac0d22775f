import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { type Language, languages } from '@kamar/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsEncoding, matchesEtag } from './conditional.js'
import { preferredLanguage } from './language.js'

/** Prerendered pages of the web application, by name and language, and the page of the application. */
export interface PublicPages {
  /** Sends the page of a URL in the caller's language. */
  respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

/** Page ready to be sent. */
interface ReadyPage {
  readonly bytes: Buffer
  readonly brotli: () => Promise<Buffer>
  readonly etag: string
}

type InLanguages = Readonly<Record<Language, ReadyPage>>

/** Moderate quality, because the first request of a page waits for its compression. */
const brotliQuality = 6
const compress = promisify(brotliCompress)

const isLanguage = (value: string | undefined): value is Language => languages.some((supported) => supported === value)

/**
 * Returns the language of a page: from the URL, else from an earlier choice (a cookie that holds nothing else), else
 * the browser's preference, else English.
 */
function pageLanguage(request: FastifyRequest): Language {
  const requestedLanguage = (request.query as Readonly<Record<string, string | undefined>>)['lang']
  if (isLanguage(requestedLanguage)) return requestedLanguage
  const cookieLanguage = request.cookies['language']
  return isLanguage(cookieLanguage) ? cookieLanguage : preferredLanguage(request.headers['accept-language'])
}

/** Returns the name of the page at a path: `/` is the landing page, `/Privacy` and `/privacy/` are the same. */
function pageName(url: string): string {
  const path = (url.split('?')[0] ?? '').toLowerCase().replace(/\/+$/, '')
  return path === '' ? 'landing' : path.slice(1)
}

/** Reads all pages of a built web application; they are few and small. */
export async function readPublicPages(folder: string, origin: string): Promise<PublicPages> {
  const application = await applicationPage(folder)
  const pages = new Map<string, InLanguages>()
  const pagesFolder = join(folder, 'pages')
  for (const name of existsSync(pagesFolder) ? await readdir(pagesFolder) : []) {
    pages.set(name, await inLanguages((language) => readPage(join(pagesFolder, name, `${language}.html`), origin)))
  }
  return {
    async respond(request, reply) {
      const language = pageLanguage(request)
      const page = pages.get(pageName(request.url)) ?? application
      return send(request, reply.header('content-language', language), page[language])
    },
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, page: ReadyPage): Promise<FastifyReply> {
  const { bytes, brotli, etag } = page
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding, accept-language, cookie', etag })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type('text/html; charset=utf-8')
  if (!acceptsEncoding(request.headers['accept-encoding'], 'br')) return reply.send(bytes)
  return reply.header('content-encoding', 'br').send(await brotli())
}

async function inLanguages(read: (language: Language) => Promise<string>): Promise<InLanguages> {
  const pages = await Promise.all(languages.map(async (language) => [language, ready(await read(language))]))
  return Object.fromEntries(pages) as InLanguages
}

function ready(text: string): ReadyPage {
  const bytes = Buffer.from(text)
  let compressed: Promise<Buffer> | null = null
  const brotli = (): Promise<Buffer> =>
    (compressed ??= compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }))
  // Weak, because the compressed page has the same one.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return { bytes, brotli, etag }
}

async function readPage(path: string, origin: string): Promise<string> {
  return (await readFile(path, 'utf8')).replaceAll('{{origin}}', origin)
}

async function applicationPage(folder: string): Promise<InLanguages> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  return inLanguages(async (language) =>
    page
      .replace('<html lang="en"', `<html lang="${language}"`)
      .replace('/application-en.webmanifest', `/application-${language}.webmanifest`),
  )
}
