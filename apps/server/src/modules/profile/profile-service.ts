import { AppError } from '@kamar/core'
import type { AuditAction, Profile, ProfileForm } from '@kamar/contracts'
import { appendAuditEvent, type Database } from '@kamar/database'
import type { Selectable, Transaction } from 'kysely'
import type { Readable } from 'node:stream'
import type { AccountActor } from '../../platform/authorization/actor.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { avatarVersion } from '../../domain/accounts/account-records.js'
import { insertBlob } from '../../domain/files/insert-blob.js'
import { deleteUnreferencedBlobs } from '../../domain/files/referenced-blobs.js'
import { makeAvatar } from './avatar-image.js'

type AccountRow = Selectable<Database['account']>

/** Photo to be sent. */
export interface Avatar {
  readonly sha256: string
  readonly sizeBytes: number
  open(): Promise<Readable>
}

/** Profiles of users, and their photos. */
export class ProfileService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  async read(actor: AccountActor): Promise<Profile> {
    const account = await this.#account(actor)
    const emailVerified = account.email_verified_at !== null || this.#context.configuration.mail === null
    return { ...toProfile(account), emailVerified }
  }

  /** Saves everything but the e-mail. Updates the display name: first and last name, else the company. */
  async save(actor: AccountActor, form: ProfileForm): Promise<Profile> {
    const { name } = await this.#account(actor)
    await this.#context.transact(async ({ transaction, publish }) => {
      await transaction
        .updateTable('account')
        .set({
          first_name: form.firstName,
          last_name: form.lastName,
          phone: form.phone,
          company: form.company,
          location: form.location,
          bio: form.bio,
          name: `${form.firstName} ${form.lastName}`.trim() || form.company || name,
          updated_at: new Date(),
        })
        .where('id', '=', actor.accountId)
        .execute()
      await record(transaction, actor, 'account.profile')
      publish('account', actor.accountId)
    })
    return this.read(actor)
  }

  /** Replaces the photo by an uploaded image; removes the earlier one. */
  async saveAvatar(actor: AccountActor, image: Buffer): Promise<Profile> {
    const content = await makeAvatar(image)
    const { sha256, sizeBytes } = await this.#context.blobs.put([content])
    await this.#setAvatar(actor, { sha256, sizeBytes })
    return this.read(actor)
  }

  async removeAvatar(actor: AccountActor): Promise<Profile> {
    await this.#setAvatar(actor, null)
    return this.read(actor)
  }

  /** Returns the photo. Throws `not-found` without one. */
  async avatar(actor: AccountActor): Promise<Avatar> {
    const { blobs } = this.#context
    const { avatar_blob: sha256 } = await this.#account(actor)
    if (sha256 === null) throw new AppError('not-found')
    const stored = await blobs.stat(sha256)
    if (stored === null) throw new AppError('storage-damaged')
    return { sha256, sizeBytes: stored.sizeBytes, open: () => blobs.open(sha256) }
  }

  async #setAvatar(actor: AccountActor, blob: { sha256: string; sizeBytes: number } | null): Promise<void> {
    const { blobs, database, transact } = this.#context
    const before = (await this.#account(actor)).avatar_blob
    await transact(async ({ transaction, publish }) => {
      if (blob) await insertBlob(transaction, blob)
      await transaction
        .updateTable('account')
        .set({ avatar_blob: blob?.sha256 ?? null, updated_at: new Date() })
        .where('id', '=', actor.accountId)
        .execute()
      await record(transaction, actor, blob ? 'account.photo' : 'account.photo-removed')
      publish('account', actor.accountId)
    })
    if (before !== null && before !== blob?.sha256) await deleteUnreferencedBlobs(database, blobs, [before])
  }

  async #account({ accountId }: AccountActor): Promise<AccountRow> {
    const row = await this.#context.database
      .selectFrom('account')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirst()
    if (!row) throw new AppError('not-signed-in')
    return row
  }
}

function record(transaction: Transaction<Database>, { accountId }: AccountActor, action: AuditAction): Promise<void> {
  return appendAuditEvent(transaction, { actor: accountId, action, subject: accountId })
}

function toProfile(row: AccountRow): Omit<Profile, 'emailVerified'> {
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    newEmail: row.new_email,
    phone: row.phone,
    // Sign-up has one name field labelled "company": until a profile is saved it is shown as that.
    company: row.company ?? row.name,
    location: row.location,
    bio: row.bio,
    avatar: avatarVersion(row.avatar_blob),
    hasPassword: row.password_hash !== null,
  }
}
