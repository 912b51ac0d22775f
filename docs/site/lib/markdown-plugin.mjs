import { posix } from 'node:path'
import { findPage, listPages, resolvePath, toImageAddress } from './page-table.mjs'
import { repositoryAddress } from './paths.mjs'

const isExternal = (target) => /^[a-z][a-z+.-]*:|^\/\//i.test(target)
const permittedTags = /^<\/?(a|br|details|kbd|sub|summary|sup)(\s[^>]*)?\/?>$/i

/**
 * Adapts Markdown written for GitHub to the site: resolves links between files of the repository to their pages and
 * images to their copies, and prevents Vue from parsing text as a template.
 */
export function repositoryMarkdown(markdown) {
  const table = listPages()
  const sources = new Map(table.map(({ source, target }) => [target, source]))
  markdown.core.ruler.push('repository-links', ({ env, tokens, Token }) => {
    const source = sources.get(env.relativePath)
    if (source === undefined) return
    const page = { table, source, target: env.relativePath, Token }
    for (const token of tokens) if (token.children) token.children = rewriteLinks(token.children, page)
  })
  markdown.core.ruler.push('permitted-html', ({ tokens }) => {
    for (const token of tokens.flatMap((block) => [block, ...(block.children ?? [])])) {
      const isHtml = token.type === 'html_inline' || token.type === 'html_block'
      if (isHtml && !permittedTags.test(token.content.trim())) token.type = 'text'
    }
  })
  markdown.renderer.rules.text = (tokens, index) =>
    markdown.utils.escapeHtml(tokens[index].content).replaceAll('{{', '&#123;&#123;')
}

function rewriteLinks(children, page) {
  const openLinks = []
  return children.flatMap((token) => {
    if (token.type === 'image') return openLinks.length === 0 ? linkImage(token, page) : [resolveImage(token, page)]
    if (token.type === 'code_inline' && openLinks.length === 0) return linkPath(token, page)
    if (token.type === 'link_close') return openLinks.pop() === null ? [] : [token]
    if (token.type !== 'link_open') return [token]
    const href = toSiteLink(token.attrGet('href'), page)
    openLinks.push(href)
    // A file that is not on the site is named, not linked.
    if (href === null) return []
    token.attrSet('href', href)
    return [token]
  })
}

/** Links the path of a page in a code span, as in `docs/operations/backup.md`. */
function linkPath(token, { table, target, Token }) {
  const page = token.content.endsWith('.md') ? findPage(table, token.content) : null
  if (page === null || page.target === target) return [token]
  const open = new Token('link_open', 'a', 1)
  open.attrSet('href', toRelative(target, page.target))
  return [open, token, new Token('link_close', 'a', -1)]
}

/** Resolves an image of the repository to the copy made by `collectPages`. */
function resolveImage(token, { source }) {
  const src = token.attrGet('src')
  if (!isExternal(src)) token.attrSet('src', toImageAddress(source, src))
  return token
}

/** Links an image to itself, because pages often show it smaller than its original size. */
function linkImage(token, page) {
  const open = new page.Token('link_open', 'a', 1)
  open.attrSet('href', resolveImage(token, page).attrGet('src'))
  return [open, token, new page.Token('link_close', 'a', -1)]
}

function toSiteLink(href, { table, source, target }) {
  if (isExternal(href) || href.startsWith('#')) return href
  const [address, anchor] = href.split('#')
  const path = resolvePath(source, address)
  const page = findPage(table, path)
  const suffix = anchor === undefined ? '' : `#${anchor}`
  if (page) return `${toRelative(target, page.target)}${suffix}`
  return repositoryAddress && `${repositoryAddress}/tree/main/${path}${suffix}`
}

function toRelative(from, to) {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}
