import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  DatabaseOpenError,
  type DatabaseInfo,
  embeddedFolderState,
  inspectDatabase,
  openDatabase,
  type OpenDatabase,
} from '@kamar/database'
import type { Configuration } from '../platform/configuration/configuration.js'
import { type BackupSource, makeBackup } from './backup/make-backup.js'
import type { ControlledOperations } from './control/control-messages.js'
import { openStores } from '../platform/storage/stores.js'
import { OperationError } from './operation-error.js'
import { type VerifiedDeployment, verifyDeployment } from './verify/verify-deployment.js'

/** Deployment that no server of this machine has open. */
export interface OpenDeployment extends VerifiedDeployment {
  readonly schema: DatabaseInfo['schema']
  close(): Promise<void>
}

/** Returns the folder of the embedded database in a data folder. */
export const getDatabaseFolder = (dataFolder: string): string => join(dataFolder, 'database')

/** Opens the deployment of these settings without changing it. Throws `OperationError`. */
export async function openDeployment(configuration: Configuration): Promise<OpenDeployment> {
  const { databaseUrl, dataFolder } = configuration
  const folder = getDatabaseFolder(dataFolder)
  if (databaseUrl === null && embeddedFolderState(folder) === 'absent') {
    throw new OperationError(`There is no database in ${dataFolder}; say with KAMAR_DATA_DIR where the data folder is.`)
  }
  const open = await openAsItIs({ url: databaseUrl ?? undefined, folder })
  try {
    const { schema } = await inspectDatabase(open.database)
    if (schema === 'newer')
      throw new OperationError('The database was written by a newer version of Kamar; use that version for this.')
    if (schema === 'empty') throw new OperationError('The database is empty: there is nothing of Kamar in it yet.')
    const { blobs, derivatives, objects } = await openStores(configuration)
    const close = async (): Promise<void> => {
      objects?.close()
      await open.close()
    }
    return { database: open.database, blobs, derivatives, schema, close }
  } catch (error) {
    await open.close()
    throw error
  }
}

async function openAsItIs(location: {
  readonly url: string | undefined
  readonly folder: string
}): Promise<OpenDatabase> {
  try {
    return await openDatabase({ ...location, migrations: 'none' })
  } catch (error) {
    if (!(error instanceof DatabaseOpenError)) throw error
    const hint = ' That process does not answer commands: stop it, or ask on the machine where it runs.'
    throw new OperationError(
      error.reason === 'folder-in-use' ? error.message.replace(' Stop it first.', hint) : error.message,
      {
        cause: error,
      },
    )
  }
}

/** Creates the operations on an open deployment. */
export function createOperations(
  deployment: VerifiedDeployment,
  { dataFolder, secret }: Pick<Configuration, 'dataFolder' | 'secret'>,
): ControlledOperations {
  const { blobs, database, derivatives } = deployment
  const parts = { blobs, database, derivatives }
  return {
    async backup(options, onProgress) {
      const secretText = secret === null ? await readFile(join(dataFolder, 'secrets', 'tokens'), 'utf8') : null
      const source: BackupSource = { ...parts, secret: secretText }
      return makeBackup(source, options, onProgress)
    },
    verify: (onProgress) => verifyDeployment(parts, onProgress),
  }
}
