import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root, readText } from './source-files.js'

/** Text of a page without fenced code blocks; line numbers stay the same. */
const withoutFences = (text: string): string =>
  text.replaceAll(/^( *)(```+|~~~+)[^\n]*\n[^]*?^ *\2[^\n]*$/gm, (block) => block.replaceAll(/[^\n]/g, ''))

const withoutCode = (text: string): string => withoutFences(text).replaceAll(/(`+)(?!`).*?[^`]\1(?!`)/gs, 'code')

/** Targets of the links and pictures in Markdown, those in code left out. */
export function listLinks(markdown: string): string[] {
  const inline = /\]\(\s*<?([^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*)>?(?:\s+"[^"]*")?\s*\)/g
  const definition = /^ {0,3}\[[^\]]+\]:\s*<?([^\s<>]+)/gm
  const html = /<(?:a|img)\s[^>]*?(?:href|src)="([^"]*)"/g
  const text = withoutCode(markdown)
  return [inline, definition, html].flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))
}

/** Paths of Markdown pages that are named in code, as `docs/operations/backup.md`. */
export function listNamedPages(markdown: string): string[] {
  return [...withoutFences(markdown).matchAll(/`(docs\/[\w./-]+\.md)`/g)].map((match) => match[1] ?? '')
}

/** Anchors of the headings in Markdown, as GitHub and the documentation site make them. */
export function listAnchors(markdown: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of withoutFences(markdown).matchAll(/^ {0,3}#{1,6} +(.+?) *#* *$/gm)) {
    const text = heading.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    const slug = text
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

/** What is wrong with a link of a page of the repository; null when it leads somewhere. */
export function findLinkError(page: string, link: string): string | null {
  if (/^[a-z][a-z+.-]*:|^\/\//i.test(link)) return null
  // Pages of the hosting service, relative because the repository has no fixed address.
  if (/^\.\.\/\.\.\/(compare|releases)\//.test(link)) return null
  const [address = '', anchor] = link.split('#')
  const path = address === '' ? page : relative(root, join(root, dirname(page), decodeURI(address)))
  if (address.startsWith('/') || path.startsWith('..')) return `${page}: ${link} leaves the repository`
  if (!existsSync(join(root, path))) return `${page}: ${link} does not exist`
  if (anchor === undefined) return null
  if (!path.endsWith('.md') || !statSync(join(root, path)).isFile()) return `${page}: ${link} is no page with anchors`
  return listAnchors(readText(path)).has(decodeURIComponent(anchor)) ? null : `${page}: ${link} has no such heading`
}
