import { AppError } from '@kamar/core'
import {
  type AccessEffects,
  type FileRecord,
  type GroupReference,
  type InvitationForm,
  type InvitationResult,
  type MemberRole,
  type MembersPlanForm,
  type MentionableUser,
  type OpenedInvitation,
  type ProjectInvitationForm,
  type ProjectPeople,
  type ProjectRecord,
} from '@kamar/contracts'
import { appendAuditEvent } from '@kamar/database'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { can } from '../../platform/authorization/permissions.js'
import { toFileRecord, findUsableFile, type OwnedFileRow } from '../../domain/files/file-records.js'
import { nameActor } from '../../domain/accounts/user-names.js'
import { lockFile } from '../../domain/versions/insert-version.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { changeAccess, planAccess } from '../../domain/projects/change-access.js'
import { acceptInvitation, openInvitation } from '../../domain/projects/project-invitations.js'
import { findUsableFolder, type FolderRow, isRoot, listAreaMembers } from '../../domain/folders/folder-records.js'
import { moveFiles } from '../../domain/folders/move-files.js'
import { notify } from '../../domain/notifications/notify.js'
import { createOwnProject } from './file-projects.js'
import { invite } from './invite.js'
import {
  changeGroupRole,
  changeMemberRole,
  changeRole,
  listGroupAccountIds,
  withdrawInvitation,
} from './member-changes.js'
import { listAreaAccess, listInvitations, listMembers, listOtherGroups, listProjectGroups } from './member-rows.js'
import { notifyProject } from './notify-project.js'
import { canDecideAsPayer, findProject, type ProjectRow, readProject, toProjectRecord } from './project-rows.js'

interface MemberChange {
  readonly projectId: string
  readonly accountId: string
  readonly role: MemberRole
}

interface GroupChange {
  readonly projectId: string
  readonly groupId: string
  readonly role: MemberRole | null
}

/** Manages the members and groups of projects. */
export class MemberService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  async listProjectMembers(actor: AccountActor, projectId: string): Promise<ProjectPeople> {
    const { database } = this.#context
    const project = await findProject(database, actor, { id: projectId, action: 'project:read' })
    const mayShare = !project.personal && can(actor, 'project:share', { role: project.role, isExample: false })
    return {
      project: this.#toRecord(project, actor),
      folder: null,
      mayShare,
      members: await listMembers(database, project, actor.accountId),
      groups: await listProjectGroups(database, projectId),
      invitations: mayShare ? await listInvitations(database, { projectId }) : [],
    }
  }

  /** Lists who sees a file. */
  async listFileMembers(actor: AccountActor, fileId: string): Promise<ProjectPeople> {
    const { area_id: areaId } = await this.#findFile(actor, fileId)
    return this.#listAreaMembers(actor, areaId)
  }

  /** Invites to a project, or to one of its folders: owners of the folder may. */
  async inviteMember(actor: AccountActor, projectId: string, form: ProjectInvitationForm): Promise<InvitationResult> {
    const { database, domain, transact } = this.#context
    const { folderId = projectId } = form
    const folder = await this.#findSharedArea(actor, folderId)
    if (folder.project_id !== projectId) throw new AppError('not-found')
    const project = await findProject(database, actor, { id: projectId })
    if (project.personal) throw new AppError('project-personal')
    await domain.attempts.invitation(actor.accountId)
    const target = isRoot(folder) ? null : folder
    const invitationCode = await transact((unit) =>
      invite(unit, { actor, project, folder: target, form }, this.#sendsMail),
    )
    const members = await (project.role === null
      ? this.#listAreaMembers(actor, folderId)
      : this.listProjectMembers(actor, projectId))
    return { ...members, invitationCode }
  }

  /**
   * Shares one file: a file in the personal project gets its own project, so that nothing else is shared with it; one in
   * a folder with permissions of its own is shared with everything in this folder.
   */
  async shareFile(actor: AccountActor, fileId: string, form: InvitationForm): Promise<InvitationResult> {
    const { database, domain, transact } = this.#context
    await findUsableFile(database, actor, { id: fileId, action: 'file:share' })
    await domain.attempts.invitation(actor.accountId)
    const invitationCode = await transact(async (unit) => {
      const { transaction } = unit
      // Two concurrent first shares of a file create one project.
      await lockFile(transaction, fileId)
      const file = await findUsableFile(transaction, actor, { id: fileId, action: 'file:share' })
      const areaId = file.project_personal ? await createOwnProject(unit, actor, file) : file.area_id
      const area = await findUsableFolder(transaction, actor, { id: areaId, action: 'folder:permissions' })
      const project = await findProject(transaction, actor, { id: area.project_id })
      unit.publish('file', { type: 'changed', fileId })
      return invite(unit, { actor, project, folder: isRoot(area) ? null : area, form, fileId }, this.#sendsMail)
    })
    return { ...(await this.listFileMembers(actor, fileId)), invitationCode }
  }

  async changeMember(actor: AccountActor, { accountId, projectId, role }: MemberChange): Promise<ProjectPeople> {
    const { database, transact } = this.#context
    const project = await findProject(database, actor, { id: projectId, action: 'project:share' })
    await transact(async (unit) => {
      const change = { project, id: accountId, role }
      const from = await changeAccess(unit, [projectId], () => changeMemberRole(unit.transaction, change))
      const details = { account: accountId, from, role }
      await appendAuditEvent(unit.transaction, {
        actor: actor.accountId,
        action: 'project.role',
        subject: projectId,
        details,
      })
    })
    return this.listProjectMembers(actor, projectId)
  }

  /** Removes a member: owners may remove others; every member may leave. */
  async removeMember(actor: AccountActor, projectId: string, accountId: string): Promise<void> {
    const { database, transact } = this.#context
    const isLeaving = accountId === actor.accountId
    const rights = isLeaving ? {} : ({ action: 'project:share' } as const)
    const project = await findProject(database, actor, { id: projectId, ...rights })
    await transact(async (unit) => {
      const change = { project, id: accountId, role: null }
      await changeAccess(unit, [projectId], () => changeMemberRole(unit.transaction, change))
      await appendAuditEvent(unit.transaction, {
        actor: actor.accountId,
        action: isLeaving ? 'project.leave' : 'project.remove',
        subject: projectId,
        details: { account: accountId },
      })
    })
  }

  /** Lists who would gain and lose access by another role of a member or a group, or by its removal. */
  async planMembers(actor: AccountActor, projectId: string, form: MembersPlanForm): Promise<AccessEffects> {
    const { database } = this.#context
    const project = await findProject(database, actor, { id: projectId, action: 'project:share' })
    if (project.personal) throw new AppError('project-personal')
    return planAccess(database, projectId, (transaction) => changeRole(transaction, project, form))
  }

  async listAvailableGroups(actor: AccountActor, projectId: string): Promise<GroupReference[]> {
    const { database } = this.#context
    const project = await findProject(database, actor, { id: projectId, action: 'project:share' })
    return project.personal ? [] : listOtherGroups(database, projectId)
  }

  /** Gives a group a role in a project, or removes it. */
  async setGroup(actor: AccountActor, { groupId, projectId, role }: GroupChange): Promise<ProjectPeople> {
    const { database, transact } = this.#context
    const project = await findProject(database, actor, { id: projectId, action: 'project:share' })
    if (project.personal) throw new AppError('project-personal')
    await transact(async (unit) => {
      const { transaction } = unit
      const change = { project, id: groupId, role }
      const from = await changeAccess(unit, [projectId], () => changeGroupRole(transaction, change))
      await appendAuditEvent(transaction, {
        actor: actor.accountId,
        action: role === null ? 'project.group-remove' : 'project.group',
        subject: projectId,
        details: { group: groupId, from, role },
      })
      if (from === null)
        await notify(unit, {
          kind: 'shared',
          recipients: await listGroupAccountIds(transaction, groupId),
          actor: await nameActor(transaction, actor),
          projectId,
        })
    })
    return this.listProjectMembers(actor, projectId)
  }

  async withdrawInvitation(actor: AccountActor, projectId: string, invitationId: string): Promise<void> {
    const { database, transact } = this.#context
    const { role } = await findProject(database, actor, { id: projectId })
    const ownsProject = can(actor, 'project:share', { role, isExample: false })
    await transact(async (unit) => {
      await withdrawInvitation(unit.transaction, actor, { invitationId, ownsProject, projectId })
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
    return readProject(this.#context, actor, projectId)
  }

  /** Moves a file between projects; only the account charged for both may. */
  async moveFile(actor: AccountActor, fileId: string, projectId: string): Promise<FileRecord> {
    const { database, transact } = this.#context
    const file = await findUsableFile(database, actor, { id: fileId, action: 'file:share' })
    const target = await findProject(database, actor, { id: projectId, action: 'project:share' })
    if (file.owner_id !== target.owner_id || !canDecideAsPayer(target, actor.accountId))
      throw new AppError('not-allowed')
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

  /** Finds the top of a project or a folder with permissions of its own, which the actor may share. */
  async #findSharedArea(actor: AccountActor, id: string): Promise<FolderRow> {
    const folder = await findUsableFolder(this.#context.database, actor, { id, action: 'folder:permissions' })
    if (folder.area_id !== folder.id) throw new AppError('invalid-input', { field: 'body.folderId' })
    return folder
  }

  /** Lists who sees an area of a project, and who is invited to it. */
  async #listAreaMembers(actor: AccountActor, areaId: string): Promise<ProjectPeople> {
    const { database } = this.#context
    const area = await findUsableFolder(database, actor, { id: areaId })
    const project = await findProject(database, actor, { id: area.project_id })
    const mayShare = !project.personal && can(actor, 'folder:permissions', { role: area.role, isExample: false })
    const folderId = isRoot(area) ? undefined : area.id
    return {
      project: this.#toRecord(project, actor),
      folder: isRoot(area) ? null : { id: area.id, name: area.name },
      mayShare,
      members: await listAreaAccess(database, { areaId, project }, actor.accountId),
      groups: isRoot(area) ? await listProjectGroups(database, project.id) : [],
      invitations: mayShare ? await listInvitations(database, { projectId: project.id, folderId }) : [],
    }
  }

  get #sendsMail(): boolean {
    return this.#context.configuration.mail !== null
  }

  #findFile(actor: AccountActor, id: string): Promise<OwnedFileRow> {
    return findUsableFile(this.#context.database, actor, { id, action: 'file:read' })
  }

  #toRecord(row: ProjectRow, actor: AccountActor): ProjectRecord {
    return toProjectRecord(row, actor.accountId, this.#context.configuration.autodeskCloud !== null)
  }
}
