import type { UnitOfWork } from '../../platform/unit-of-work.js'

/** Notifies the open pages of everybody who sees something of a project that its name, members or roles changed. */
export function notifyProject({ publish }: UnitOfWork, projectId: string): void {
  publish('live', { to: { projectId }, event: { type: 'people', projectId } })
}

/** Notifies the open pages of accounts that may see nothing of the project any more. */
export function notifyAccounts({ publish }: UnitOfWork, accountIds: readonly string[], projectId: string): void {
  publish('live', { to: { accountIds }, event: { type: 'people', projectId } })
}
