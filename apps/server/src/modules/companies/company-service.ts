import type { AuditAction, CompanyChange, CompanyForm, CompanyRecord, PaidProject } from '@kamar/contracts'
import { AppError } from '@kamar/core'
import { appendAuditEvent, type Database, type JsonObject, newId } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { containsText } from '../../platform/database/contains-text.js'
import { isIdentifier } from '../../domain/files/file-records.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { changeAccess } from '../../domain/projects/change-access.js'
import { systemAccountId } from '../../domain/projects/example-project.js'
import { changePayer } from '../../domain/projects/transfer-projects.js'

const maxFoundProjects = 20

/** Manages company accounts on behalf of an administrator. */
export class CompanyService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  list(): Promise<CompanyRecord[]> {
    return listCompanies(this.#context.database)
  }

  async create(actor: AccountActor, { name, quotaBytes }: CompanyForm): Promise<CompanyRecord> {
    const id = newId()
    return this.#context.transact(async ({ transaction }) => {
      await transaction
        .insertInto('account')
        .values({
          id,
          kind: 'company',
          name,
          quota_bytes: quotaBytes,
          status: 'approved',
          // The column is unique and required; no mail reaches this domain (RFC 2606).
          email: `${id}@company.invalid`,
          username: null,
          password_hash: null,
          avatar_blob: null,
        })
        .execute()
      await record(transaction, actor, { action: 'company.create', subject: id, details: { name, quotaBytes } })
      return findCompany(transaction, id)
    })
  }

  async change(actor: AccountActor, id: string, { name, quotaBytes }: CompanyChange): Promise<CompanyRecord> {
    return this.#context.transact(async ({ transaction }) => {
      const company = await findCompany(transaction, id)
      await transaction
        .updateTable('account')
        .set({
          ...(name === undefined ? {} : { name }),
          ...(quotaBytes === undefined ? {} : { quota_bytes: quotaBytes }),
          updated_at: new Date(),
        })
        .where('id', '=', id)
        .execute()
      const details = { from: { name: company.name, quotaBytes: company.quotaBytes }, to: { name, quotaBytes } }
      await record(transaction, actor, { action: 'company.change', subject: id, details: toJson(details) })
      return findCompany(transaction, id)
    })
  }

  /** Deletes a company account; throws `company-in-use` while it pays for projects. */
  async remove(actor: AccountActor, id: string): Promise<void> {
    await this.#context.transact(async ({ transaction }) => {
      if (isIdentifier(id))
        await transaction.selectFrom('account').select('id').where('id', '=', id).forUpdate().execute()
      const { name, projects } = await findCompany(transaction, id)
      if (projects.length > 0)
        throw new AppError('company-in-use', { projects: projects.map((project) => project.name).join(', ') })
      await record(transaction, actor, { action: 'company.delete', subject: id, details: { name } })
      await transaction.deleteFrom('account').where('id', '=', id).execute()
    })
  }

  findProjects(search: string): Promise<PaidProject[]> {
    return selectPaidProjects(this.#context.database)
      .where(containsText(sql.ref('project.name'), search.trim()))
      .limit(maxFoundProjects)
      .execute()
      .then((rows) => rows.map(toPaidProject))
  }

  /** Makes another account pay for a project. */
  async changePayer(actor: AccountActor, projectId: string, accountId: string): Promise<PaidProject> {
    if (!isIdentifier(projectId)) throw new AppError('not-found')
    return this.#context.transact(async (unit) => {
      const { transaction } = unit
      const from = await changeAccess(unit, [projectId], () => changePayer(transaction, projectId, accountId))
      if (from !== accountId) {
        const details = { account: accountId, from }
        await record(transaction, actor, { action: 'project.payer', subject: projectId, details })
      }
      return toPaidProject(
        await selectPaidProjects(transaction).where('project.id', '=', projectId).executeTakeFirstOrThrow(),
      )
    })
  }
}

async function listCompanies(connection: Kysely<Database>, id: string | null = null): Promise<CompanyRecord[]> {
  const { rows } = await sql<CompanyRecord>`
    select account.id, account.name, account.quota_bytes as "quotaBytes", account.used_bytes as "usedBytes",
      coalesce((
        select json_agg(json_build_object('id', project.id, 'name', project.name) order by lower(project.name), project.id)
        from project where project.owner_id = account.id
      ), '[]') as projects
    from account
    where account.kind = 'company' and (${id}::uuid is null or account.id = ${id}::uuid)
    order by lower(account.name), account.id`.execute(connection)
  return rows
}

async function findCompany(connection: Kysely<Database>, id: string): Promise<CompanyRecord> {
  const [company] = isIdentifier(id) ? await listCompanies(connection, id) : []
  if (!company) throw new AppError('not-found')
  return company
}

/** Selects shared projects, without the examples. */
function selectPaidProjects(connection: Kysely<Database>) {
  return connection
    .selectFrom('project')
    .innerJoin('account', 'account.id', 'project.owner_id')
    .select([
      'project.id',
      'project.name',
      'project.used_bytes',
      'account.id as payer_id',
      'account.name as payer_name',
    ])
    .where('project.personal', '=', false)
    .where('project.owner_id', '!=', systemAccountId)
    .orderBy(sql`lower(project.name)`)
    .orderBy('project.id')
}

type PaidProjectRow = Awaited<ReturnType<ReturnType<typeof selectPaidProjects>['executeTakeFirstOrThrow']>>

const toPaidProject = ({ id, name, payer_id, payer_name, used_bytes: usedBytes }: PaidProjectRow): PaidProject => ({
  id,
  name,
  payer: { id: payer_id, name: payer_name },
  usedBytes,
})

const toJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject

function record(
  transaction: Transaction<Database>,
  { accountId }: AccountActor,
  event: { readonly action: AuditAction; readonly subject: string; readonly details: JsonObject },
): Promise<void> {
  return appendAuditEvent(transaction, { actor: accountId, ...event })
}
