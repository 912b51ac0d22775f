import type { ProjectRole } from '@kamar/contracts'
import { AppError } from '@kamar/core'
import { type Database, type MembershipRole, newId } from '@kamar/database'
import { seededRandom } from '@kamar/test-kit'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AccountActor } from '../platform/authorization/actor.js'
import { findUsableFolder } from '../domain/folders/folder-records.js'
import { insertProject } from '../domain/projects/insert-project.js'
import { deleteFolder, findDeletion, restoreDeletion } from '../modules/folders/deletions.js'
import { insertFolder, relocateFolder } from '../modules/folders/folder-tree.js'
import { setPermissions } from '../modules/folders/permissions.js'

const roles: readonly ProjectRole[] = ['viewer', 'commenter', 'editor', 'owner']
const memberRoles: readonly MembershipRole[] = [...roles, 'folder']

interface Folder {
  readonly id: string
  parent: string | null
  project: string
  rules: ReadonlyMap<string, ProjectRole> | null
}

/** What the database holds, resolved by looking at every rule for every account. */
class NaiveTree {
  readonly accounts = new Set<string>()
  readonly groups = new Map<string, Set<string>>()
  /** Roles of accounts and groups by project. */
  readonly members = new Map<string, Map<string, MembershipRole>>()
  readonly folders = new Map<string, Folder>()
  readonly deletions = new Map<string, readonly string[]>()

  findArea(id: string): string {
    const folder = this.folders.get(id)
    return !folder || folder.parent === null || folder.rules !== null ? id : this.findArea(folder.parent)
  }

  resolve(): string[] {
    const areas = [...this.folders.keys()].filter((id) => this.findArea(id) === id)
    return areas
      .flatMap((area) => [...this.accounts].map((account) => ({ area, account, role: this.#role(area, account) })))
      .flatMap(({ account, area, role }) => (role === null ? [] : [`${area} ${account} ${role}`]))
      .toSorted()
  }

  #role(areaId: string, account: string): ProjectRole | null {
    const { parent, project, rules } = this.#get(areaId)
    const atTop = this.#findHighest(this.members.get(project) ?? new Map<string, MembershipRole>(), account)
    if (parent === null || atTop === 'owner') return atTop
    return this.#findHighest(rules ?? new Map<string, ProjectRole>(), account)
  }

  #findHighest(rules: ReadonlyMap<string, MembershipRole>, account: string): ProjectRole | null {
    let highest: ProjectRole | null = null
    for (const [subject, role] of rules) {
      const applies = subject === account || this.groups.get(subject)?.has(account) === true
      if (!applies || role === 'folder') continue
      if (highest === null || roles.indexOf(role) > roles.indexOf(highest)) highest = role
    }
    return highest
  }

  /** Removes a member or a group from a project, with its rules. */
  removeMember(project: string, subject: string): void {
    this.members.get(project)?.delete(subject)
    for (const folder of this.folders.values())
      if (folder.project === project && folder.rules !== null)
        folder.rules = new Map([...folder.rules].filter(([id]) => id !== subject))
  }

  moveFolder(id: string, parentId: string): void {
    const folder = this.#get(id)
    const { project } = this.#get(parentId)
    folder.parent = parentId
    if (folder.project === project) return
    const members = this.members.get(project)
    for (const child of this.below(id)) {
      child.project = project
      if (child.rules !== null) child.rules = new Map([...child.rules].filter(([subject]) => members?.has(subject)))
    }
  }

  below(id: string): Folder[] {
    return [...this.folders.values()].filter((folder) => this.isBelow(folder.id, id))
  }

  isBelow(id: string, top: string): boolean {
    if (id === top) return true
    const { parent } = this.#get(id)
    return parent !== null && this.isBelow(parent, top)
  }

  isDeleted(id: string): boolean {
    return [...this.deletions.values()].some((ids) => ids.includes(id))
  }

  #get(id: string): Folder {
    const folder = this.folders.get(id)
    if (!folder) throw new RangeError(`no folder ${id}`)
    return folder
  }
}

/** Result of a random tree: what the database resolved, and what is expected. */
export interface TreeOutcome {
  readonly access: readonly string[]
  readonly expected: readonly string[]
  /** Files whose area is not that of their folder. */
  readonly misplacedFiles: number
  /** Rights that are left when everything is removed. */
  readonly remains: number
}

/**
 * Makes two projects with people, groups, folders and files, changes them at random through the functions of the product
 * and the triggers of the database, resolves the rights both ways, and removes everything again.
 */
export async function runRandomTree(
  database: Kysely<Database>,
  seed: number,
  changeCount: number,
): Promise<TreeOutcome> {
  const tree = new RandomTree(database, seed)
  await tree.create()
  for (let count = 0; count < changeCount; count += 1) await tree.change()
  const { access, expected, misplacedFiles } = await tree.resolve()
  return { access, expected, misplacedFiles, remains: await tree.remove() }
}

class RandomTree {
  readonly #database: Kysely<Database>
  readonly #random: () => number
  readonly #naive = new NaiveTree()
  readonly #payer = newId()
  readonly #projects = [newId(), newId()]
  #names = 0

  constructor(database: Kysely<Database>, seed: number) {
    this.#database = database
    this.#random = seededRandom(seed)
  }

  get #actor(): AccountActor {
    return { kind: 'account', accountId: this.#payer, role: 'user', locale: 'en', sessionFamily: '' }
  }

  async create(): Promise<void> {
    const accounts = [this.#payer, ...Array.from({ length: 5 }, newId)]
    const groups = Array.from({ length: 3 }, newId)
    await this.#database.transaction().execute(async (transaction) => {
      await sql`
        insert into account (id, email, name, quota_bytes)
        select id::uuid, id || '@example.org', id, 1 from unnest(${accounts}::text[]) as id`.execute(transaction)
      await sql`
        insert into account_group (id, kind, name)
        select id::uuid, 'group', id from unnest(${groups}::text[]) as id`.execute(transaction)
      for (const id of this.#projects)
        await insertProject(transaction, { id, name: 'Tower', ownerId: this.#payer, personal: false })
    })
    for (const account of accounts) this.#naive.accounts.add(account)
    for (const group of groups) this.#naive.groups.set(group, new Set())
    for (const project of this.#projects) {
      this.#naive.members.set(project, new Map([[this.#payer, 'owner']]))
      this.#naive.folders.set(project, { id: project, parent: null, project, rules: null })
    }
    for (let count = 0; count < 4; count += 1) await this.#createFolder()
  }

  /** Makes one change, which the product may refuse: then neither side has it. */
  async change(): Promise<void> {
    const change = this.#choose([
      () => this.#createFolder(),
      () => this.#setMember(),
      () => this.#setMember(),
      () => this.#setGroup(),
      () => this.#removeMember(),
      () => this.#toggleGroupMember(),
      () => this.#toggleGroupMember(),
      () => this.#setPermissions(),
      () => this.#setPermissions(),
      () => this.#setPermissions(),
      () => this.#endPermissions(),
      () => this.#moveFolder(),
      () => this.#moveFolder(),
      () => this.#moveFile(),
      () => this.#deleteFolder(),
      () => this.#restoreFolder(),
      () => this.#removeAccount(),
    ])
    try {
      await change()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }

  async resolve(): Promise<Omit<TreeOutcome, 'remains'>> {
    const { rows } = await sql<{ access: string }>`
      select area_id || ' ' || account_id || ' ' || role as access from access
      where area_id = any(${[...this.#naive.folders.keys()]}::uuid[])
        and area_id in (select id from folder where area_id = id)`.execute(this.#database)
    const misplaced = await sql`
      select from file join folder on folder.id = file.folder_id
      where folder.project_id = any(${this.#projects}::uuid[])
        and (file.area_id, file.project_id) is distinct from (folder.area_id, folder.project_id)
      union all
      select from folder join folder as parent on parent.id = folder.parent_id
      where folder.project_id = any(${this.#projects}::uuid[])
        and (folder.ancestors <> parent.ancestors || parent.id
          or folder.area_id not in (folder.id, parent.area_id))`.execute(this.#database)
    return {
      access: rows.map(({ access }) => access).toSorted(),
      expected: this.#naive.resolve(),
      misplacedFiles: misplaced.rows.length,
    }
  }

  /** Removes everything; returns the number of rights that are left. */
  async remove(): Promise<number> {
    await this.#database.deleteFrom('file').where('project_id', 'in', this.#projects).execute()
    await this.#database.deleteFrom('project').where('id', 'in', this.#projects).execute()
    await this.#database
      .deleteFrom('account_group')
      .where('id', 'in', [...this.#naive.groups.keys()])
      .execute()
    await this.#database
      .deleteFrom('account')
      .where('id', 'in', [...this.#naive.accounts])
      .execute()
    const { rows } = await sql<{ count: number }>`select count(*) from access`.execute(this.#database)
    return rows[0]?.count ?? 0
  }

  async #createFolder(): Promise<void> {
    const parent = this.#chooseFolder(true)
    const id = await this.#transact(async (transaction) => {
      const row = await findUsableFolder(transaction, this.#actor, { id: parent.id })
      const folderId = await insertFolder(transaction, this.#actor, { parent: row, name: `Folder ${this.#names++}` })
      const file = { id: newId(), project_id: parent.project, folder_id: folderId, current_version_id: null }
      await transaction
        .insertInto('file')
        .values({ ...file, description: 'a', search_name: 'a', sort_name: 'a' })
        .execute()
      return folderId
    })
    this.#naive.folders.set(id, { id, parent: parent.id, project: parent.project, rules: null })
  }

  async #setMember(): Promise<void> {
    const [project, account, role] = [this.#chooseProject(), this.#chooseAccount(), this.#choose(memberRoles)]
    await sql`
      insert into membership (project_id, account_id, role) values (${project}, ${account}, ${role})
      on conflict (project_id, account_id) do update set role = excluded.role`.execute(this.#database)
    this.#naive.members.get(project)?.set(account, role)
  }

  async #setGroup(): Promise<void> {
    const [project, group, role] = [this.#chooseProject(), this.#chooseGroup(), this.#choose(memberRoles)]
    await sql`
      insert into project_group (project_id, group_id, role) values (${project}, ${group}, ${role})
      on conflict (project_id, group_id) do update set role = excluded.role`.execute(this.#database)
    this.#naive.members.get(project)?.set(group, role)
  }

  async #removeMember(): Promise<void> {
    const project = this.#chooseProject()
    const subject = this.#choose([this.#chooseAccount(), this.#chooseGroup()])
    await this.#database
      .deleteFrom('membership')
      .where('project_id', '=', project)
      .where('account_id', '=', subject)
      .execute()
    await this.#database
      .deleteFrom('project_group')
      .where('project_id', '=', project)
      .where('group_id', '=', subject)
      .execute()
    this.#naive.removeMember(project, subject)
  }

  async #toggleGroupMember(): Promise<void> {
    const [group, account] = [this.#chooseGroup(), this.#chooseAccount()]
    const members = this.#naive.groups.get(group)
    if (members?.delete(account) === true) {
      const rows = this.#database.deleteFrom('group_member').where('group_id', '=', group)
      await rows.where('account_id', '=', account).execute()
    } else {
      await this.#database.insertInto('group_member').values({ group_id: group, account_id: account }).execute()
      members?.add(account)
    }
  }

  async #setPermissions(): Promise<void> {
    const folder = this.#chooseFolder(false)
    const subjects = [...(this.#naive.members.get(folder.project)?.keys() ?? [])].filter(() => this.#random() < 0.5)
    const rules = subjects.map((id) => ({ id, role: this.#choose(roles) }))
    await this.#transact(async (transaction) => {
      const row = await findUsableFolder(transaction, this.#actor, { id: folder.id })
      await setPermissions(transaction, this.#actor, { folder: row, rules })
    })
    folder.rules = new Map(rules.map(({ id, role }) => [id, role]))
  }

  async #endPermissions(): Promise<void> {
    const folder = this.#chooseFolder(false)
    await this.#transact(async (transaction) => {
      const row = await findUsableFolder(transaction, this.#actor, { id: folder.id })
      await setPermissions(transaction, this.#actor, { folder: row, rules: null })
    })
    folder.rules = null
  }

  async #moveFolder(): Promise<void> {
    const [folder, parent] = [this.#chooseFolder(false), this.#chooseFolder(true)]
    await this.#transact(async (transaction) => {
      const row = await findUsableFolder(transaction, this.#actor, { id: folder.id })
      const target = await findUsableFolder(transaction, this.#actor, { id: parent.id })
      await relocateFolder(transaction, { folder: row, parent: target, name: row.name })
    })
    this.#naive.moveFolder(folder.id, parent.id)
  }

  /** Moves a file as a server of the previous version does, which knows projects only. */
  async #moveFile(): Promise<void> {
    const project = this.#chooseProject()
    await sql`
      update file set project_id = ${project} where id in (
        select id from file where project_id = any(${this.#projects}::uuid[]) order by id limit 1
      )`.execute(this.#database)
  }

  async #deleteFolder(): Promise<void> {
    const folder = this.#chooseFolder(false)
    const deletion = await this.#transact(async (transaction) => {
      const row = await findUsableFolder(transaction, this.#actor, { id: folder.id })
      return deleteFolder(transaction, this.#actor, row)
    })
    const deleted = this.#naive.below(folder.id).map(({ id }) => id)
    this.#naive.deletions.set(
      deletion.id,
      deleted.filter((id) => !this.#naive.isDeleted(id)),
    )
  }

  async #restoreFolder(): Promise<void> {
    const deletionId = this.#choose([...this.#naive.deletions.keys(), ''])
    if (deletionId === '') return
    const row = await this.#transact(async (transaction) => {
      const deletion = await findDeletion(transaction, this.#actor, deletionId)
      await restoreDeletion(transaction, this.#actor, deletion)
      return findUsableFolder(transaction, this.#actor, { id: deletion.id })
    })
    this.#naive.deletions.delete(deletionId)
    if (row.parent_id !== null) this.#naive.moveFolder(row.id, row.parent_id)
  }

  async #removeAccount(): Promise<void> {
    const account = this.#chooseAccount()
    if (this.#naive.accounts.size < 4) return
    await this.#database.deleteFrom('account').where('id', '=', account).execute()
    this.#naive.accounts.delete(account)
    for (const project of this.#projects) this.#naive.removeMember(project, account)
    for (const members of this.#naive.groups.values()) members.delete(account)
  }

  /** Chooses a folder outside the bin. */
  #chooseFolder(withTop: boolean): Folder {
    const folders = [...this.#naive.folders.values()]
    const active = folders.filter(({ id, parent }) => (withTop || parent !== null) && !this.#naive.isDeleted(id))
    if (active.length === 0) throw new AppError('not-found')
    return this.#choose(active)
  }

  /** Chooses an account other than the payer, who stays an owner. */
  #chooseAccount(): string {
    return this.#choose([...this.#naive.accounts].filter((id) => id !== this.#payer))
  }

  #chooseGroup(): string {
    return this.#choose([...this.#naive.groups.keys()])
  }

  #chooseProject(): string {
    return this.#choose(this.#projects)
  }

  #choose<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#random() * items.length)]
    if (item === undefined) throw new RangeError('nothing to choose from')
    return item
  }

  #transact<Value>(work: (transaction: Transaction<Database>) => Promise<Value>): Promise<Value> {
    return this.#database.transaction().execute(work)
  }
}
