import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { messageFolders, readMessages } from '../../scripts/lib/messages.mjs'
import { listLinks } from './markdown-links.js'
import { filesBelow, root, readText } from './source-files.js'

const pages = filesBelow('docs/guide', ['.md'])
const texts = messageFolders.flatMap((folder) => [...readMessages(folder, 'en').values()])
const exact = new Set(texts)

/** Texts with placeholders that match anything: “Changes since version {{number}}”. */
const patterns = texts
  .filter((text) => /\{\{\w+\}\}/.test(text) && /\p{L}/u.test(text.replaceAll(/\{\{\w+\}\}/g, '')))
  .map(
    (text) =>
      new RegExp(
        `^${text
          .split(/\{\{\w+\}\}/)
          .map(escape)
          .join('.+')}$`,
      ),
  )

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

describe('user guide', () => {
  it('quotes labels as the interface shows them', () => {
    const labels = pages.flatMap((page) =>
      [...readText(page).matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => ({
        page,
        label: label.replaceAll(/\s+/g, ' '),
      })),
    )
    expect(labels.length).toBeGreaterThan(200)
    const unknown = labels.filter(({ label }) => !exact.has(label) && !patterns.some((pattern) => pattern.test(label)))
    expect(unknown).toEqual([])
  })

  it('shows every image of docs/guide/images', () => {
    const links = new Set(pages.flatMap((page) => listLinks(readText(page))))
    const images = readdirSync(join(root, 'docs/guide/images'))
    expect(images.length).toBeGreaterThan(10)
    expect(images.filter((name) => !links.has(`images/${name}`))).toEqual([])
  })
})
