import type { UnitOfWork } from '../../platform/unit-of-work.js'

/** Tells the open pages of these projects that folders or their files changed. */
export function publishFolders({ publish }: UnitOfWork, projectIds: readonly string[]): void {
  for (const projectId of projectIds) publish('live', { to: { projectId }, event: { type: 'folders', projectId } })
}
