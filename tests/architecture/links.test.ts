import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findLinkError, listAnchors, listLinks, listNamedPages } from './markdown-links.js'
import { filesBelow, root, readText } from './source-files.js'

const pages = filesBelow('', ['.md'])

describe('Markdown pages', () => {
  it('link only to files and headings that exist', () => {
    expect(pages).toContain('README.md')
    expect(pages).toContain('docs/guide/README.md')
    const links = pages.flatMap((page) => listLinks(readText(page)).map((link) => ({ page, link })))
    expect(links.length).toBeGreaterThan(100)
    expect(links.flatMap(({ page, link }) => findLinkError(page, link) ?? [])).toEqual([])
  })

  it('name only pages of docs that exist', () => {
    const namedPages = pages.flatMap((page) => listNamedPages(readText(page)).map((path) => ({ page, path })))
    expect(namedPages.length).toBeGreaterThan(20)
    expect(namedPages.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
  })
})

describe('listLinks', () => {
  it('finds inline links, images, definitions and HTML', () => {
    const markdown = [
      'a [link](a.md) and ![picture](b.webp "title"), [with brackets](c(1).md)',
      '[defined]: d.md',
      '<a class="x" href="e.md">e</a>',
    ]
    expect(listLinks(markdown.join('\n'))).toEqual(['a.md', 'b.webp', 'c(1).md', 'd.md', 'e.md'])
  })

  it('ignores code', () => {
    expect(listLinks('`[a](a.md)` ``[`b`](b.md)``\n\n```md\n[c](c.md)\n```\n\n[d](d.md)')).toEqual(['d.md'])
  })
})

describe('listAnchors', () => {
  it('creates the same anchors as GitHub', () => {
    const markdown =
      '# What was verified, on 3 files\n## `npm test`\n## A [link](b.md)\n## Again\n## Again\n```\n# not\n```'
    expect([...listAnchors(markdown)]).toEqual([
      'what-was-verified-on-3-files',
      'npm-test',
      'a-link',
      'again',
      'again-1',
    ])
  })
})

describe('findLinkError', () => {
  it.each([
    ['README.md', 'docs/none.md', 'does not exist'],
    ['README.md', 'docs/dependencies.md#none', 'has no such heading'],
    ['README.md', '../README.md', 'leaves the repository'],
    ['README.md', 'docs#anchor', 'is no page with anchors'],
  ])('rejects in %s the link %s', (page, link, error) => {
    expect(findLinkError(page, link)).toContain(error)
  })

  it.each(['https://example.com/none', '#two-commands', 'docs/dependencies.md#dependencies', 'deploy'])(
    'accepts %s in the README',
    (link) => {
      expect(findLinkError('README.md', link)).toBeNull()
    },
  )
})
