import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listStoredFiles, runTranslation } from '@kamar/translation/run'
import type { TestServer } from './test-server.js'

/** Model of one triangle, as STL. */
export const wedge = `solid wedge
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1000 0 0
vertex 0 1000 0
endloop
endfacet
endsolid wedge
`

/** Leaves the results of a translation worker: the files of the package, their rows, and the state of the row. */
export async function translateLocally(
  { services: { database, derivatives } }: Pick<TestServer, 'services'>,
  { translationId, fileName = 'wedge.stl', content = wedge }: LocalTranslation,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kamar-translated-'))
  try {
    const path = join(folder, fileName)
    await writeFile(path, content)
    const formatId = fileName.split('.').at(-1) ?? ''
    const outcome = await runTranslation({ path, fileName, formatId, outputFolder: folder })
    if (!outcome.ok) throw new Error(outcome.failure.code)
    const { manifest } = outcome
    for (const { path: name, size, sha256, encoding } of listStoredFiles(manifest)) {
      await derivatives.write({ translationId, path: name }, await readFile(join(folder, name)))
      const row = { translation_id: translationId, path: name, size_bytes: size, sha256, encoding }
      await database.insertInto('derivative').values(row).execute()
    }
    const columns = { manifest: JSON.stringify(manifest), report: JSON.stringify(manifest.report), progress: 100 }
    await database
      .updateTable('translation')
      .set({ ...columns, state: 'succeeded', finished_at: new Date() })
      .where('id', '=', translationId)
      .execute()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface LocalTranslation {
  readonly translationId: string
  readonly fileName?: string
  readonly content?: string | Uint8Array | Buffer
}
