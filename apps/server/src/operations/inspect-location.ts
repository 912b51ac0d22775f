import { type DatabaseInfo, inspectDatabase, openDatabase } from '@kamar/database'

/** Opens a database without changes, reads its metadata and closes it. Throws `DatabaseOpenError`. */
export async function inspectLocation(location: {
  readonly url?: string | undefined
  readonly folder?: string
}): Promise<DatabaseInfo> {
  const open = await openDatabase({ ...location, migrations: 'none' })
  try {
    return await inspectDatabase(open.database)
  } finally {
    await open.close()
  }
}
