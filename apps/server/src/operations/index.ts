import { resolve } from 'node:path'
import { type Configuration, ConfigurationError, readConfiguration } from '../platform/configuration/configuration.js'
import type { Environment } from '../platform/configuration/environment.js'
import type { BackupReport, BackupOptions } from './backup/make-backup.js'
import { rehearseRestore, restoreBackup, type RestoreReport } from './backup/restore-backup.js'
import { findServer } from './control/control-client.js'
import type { ControlledOperations } from './control/control-messages.js'
import { OperationError } from './operation-error.js'
import { openDeployment, createOperations } from './open-deployment.js'
import type { VerifyReport } from './verify/verify-deployment.js'

export { formatErrorMessage } from './control/control-server.js'
export { examineDeployment, type Finding } from './doctor/examine-deployment.js'
export { isComplete, type VerifyReport } from './verify/verify-deployment.js'
export { OperationError }
export type { BackupReport, RestoreReport }

type Progress = (message: string) => void

function readValidConfiguration(environment: Environment): Configuration {
  try {
    return readConfiguration(environment)
  } catch (error) {
    if (error instanceof ConfigurationError) throw new OperationError(error.message, { cause: error })
    throw error
  }
}

/** Runs an operation on the server that has the data folder open; otherwise opens the folder for its duration. */
async function withDeployment<Result>(
  environment: Environment,
  work: (operations: ControlledOperations) => Promise<Result>,
  options: { readonly needsCurrentSchema: boolean },
): Promise<Result> {
  const configuration = readValidConfiguration(environment)
  const server = await findServer(configuration.dataFolder)
  if (server !== null) return work(server)
  const deployment = await openDeployment(configuration)
  try {
    if (options.needsCurrentSchema && deployment.schema !== 'current') {
      throw new OperationError('The database is of an older version; make a backup, then start this version once.')
    }
    return await work(createOperations(deployment, configuration))
  } finally {
    await deployment.close()
  }
}

/**
 * Creates a backup of the deployment with these settings, with or without a running server. Throws `OperationError`.
 */
export function backUp(environment: Environment, options: BackupOptions, onProgress: Progress): Promise<BackupReport> {
  const absolute = { ...options, folder: resolve(options.folder) }
  return withDeployment(environment, (operations) => operations.backup(absolute, onProgress), {
    needsCurrentSchema: false,
  })
}

/** Reads all stored bytes and compares them with the database. Throws `OperationError`. */
export function verify(environment: Environment, onProgress: Progress): Promise<VerifyReport> {
  return withDeployment(environment, (operations) => operations.verify(onProgress), { needsCurrentSchema: true })
}

/** Snapshot to restore, and its target. */
export interface RestoreCommand {
  readonly folder: string
  readonly snapshot?: string
  /** New data folder; null for a dry run. */
  readonly into: string | null
}

/**
 * Restores a snapshot or makes a dry run; `DATABASE_URL` names an empty database instead of the embedded one, the
 * settings of a bucket an empty one instead of the folders. Throws `OperationError`.
 */
export function restore(
  environment: Environment,
  command: RestoreCommand,
  onProgress: Progress,
): Promise<RestoreReport> {
  const { into, snapshot } = command
  const options = { folder: resolve(command.folder), ...(snapshot === undefined ? {} : { snapshot }) }
  if (into === null) return rehearseRestore(options, onProgress)
  const { databaseUrl, objectStore } = readValidConfiguration(environment)
  return restoreBackup(options, { dataFolder: resolve(into), databaseUrl, objectStore }, onProgress)
}
