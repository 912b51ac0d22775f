/** Roles of a process: everything, only requests, or only translations. */
export const roles = ['all', 'server', 'worker'] as const
/** One of `roles`. */
export type Role = (typeof roles)[number]

/** Settings of resources that several processes need to share; null where a process has its own. */
interface SharedResources {
  readonly databaseUrl: string | null
  readonly objectStore: object | null
  readonly role: Role
  readonly secret: string | null
  readonly workerDatabaseRole: string | null
}

/** Returns errors that depend on several settings: resources that several processes need to share. */
export function listFleetErrors(resources: SharedResources): string[] {
  const { databaseUrl, objectStore, role, secret, workerDatabaseRole } = resources
  const errors: string[] = []
  if (role !== 'all' && databaseUrl === null)
    errors.push(`KAMAR_ROLE=${role} needs DATABASE_URL: an embedded database belongs to one process.`)
  if (objectStore !== null && databaseUrl === null)
    errors.push('KAMAR_S3_BUCKET needs DATABASE_URL: files of a bucket would be lost with the embedded database.')
  if (workerDatabaseRole !== null && databaseUrl === null)
    errors.push('KAMAR_WORKER_DATABASE_ROLE needs DATABASE_URL: an embedded database has no roles.')
  if (role === 'server' && secret === null)
    errors.push('KAMAR_ROLE=server needs KAMAR_SECRET, the same for every server: it signs what people sign in with.')
  if (role === 'all' && objectStore !== null && secret === null)
    errors.push(
      'KAMAR_S3_BUCKET needs KAMAR_SECRET, the same for every process: one kept in a data folder is known to nobody else.',
    )
  return errors
}
