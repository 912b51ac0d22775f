import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Language, languages } from '@kamar/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { preferredLanguage } from './language.js'

/** Pages that were rendered when the web application was built, by name and language, and the page of the application. */
export interface PublicPages {
  /** The page of an address in the language of whoever asks. */
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply
}

type InLanguages = Readonly<Record<Language, string>>

const isLanguage = (value: string | undefined): value is Language => languages.some((known) => known === value)

/**
 * The language of a page: asked for in the address, else chosen before (a cookie that holds nothing else), else what the
 * browser prefers, else English.
 */
export function pageLanguage(request: FastifyRequest): Language {
  const asked = (request.query as Readonly<Record<string, string | undefined>>)['lang']
  if (isLanguage(asked)) return asked
  const chosen = request.cookies['language']
  return isLanguage(chosen) ? chosen : preferredLanguage(request.headers['accept-language'])
}

/** Name of the page at a path: `/` is the landing page, `/Privacy` and `/privacy/` are the same. */
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
    answer(request, reply) {
      const language = pageLanguage(request)
      const page = (pages.get(pageName(request.url)) ?? application)[language]
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'cache-control': 'no-cache',
          'content-language': language,
          vary: 'accept-language, cookie',
        })
        .send(page)
    },
  }
}

async function inLanguages(read: (language: Language) => Promise<string>): Promise<InLanguages> {
  const texts = await Promise.all(languages.map(async (language) => [language, await read(language)] as const))
  return Object.fromEntries(texts) as InLanguages
}

async function readPage(path: string, origin: string): Promise<string> {
  return (await readFile(path, 'utf8')).replaceAll('{{origin}}', origin)
}

async function applicationPage(folder: string): Promise<InLanguages> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  return inLanguages(async (language) => page.replace('<html lang="en"', `<html lang="${language}"`))
}
