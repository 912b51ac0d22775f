import { AppError } from '@kamar/core'
import {
  type FileRecord,
  type InvitationForm,
  type InvitationResult,
  type MentionableUser,
  type OpenedInvitation,
  type ProjectPeople,
  type ProjectRecord,
  type ProjectRole,
} from '@kamar/contracts'
import { appendAuditEvent, type Database } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { can } from '../../platform/authorization/permissions.js'
import { toFileRecord, findUsableFile, type OwnedFileRow } from '../../domain/files/file-records.js'
import { lockFile } from '../../domain/versions/insert-version.js'
import type { ModuleContext } from '../../domain/module-context.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import { acceptInvitation, openInvitation } from '../../domain/projects/project-invitations.js'
import { findUsableFolder, listAreaMembers } from '../../domain/folders/folder-records.js'
import { moveFiles } from '../../domain/folders/move-files.js'
import { unassignWithoutAccess } from '../../domain/folders/unassign-without-access.js'
import { lockProjects } from '../../domain/projects/lock-projects.js'
import { createOwnProject, createProject } from './file-projects.js'
import { invite } from './invite.js'
import {
  findProject,
  listInvitations,
  listMembers,
  toProjectRecord,
  type ProjectRow,
  selectAccountProjects,
} from './project-rows.js'

/** Manages projects and their members. */
export class MemberService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  /** Lists the projects, the personal one first, then by name. */
  async listProjects(actor: AccountActor): Promise<ProjectRecord[]> {
    const rows = await selectAccountProjects(this.#context.database, actor.accountId)
      .orderBy(sql`project.personal and project.owner_id = ${actor.accountId}`, 'desc')
      .orderBy(sql`lower(project.name)`)
      .orderBy('project.id')
      .execute()
    return rows.map((row) => this.#toRecord(row, actor))
  }

  async createProject(actor: AccountActor, name: string): Promise<ProjectRecord> {
    const { database } = this.#context
    const id = await database.transaction().execute((transaction) => createProject(transaction, actor, name))
    return this.#record(actor, id)
  }

  async renameProject(actor: AccountActor, id: string, name: string): Promise<ProjectRecord> {
    const { database, transact } = this.#context
    const project = await findProject(database, actor, { id, action: 'project:share' })
    await transact(async (unit) => {
      const { transaction } = unit
      await transaction.updateTable('project').set({ name }).where('id', '=', id).execute()
      const details = { from: project.name, to: name }
      await appendAuditEvent(transaction, { actor: actor.accountId, action: 'project.rename', subject: id, details })
      notifyProject(unit, id)
    })
    return this.#record(actor, id)
  }

  /**
   * Sets whether the files of a project may be sent to Autodesk's cloud, where it is configured; only the account
   * charged for the project may.
   */
  async letFilesLeave(actor: AccountActor, id: string, filesMayLeave: boolean): Promise<ProjectRecord> {
    const { configuration, database, transact } = this.#context
    const project = await findProject(database, actor, { id, action: 'project:share' })
    if (project.owner_id !== actor.accountId) throw new AppError('not-allowed')
    // Forbidding is always possible; permission without a configured cloud would apply to any later one.
    if (filesMayLeave && configuration.autodeskCloud === null) throw new AppError('not-allowed')
    await transact(async (unit) => {
      const { transaction } = unit
      await transaction.updateTable('project').set({ files_may_leave: filesMayLeave }).where('id', '=', id).execute()
      const action = 'project.let-files-leave'
      await appendAuditEvent(transaction, { actor: actor.accountId, action, subject: id, details: { filesMayLeave } })
      notifyProject(unit, id)
    })
    return this.#record(actor, id)
  }

  /** Limits the size of all files of a project; only the account charged for it may. */
  async limitProject(actor: AccountActor, id: string, quotaBytes: number | null): Promise<ProjectRecord> {
    const { database, transact } = this.#context
    const project = await findProject(database, actor, { id, action: 'project:share' })
    if (project.owner_id !== actor.accountId) throw new AppError('not-allowed')
    await transact(async (unit) => {
      const { transaction } = unit
      await transaction.updateTable('project').set({ quota_bytes: quotaBytes }).where('id', '=', id).execute()
      const details = { from: project.quota_bytes, to: quotaBytes }
      await appendAuditEvent(transaction, { actor: actor.accountId, action: 'project.quota', subject: id, details })
      notifyProject(unit, id)
    })
    return this.#record(actor, id)
  }

  /** Deletes an empty project; only the account charged for it may. */
  async deleteProject(actor: AccountActor, id: string): Promise<void> {
    const { database, transact } = this.#context
    const project = await findProject(database, actor, { id, action: 'project:share' })
    if (project.owner_id !== actor.accountId) throw new AppError('not-allowed')
    if (project.personal) throw new AppError('project-personal')
    const members = await listMembers(database, project, actor.accountId)
    await transact(async (unit) => {
      const { transaction } = unit
      await lockProjects(transaction, [id])
      const file = await transaction.selectFrom('file').select('id').where('project_id', '=', id).executeTakeFirst()
      if (file) throw new AppError('project-not-empty')
      await transaction.deleteFrom('project').where('id', '=', id).execute()
      await appendAuditEvent(transaction, {
        actor: actor.accountId,
        action: 'project.delete',
        subject: id,
        details: { name: project.name },
      })
      const memberIds = members.map((member) => member.id)
      notifyAccounts(unit, memberIds, id)
    })
  }

  async listProjectMembers(actor: AccountActor, projectId: string): Promise<ProjectPeople> {
    const { database } = this.#context
    return this.#readMembers(actor, await findProject(database, actor, { id: projectId, action: 'project:read' }))
  }

  async listFileMembers(actor: AccountActor, fileId: string): Promise<ProjectPeople> {
    const file = await this.#findFile(actor, fileId)
    return this.listProjectMembers(actor, file.project_id)
  }

  async inviteMember(actor: AccountActor, projectId: string, form: InvitationForm): Promise<InvitationResult> {
    const { database, domain, transact } = this.#context
    const project = await findProject(database, actor, { id: projectId, action: 'project:share' })
    if (project.personal) throw new AppError('project-personal')
    await domain.attempts.invitation(actor.accountId)
    const invitationCode = await transact((unit) => invite(unit, { actor, project, form }, this.#sendsMail))
    return { ...(await this.listProjectMembers(actor, projectId)), invitationCode }
  }

  /** Shares one file: a file in the personal project gets its own project, so that nothing else is shared with it. */
  async shareFile(actor: AccountActor, fileId: string, form: InvitationForm): Promise<InvitationResult> {
    const { database, domain, transact } = this.#context
    await findUsableFile(database, actor, { id: fileId, action: 'file:share' })
    await domain.attempts.invitation(actor.accountId)
    const { invitationCode, projectId } = await transact(async (unit) => {
      const { transaction } = unit
      // Two concurrent first shares of a file create one project.
      await lockFile(transaction, fileId)
      const file = await findUsableFile(transaction, actor, { id: fileId, action: 'file:share' })
      const id = file.project_personal ? await createOwnProject(unit, actor, file) : file.project_id
      const project = await findProject(transaction, actor, { id, action: 'project:share' })
      unit.publish('file', { type: 'changed', fileId })
      const code = await invite(unit, { actor, project, form, fileId }, this.#sendsMail)
      return { projectId: id, invitationCode: code }
    })
    return { ...(await this.listProjectMembers(actor, projectId)), invitationCode }
  }

  async changeMember(
    actor: AccountActor,
    {
      projectId,
      accountId,
      role,
    }: { readonly projectId: string; readonly accountId: string; readonly role: ProjectRole },
  ): Promise<ProjectPeople> {
    const { database, transact } = this.#context
    const project = await findProject(database, actor, { id: projectId, action: 'project:share' })
    await transact(async (unit) => {
      const { transaction } = unit
      await lockProjects(transaction, [projectId])
      if (accountId === project.owner_id) throw new AppError('owner-stays')
      // The project is locked, so that the role cannot change between these two.
      const member = await transaction
        .selectFrom('membership')
        .select('role')
        .where('project_id', '=', projectId)
        .where(sql`account_id::text`, '=', accountId)
        .executeTakeFirst()
      if (!member) throw new AppError('not-found')
      await transaction
        .updateTable('membership')
        .set({ role })
        .where('project_id', '=', projectId)
        .where(sql`account_id::text`, '=', accountId)
        .execute()
      const details = { account: accountId, from: member.role, role }
      await appendAuditEvent(transaction, {
        actor: actor.accountId,
        action: 'project.role',
        subject: projectId,
        details,
      })
      notifyProject(unit, projectId)
    })
    return this.listProjectMembers(actor, projectId)
  }

  /** Removes a member: owners may remove others; every member may leave. */
  async removeMember(actor: AccountActor, projectId: string, accountId: string): Promise<void> {
    const { database, transact } = this.#context
    const isLeaving = accountId === actor.accountId
    const rights = isLeaving ? {} : ({ action: 'project:share' } as const)
    const project = await findProject(database, actor, { id: projectId, ...rights })
    if (accountId === project.owner_id) throw new AppError('owner-stays')
    await transact(async (unit) => {
      const { transaction } = unit
      await lockProjects(transaction, [projectId])
      const removed = await transaction
        .deleteFrom('membership')
        .where('project_id', '=', projectId)
        .where(sql`account_id::text`, '=', accountId)
        .returning('account_id')
        .executeTakeFirst()
      if (!removed) throw new AppError('not-found')
      await unassign(transaction, projectId, accountId)
      await appendAuditEvent(transaction, {
        actor: actor.accountId,
        action: isLeaving ? 'project.leave' : 'project.remove',
        subject: projectId,
        details: { account: accountId },
      })
      notifyProject(unit, projectId)
      notifyAccounts(unit, [accountId], projectId)
    })
  }

  async withdrawInvitation(actor: AccountActor, projectId: string, invitationId: string): Promise<void> {
    const { database, transact } = this.#context
    await findProject(database, actor, { id: projectId, action: 'project:share' })
    await transact(async (unit) => {
      const { transaction } = unit
      const removed = await transaction
        .deleteFrom('project_invitation')
        .where('project_id', '=', projectId)
        .where(sql`id::text`, '=', invitationId)
        .returning('email')
        .executeTakeFirst()
      if (!removed) throw new AppError('not-found')
      await appendAuditEvent(transaction, {
        actor: actor.accountId,
        action: 'project.withdraw',
        subject: projectId,
        details: { email: removed.email },
      })
      notifyProject(unit, projectId)
    })
  }

  /** Returns what the link of an invitation shows to its holder, signed in or not. */
  async openInvitation(code: string, address: string): Promise<OpenedInvitation> {
    await this.#context.domain.attempts.link(address)
    return openInvitation(this.#context.database, code)
  }

  /** Accepts an invitation; requires both its code and the invited address. */
  async acceptInvitation(actor: AccountActor, code: string): Promise<ProjectRecord> {
    const projectId = await this.#context.transact(async (unit) => {
      const id = await acceptInvitation(unit.transaction, actor.accountId, code)
      notifyProject(unit, id)
      return id
    })
    return this.#record(actor, projectId)
  }

  /** Moves a file between projects; only the account charged for both may. */
  async moveFile(actor: AccountActor, fileId: string, projectId: string): Promise<FileRecord> {
    const { database, transact } = this.#context
    const file = await findUsableFile(database, actor, { id: fileId, action: 'file:share' })
    const target = await findProject(database, actor, { id: projectId, action: 'project:share' })
    if (file.owner_id !== actor.accountId || target.owner_id !== actor.accountId) throw new AppError('not-allowed')
    await transact(async (unit) => {
      const folder = await findUsableFolder(unit.transaction, actor, { id: projectId, action: 'folder:create' })
      await moveFiles(unit, actor, { files: [file], folder })
    })
    return toFileRecord(await this.#findFile(actor, fileId))
  }

  /** Lists the users who may be mentioned in, or assigned to, topics of a file: everybody who sees it. */
  async mentionable(actor: AccountActor, fileId: string): Promise<MentionableUser[]> {
    const { area_id: areaId } = await this.#findFile(actor, fileId)
    const members = await listAreaMembers(this.#context.database, areaId)
    return members.map((member) => ({ ...member, isYou: member.id === actor.accountId }))
  }

  async #readMembers(actor: AccountActor, row: ProjectRow): Promise<ProjectPeople> {
    const { database } = this.#context
    const mayShare = !row.personal && can(actor, 'project:share', { role: row.role, isExample: false })
    return {
      project: this.#toRecord(row, actor),
      mayShare,
      members: await listMembers(database, row, actor.accountId),
      invitations: mayShare ? await listInvitations(database, row.id) : [],
    }
  }

  get #sendsMail(): boolean {
    return this.#context.configuration.mail !== null
  }

  #findFile(actor: AccountActor, id: string): Promise<OwnedFileRow> {
    return findUsableFile(this.#context.database, actor, { id, action: 'file:read' })
  }

  async #record(actor: AccountActor, id: string): Promise<ProjectRecord> {
    return this.#toRecord(await findProject(this.#context.database, actor, { id }), actor)
  }

  #toRecord(row: ProjectRow, actor: AccountActor): ProjectRecord {
    return toProjectRecord(row, actor.accountId, this.#context.configuration.autodeskCloud !== null)
  }
}

function notifyProject({ publish }: UnitOfWork, projectId: string): void {
  publish('live', { to: { projectId }, event: { type: 'people', projectId } })
}

function notifyAccounts({ publish }: UnitOfWork, accountIds: readonly string[], projectId: string): void {
  publish('live', { to: { accountIds }, event: { type: 'people', projectId } })
}

/** Unassigns the topics that a former member does not see any more; they keep the assignee's name. */
async function unassign(transaction: Transaction<Database>, projectId: string, accountId: string): Promise<void> {
  await unassignWithoutAccess(transaction, sql`file.project_id = ${projectId} and topic.assignee_id = ${accountId}`)
}
