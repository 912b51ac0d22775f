import { resolve } from 'node:path'
import { type Configuration, ConfigurationError, readConfiguration } from '../configuration.js'
import type { Environment } from '../environment.js'
import type { BackupReport, BackupWish } from './backup/make-backup.js'
import { rehearseRestore, restoreBackup, type RestoreReport } from './backup/restore-backup.js'
import { findServer } from './control/control-client.js'
import type { ControlledOperations } from './control/control-messages.js'
import { OperationError } from './operation-error.js'
import { openDeployment, operationsOf } from './open-deployment.js'
import type { VerifyReport } from './verify/verify-deployment.js'

export { sentenceOf } from './control/control-server.js'
export { examineDeployment, type Finding } from './doctor/examine-deployment.js'
export { isWhole, type VerifyReport } from './verify/verify-deployment.js'
export { OperationError }
export type { BackupReport, RestoreReport }

type Progress = (sentence: string) => void

function configurationOf(environment: Environment): Configuration {
  try {
    return readConfiguration(environment)
  } catch (error) {
    if (error instanceof ConfigurationError) throw new OperationError(error.message, { cause: error })
    throw error
  }
}

/** Has it done by the server that has the data folder open, else opens it for as long as it takes. */
async function withDeployment<Result>(
  environment: Environment,
  work: (operations: ControlledOperations) => Promise<Result>,
  options: { readonly needsCurrentSchema: boolean },
): Promise<Result> {
  const configuration = configurationOf(environment)
  const server = await findServer(configuration.dataFolder)
  if (server !== null) return work(server)
  const deployment = await openDeployment(configuration)
  try {
    if (options.needsCurrentSchema && deployment.schema !== 'current') {
      throw new OperationError('The database is of an older version; make a backup, then start this version once.')
    }
    return await work(operationsOf(deployment, configuration))
  } finally {
    await deployment.close()
  }
}

/** Makes a backup of the deployment that these settings name, beside a running server or without. Throws `OperationError`. */
export function backUp(environment: Environment, wish: BackupWish, onProgress: Progress): Promise<BackupReport> {
  const absolute = { ...wish, folder: resolve(wish.folder) }
  return withDeployment(environment, (operations) => operations.backup(absolute, onProgress), {
    needsCurrentSchema: false,
  })
}

/** Reads everything that is stored and compares it with the database. Throws `OperationError`. */
export function verify(environment: Environment, onProgress: Progress): Promise<VerifyReport> {
  return withDeployment(environment, (operations) => operations.verify(onProgress), { needsCurrentSchema: true })
}

/** Which snapshot is restored, and where to. */
export interface RestoreCommand {
  readonly folder: string
  readonly snapshot?: string
  /** The new data folder; null rehearses. */
  readonly into: string | null
}

/**
 * Restores or rehearses; `DATABASE_URL` names an empty database that takes the place of the embedded one, the settings of a
 * bucket an empty one that takes the place of the folders. Throws `OperationError`.
 */
export function restore(
  environment: Environment,
  command: RestoreCommand,
  onProgress: Progress,
): Promise<RestoreReport> {
  const { into, snapshot } = command
  const wish = { folder: resolve(command.folder), ...(snapshot === undefined ? {} : { snapshot }) }
  if (into === null) return rehearseRestore(wish, onProgress)
  const { databaseUrl, objectStore } = configurationOf(environment)
  return restoreBackup(wish, { dataFolder: resolve(into), databaseUrl, objectStore }, onProgress)
}
