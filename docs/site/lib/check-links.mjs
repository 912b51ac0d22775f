import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { base, distFolder } from './paths.mjs'

const attribute = /\s(href|src)="([^"]*)"/g
const isExternal = (target) => /^[a-z][a-z+.-]*:|^\/\//i.test(target)

const filesIn = (extension) =>
  readdirSync(distFolder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(extension))

/**
 * Lists address errors in the built site: links to missing pages or anchors, and scripts, styles, fonts and images of
 * other hosts. VitePress itself checks neither anchors nor files.
 */
export function listLinkErrors() {
  const pages = new Map(filesIn('.html').map((path) => [path, readFileSync(join(distFolder, path), 'utf8')]))
  const anchors = new Map([...pages].map(([path, html]) => [path, listAnchors(html)]))
  const errors = filesIn('.css').flatMap((path) => findForeignStyles(path))
  for (const [path, html] of pages) {
    const tags = html.matchAll(/<(\w+)\s[^>]*>/g)
    for (const [tag, name] of tags)
      for (const [, kind, target] of tag.matchAll(attribute)) {
        const error = findError({ path, name, kind, target: target.replaceAll('&amp;', '&') }, anchors)
        if (error) errors.push(`${path}: ${target} ${error}`)
      }
  }
  return [...new Set(errors)]
}

const listAnchors = (html) => new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id))

function findForeignStyles(path) {
  const css = readFileSync(join(distFolder, path), 'utf8')
  return [...css.matchAll(/(?:url\(|@import\s*)["']?(https?:)?\/\/[^)"']*/g)].map(([text]) => `${path}: ${text}`)
}

function findError({ path, name, kind, target }, anchors) {
  if (isExternal(target)) return name === 'a' || target.startsWith('data:') ? null : 'is on another host'
  const [address, anchor] = target.split('#')
  const file = address === '' ? path : toFile(path, decodeURI(address))
  if (file === null || !existsSync(join(distFolder, file))) return 'does not exist'
  if (kind === 'src' || !anchor || !file.endsWith('.html')) return null
  return anchors.get(file).has(decodeURIComponent(anchor)) ? null : 'has no such anchor'
}

function toFile(from, address) {
  if (address.startsWith('/') && !address.startsWith(base)) return null
  const path = address.startsWith('/')
    ? address.slice(base.length)
    : posix.normalize(posix.join(posix.dirname(from), address))
  const isFolder = path === '' || path.endsWith('/') || isDirectory(path)
  return isFolder ? posix.join(path, 'index.html') : path
}

const isDirectory = (path) => existsSync(join(distFolder, path)) && statSync(join(distFolder, path)).isDirectory()
