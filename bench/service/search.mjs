import { copyFile } from '../lib/many-files.mjs'
import { createTerm, indexFiles } from '../lib/searched-files.mjs'

const files = 10_000
const termsPerFile = 1000
const repetitions = 10

/** Queries from one file to all files. */
const queries = {
  'one file': 'unique4711',
  'a sheet': 'a-480003',
  'a rare term': createTerm(30_000),
  'two words': `${createTerm(900)} ${createTerm(1200)}`,
  'a term of nearly all files': createTerm(2),
  'two letters': 'ka',
  'one letter': 'k',
  Armenian: 'ստր',
  'words of name and properties': `model 12 ${createTerm(3)}`,
  'the beginning of all names': 'mode',
  'no file': 'zzzz',
}

const percentile = (values, share) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]

/** Measures the time of the first page of searches over ten thousand files with properties, one request at a time. */
export async function measureSearch(server) {
  await server.start({ KAMAR_WORKERS: '0' })
  const token = await server.register()
  const { id } = await server.upload(token, 'model 0.stl', 'solid many\nendsolid\n')
  await server.stop()
  await copyFile(
    server.dataFolder,
    id,
    Array.from({ length: files - 1 }, (_, index) => `model ${index + 1}.stl`),
  )
  await indexFiles(server.dataFolder, termsPerFile)
  await server.start({ KAMAR_WORKERS: '0' })
  try {
    const measured = []
    for (const [name, terms] of Object.entries(queries)) {
      const milliseconds = []
      let total = 0
      for (let repetition = 0; repetition <= repetitions; repetition++) {
        const startedAt = performance.now()
        const page = await server.call(`/api/search?words=${encodeURIComponent(terms)}`, { token })
        // The first request warms up.
        if (repetition > 0) milliseconds.push(performance.now() - startedAt)
        total = page.total
      }
      measured.push({ name, total, milliseconds })
    }
    const all = measured.flatMap(({ milliseconds }) => milliseconds)
    return {
      p95: percentile(all, 0.95),
      queries: measured.map(({ milliseconds, ...query }) => ({ ...query, p95: percentile(milliseconds, 0.95) })),
    }
  } finally {
    await server.stop()
  }
}
