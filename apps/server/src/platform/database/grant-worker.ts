import { grantWorkerPermissions, runExclusively, type OpenDatabase } from '@kamar/database'
import type { Configuration } from '../configuration/configuration.js'
import { StartError } from '../start-error.js'

/**
 * Grants the workers' database role the rights that its statements need, at every start of a server, because a
 * migration may require new ones. Does nothing without `KAMAR_WORKER_DATABASE_ROLE`. Throws `StartError`.
 */
export async function grantWorker(
  open: Pick<OpenDatabase, 'database' | 'kind' | 'pool'>,
  { workerDatabaseRole: role }: Pick<Configuration, 'workerDatabaseRole'>,
): Promise<void> {
  if (role === null) return
  try {
    // Concurrent grants conflict.
    await runExclusively(open, 'starting', { wait: true, work: () => grantWorkerPermissions(open.database, role) })
  } catch (cause) {
    throw new StartError(
      `The database role ${role} (KAMAR_WORKER_DATABASE_ROLE) cannot be given the rights of a worker. ` +
        `It must exist (create role ${role} login password '…'), must not be the server's own, and the server's must own the tables.`,
      { cause },
    )
  }
}
