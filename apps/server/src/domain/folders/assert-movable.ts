import { AppError } from '@kamar/core'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { can } from '../../platform/authorization/permissions.js'
import type { FolderRow } from './folder-records.js'

/**
 * Throws `not-allowed` unless a file or folder may leave its project for that of a folder: only an owner of both may
 * move it, and only where one account pays for both.
 */
export function assertMovable(
  actor: AccountActor,
  row: Pick<FolderRow, 'role' | 'project_id' | 'owner_id'>,
  target: FolderRow,
): void {
  if (row.project_id === target.project_id) return
  const isOwner = [row, target].every(({ role }) => can(actor, 'file:share', { role, isExample: false }))
  if (!isOwner || row.owner_id !== target.owner_id) throw new AppError('not-allowed')
}
