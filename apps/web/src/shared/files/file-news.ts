import type { FileRecord } from '@kamar/contracts'
import type { FilePage } from './load-file-page.js'

/** By id; null for a file that is gone. */
type News = Map<string, FileRecord | null>

const underWay = new Set<News>()

/** Remembers what was heard of a file for the answers that are under way: they may have been read before. */
export function noteNews(id: string, file: FileRecord | null): void {
  for (const news of underWay) news.set(id, file)
}

/** An answer of the server, with what was heard since it was asked. `hasNew`: files that are not in it go to its top. */
export async function withNews(ask: () => Promise<FilePage>, hasNew: boolean): Promise<FilePage> {
  const news: News = new Map()
  underWay.add(news)
  try {
    return apply(news, await ask(), hasNew)
  } finally {
    underWay.delete(news)
  }
}

function apply(news: News, page: FilePage, hasNew: boolean): FilePage {
  const listed = new Set(page.files.map(({ id }) => id))
  const added = [...news].flatMap(([id, file]) => (hasNew && file && !listed.has(id) ? [file] : []))
  const known = page.files.flatMap((file) => {
    const heard = news.get(file.id)
    return heard === null ? [] : [heard ?? file]
  })
  const files = [...added, ...known]
  return { ...page, files, total: page.total + files.length - page.files.length }
}
