import { AppError } from '@kamar/core'
import type { ProjectRecord } from '@kamar/contracts'
import { appendAuditEvent } from '@kamar/database'
import { sql } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { lockProjects } from '../../domain/projects/lock-projects.js'
import { createProject } from './file-projects.js'
import { listMembers } from './member-rows.js'
import { notifyAccounts, notifyProject } from './notify-project.js'
import { canDecideAsPayer, findProject, readProject, selectAccountProjects, toProjectRecord } from './project-rows.js'

/** Manages projects. */
export class ProjectService {
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
    const reachesCloud = this.#context.configuration.autodeskCloud !== null
    return rows.map((row) => toProjectRecord(row, actor.accountId, reachesCloud))
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
   * charged for the project may, or its owners if that is a company.
   */
  async letFilesLeave(actor: AccountActor, id: string, filesMayLeave: boolean): Promise<ProjectRecord> {
    const { configuration, database, transact } = this.#context
    const project = await findProject(database, actor, { id, action: 'project:share' })
    if (!canDecideAsPayer(project, actor.accountId)) throw new AppError('not-allowed')
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
    if (!canDecideAsPayer(project, actor.accountId)) throw new AppError('not-allowed')
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
    if (!canDecideAsPayer(project, actor.accountId)) throw new AppError('not-allowed')
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

  #record(actor: AccountActor, id: string): Promise<ProjectRecord> {
    return readProject(this.#context, actor, id)
  }
}
