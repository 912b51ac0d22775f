import { join } from 'node:path'
import { fileNameKeys, newId, openDatabase } from '@kamar/database'

const batchRows = 1000

/**
 * Copies a file record under several names, with the same content, directly in the database of a stopped server: ten
 * thousand uploads would take minutes.
 * @param {string} dataFolder of the server
 * @param {string} fileId
 * @param {readonly string[]} names
 */
export async function copyFile(dataFolder, fileId, names) {
  const open = await openDatabase({ folder: join(dataFolder, 'database') })
  try {
    const { project_id, ...version } = await open.database
      .selectFrom('file_version')
      .innerJoin('file', 'file.id', 'file_version.file_id')
      .selectAll('file_version')
      .select('file.project_id')
      .where('file.id', '=', fileId)
      .executeTakeFirstOrThrow()
    const files = names.map((description) => ({ description, id: newId(), versionId: newId() }))
    // A file and its version reference each other, so both must be inserted in one transaction.
    await open.database.transaction().execute(async (transaction) => {
      for (let from = 0; from < files.length; from += batchRows) {
        const part = files.slice(from, from + batchRows)
        const rows = part.map(({ id, description, versionId }) => {
          return { id, description, ...fileNameKeys(description), project_id, current_version_id: versionId }
        })
        await transaction.insertInto('file').values(rows).execute()
        const versions = part.map(({ id, versionId }) => {
          return { ...version, id: versionId, file_id: id, urn: newId(), upload_id: null }
        })
        await transaction.insertInto('file_version').values(versions).execute()
      }
    })
  } finally {
    await open.close()
  }
}
