import { randomBytes } from 'node:crypto'
import { AppError } from '@kamar/core'
import {
  collaborationLimits,
  LinkedView,
  type LinkedVersion,
  type NewShareLink,
  type OpenedLink,
  type ShareLink,
  type ShareLinkForm,
} from '@kamar/contracts'
import { appendAuditEvent, type JsonObject, newId } from '@kamar/database'
import { sql } from 'kysely'
import type { AccountActor, GuestActor, PackageReader } from '../../platform/authorization/actor.js'
import { can } from '../../platform/authorization/permissions.js'
import { findUsableFile, isIdentifier, type OwnedFileRow } from '../../domain/files/file-records.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { hashPassword, verifyPassword } from '../../domain/accounts/passwords.js'
import { createGuestTokens, type GuestTokens } from './guest-tokens.js'
import { toLinkRecord, type LinkRow, linkState, toOpenedLink, selectLinks } from './link-rows.js'
import { computeSha256 } from '../../platform/secrets/sha256.js'
import { assertFewerRows } from '../../platform/database/count-rows.js'

/** Credentials with which a guest opens a link. */
export interface Opening {
  readonly secret: string
  readonly password?: string | undefined
  readonly again?: boolean | undefined
}

const secretBytes = 32

/** Secret links to a file, for guests without an account. */
export class ShareLinkService {
  readonly #context: ModuleContext
  readonly #tokens: GuestTokens

  constructor(context: ModuleContext) {
    this.#context = context
    this.#tokens = createGuestTokens(context.domain.key('guest token'), context.now)
  }

  /** Lists the links, newest first. */
  async list(actor: AccountActor, fileId: string): Promise<ShareLink[]> {
    await this.#findFile(actor, fileId)
    const rows = await selectLinks(this.#context.database)
      .where('file.id', '=', fileId)
      .orderBy('link.id', 'desc')
      .execute()
    return rows.map((row) => toLinkRecord(row, this.#context.now()))
  }

  async create(actor: AccountActor, fileId: string, form: ShareLinkForm): Promise<NewShareLink> {
    const { database } = this.#context
    const file = await this.#findFile(actor, fileId)
    if (form.expiresAt !== null && new Date(form.expiresAt) <= this.#context.now()) {
      throw new AppError('invalid-input', { field: 'body.expiresAt' })
    }
    const { id: versionId, number: versionNumber } = await this.#findVersion(file, form.fileVersion)
    if (form.viewId !== undefined) await this.#assertView(file.id, form.viewId)
    const secret = randomBytes(secretBytes).toString('base64url')
    const id = newId()
    const passwordHash = form.password === undefined ? null : await hashPassword(form.password)
    await database.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('share_link')
        .values({
          id,
          file_version_id: versionId,
          follows_latest: form.followsLatest ?? false,
          viewpoint_id: form.viewId ?? null,
          project_id: file.project_id,
          name: form.name ?? '',
          secret_hash: computeSha256(secret),
          password_hash: passwordHash,
          may_download: form.mayDownload,
          expires_at: form.expiresAt,
          created_by: actor.accountId,
        })
        .execute()
      await appendAuditEvent(transaction, {
        actor: actor.accountId,
        action: 'file.link',
        subject: fileId,
        details: {
          link: id,
          recipient: form.name ?? '',
          version: versionNumber,
          followsLatest: form.followsLatest ?? false,
          mayDownload: form.mayDownload,
          expiresAt: form.expiresAt,
        },
      })
    })
    const row = await selectLinks(database).where('link.id', '=', id).executeTakeFirstOrThrow()
    return { link: toLinkRecord(row, this.#context.now()), secret }
  }

  async revoke(actor: AccountActor, fileId: string, linkId: string): Promise<void> {
    const { database } = this.#context
    await this.#findFile(actor, fileId)
    const row = isIdentifier(linkId)
      ? await selectLinks(database).where('link.id', '=', linkId).where('file.id', '=', fileId).executeTakeFirst()
      : undefined
    if (!row) throw new AppError('not-found')
    await database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('share_link').where('id', '=', linkId).execute()
      const details = { ...describeLink(row), opened: row.opened_count }
      await appendAuditEvent(transaction, { actor: actor.accountId, action: 'file.unlink', subject: fileId, details })
    })
  }

  /** Opens a link; a guest cannot tell unknown, revoked, expired and ended links apart. */
  async open(opening: Opening, address: string): Promise<OpenedLink> {
    const { database, domain } = this.#context
    await domain.attempts.shareLink(address)
    const row = await selectLinks(database)
      .where('link.secret_hash', '=', computeSha256(opening.secret))
      .executeTakeFirst()
    if (!row || linkState(row, this.#context.now()) !== 'active') throw new AppError('link-not-valid')
    await this.#assertPassword(row, opening.password, address)
    if (opening.again !== true) await this.#count(row)
    const { seconds, token } = await this.#tokens.issue({ id: row.id, expiresAt: row.expires_at })
    return toOpenedLink(row, {
      token: { access_token: token, token_type: 'Bearer', expires_in: seconds },
      // An open page has the view already.
      view: opening.again === true ? null : await this.#readView(row),
    })
  }

  /** Returns the actor of an `Authorization` header, if it is a guest whose link is still open. */
  async identify(authorization: string | undefined): Promise<GuestActor | null> {
    const token = /^Bearer ([\w.-]{1,2000})$/i.exec(authorization ?? '')?.[1]
    const linkId = token ? await this.#tokens.verify(token) : null
    const row = linkId !== null && isIdentifier(linkId) ? await this.#findActive(linkId) : null
    if (!row) return null
    const versionIds = row.follows_latest ? await this.#listVersionIds(row) : [row.version_id]
    return { kind: 'guest', linkId: row.id, versionIds, mayDownload: row.may_download }
  }

  /** Returns the original that a guest may download; it does not exist for other callers. */
  original(guest: GuestActor): Promise<LinkRow> {
    return this.#findAllowed(guest, 'original:read')
  }

  /** Returns the version that the link of a guest shows now; it does not exist for other callers. */
  async currentVersion(reader: PackageReader): Promise<LinkedVersion> {
    if (reader.kind !== 'guest') throw new AppError('not-found')
    const { number, urn } = await this.#findAllowed(reader, 'package:read')
    return { urn, fileVersion: number }
  }

  async #findAllowed(guest: GuestActor, action: 'original:read' | 'package:read'): Promise<LinkRow> {
    const row = await this.#findActive(guest.linkId)
    const subject = { role: null, isExample: false, ...(row ? { versionId: row.version_id } : {}) }
    if (!row || !can(guest, action, subject)) throw new AppError('not-found')
    return row
  }

  async #findActive(linkId: string): Promise<LinkRow | null> {
    const row = await selectLinks(this.#context.database).where('link.id', '=', linkId).executeTakeFirst()
    return row && linkState(row, this.#context.now()) === 'active' ? row : null
  }

  /** Lists the versions that a link has shown or may show: a page stays on the one that it opened. */
  async #listVersionIds({ file_id, first_number }: LinkRow): Promise<readonly string[]> {
    const rows = await this.#context.database
      .selectFrom('file_version')
      .select('id')
      .where('file_id', '=', file_id)
      .where('number', '>=', first_number)
      .execute()
    return rows.map(({ id }) => id)
  }

  /** Reads the view that a link opens. */
  async #readView({ viewpoint_id }: LinkRow): Promise<LinkedView | null> {
    if (viewpoint_id === null) return null
    const row = await this.#context.database
      .selectFrom('viewpoint')
      .leftJoin('markup', 'markup.viewpoint_id', 'viewpoint.id')
      .select(['viewpoint.state', 'markup.shapes', 'markup.pins'])
      .where('viewpoint.id', '=', viewpoint_id)
      .executeTakeFirst()
    if (!row) return null
    // Omits what only an export needs.
    return LinkedView.parse({ ...row.state, markup: { shapes: row.shapes ?? [], pins: row.pins ?? [] } })
  }

  async #assertView(fileId: string, viewId: string): Promise<void> {
    const row = isIdentifier(viewId)
      ? await this.#context.database
          .selectFrom('viewpoint')
          .select('id')
          .where('id', '=', viewId)
          .where('file_id', '=', fileId)
          .where('topic_id', 'is', null)
          .executeTakeFirst()
      : undefined
    if (!row) throw new AppError('invalid-input', { field: 'body.viewId' })
  }

  async #assertPassword(row: LinkRow, password: string | undefined, address: string): Promise<void> {
    if (row.password_hash === null) return
    if (password === undefined) throw new AppError('link-password-needed')
    const { attempts } = this.#context.domain
    await attempts.sharePassword(row.id, address)
    if (!(await verifyPassword(row.password_hash, password))) throw new AppError('password-not-right')
    await attempts.sharePasswordRight(row.id, address)
  }

  async #count(row: LinkRow): Promise<void> {
    await this.#context.database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('share_link')
        .set((link) => ({ opened_count: link('opened_count', '+', 1), last_opened_at: sql`now()` }))
        .where('id', '=', row.id)
        .execute()
      const details = { ...describeLink(row), opened: row.opened_count + 1 }
      await appendAuditEvent(transaction, { actor: null, action: 'link.open', subject: row.file_id, details })
    })
  }

  async #findFile(actor: AccountActor, id: string): Promise<OwnedFileRow> {
    return findUsableFile(this.#context.database, actor, { id, action: 'file:share' })
  }

  async #findVersion(
    file: OwnedFileRow,
    number: number | undefined,
  ): Promise<{ readonly id: string; readonly number: number }> {
    const { database } = this.#context
    const links = selectLinks(database).clearSelect().where('file.id', '=', file.id)
    await assertFewerRows(links, collaborationLimits.linksPerFile)
    if (number === undefined) return { id: file.version_id, number: file.version_number }
    const version = await database
      .selectFrom('file_version')
      .select(['id', 'number'])
      .where('file_id', '=', file.id)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!version) throw new AppError('not-found')
    return version
  }
}

/** Describes a link for the audit trail, because revoking deletes its row. */
function describeLink({ id, name, number }: LinkRow): JsonObject {
  return { link: id, recipient: name, version: number }
}
