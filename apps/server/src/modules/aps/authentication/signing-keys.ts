import { createPrivateKey, generateKeyPair, type KeyObject, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { KeySet } from '@kamar/aps'
import type { Database } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Sealer } from '../../../platform/secrets/sealer.js'

export interface SigningKeyServices {
  readonly database: Kysely<Database>
  readonly sealer: Sealer
  readonly now: () => Date
}

/** Key that signs. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
}

type PublicKey = KeySet['keys'][number]

interface LoadedKey extends SigningKey {
  readonly publicKey: PublicKey
  readonly createdAt: Date
}

const dayMilliseconds = 24 * 3_600_000
/** Days for which a key signs before the next one replaces it. */
export const signingDays = 90
/** Longer than any token lives, and than clients cache a key set. */
const trustedAfterwardsDays = 2
/** Maximum age of the keys cached in this process: another server may have made one. */
const freshMilliseconds = 60_000
/** Advisory lock with an arbitrary value: two servers that find no key create only one. */
const makeLock = 7_104_222
const modulusLength = 2048
const makeKeyPair = promisify(generateKeyPair)

/**
 * RSA keys that sign tokens of applications. A new one is made when the newest is old; the one before is trusted until
 * all tokens it signed have expired. A key that this deployment's secret cannot decrypt is not trusted either.
 */
export class SigningKeys {
  readonly #services: SigningKeyServices
  #cache: { readonly keys: readonly LoadedKey[]; readonly at: number } | null = null

  constructor(services: SigningKeyServices) {
    this.#services = services
  }

  /** Returns the key that signs now; creates one if there is none yet. */
  async current(): Promise<SigningKey> {
    const signsSince = this.#now() - signingDays * dayMilliseconds
    const isCurrent = (key: LoadedKey): boolean => key.createdAt.getTime() > signsSince
    const currentKey = (await this.#load()).find(isCurrent)
    if (currentKey) return currentKey
    await this.#make(isCurrent)
    return (await this.#load('immediately')).find(isCurrent) as LoadedKey
  }

  /** Returns the key set with which clients verify signatures. */
  async published(): Promise<KeySet> {
    await this.current()
    return { keys: (await this.#load()).map(({ publicKey }) => publicKey) }
  }

  /** Returns a trusted key; null for one that is not trusted, or no longer. */
  async trusted(kid: string): Promise<PublicKey | null> {
    const find = (keys: readonly LoadedKey[]): PublicKey | null =>
      keys.find((key) => key.kid === kid)?.publicKey ?? null
    return find(await this.#load()) ?? (/^[0-9a-f-]{36}$/.test(kid) ? find(await this.#load('if-stale')) : null)
  }

  /** Deletes keys without unexpired tokens. */
  async removeOld(): Promise<void> {
    const { database } = this.#services
    await database.deleteFrom('signing_key').where('created_at', '<=', this.#trustedSince()).execute()
  }

  #now(): number {
    return this.#services.now().getTime()
  }

  #trustedSince(): Date {
    return new Date(this.#now() - (signingDays + trustedAfterwardsDays) * dayMilliseconds)
  }

  /** Loads the keys, newest first. Looks for an unknown key at most once a second, however many requests name one. */
  async #load(when: 'immediately' | 'if-stale' | 'scheduled' = 'scheduled'): Promise<readonly LoadedKey[]> {
    const age = this.#cache === null ? Infinity : Math.abs(this.#now() - this.#cache.at)
    const maxAge = { immediately: -1, 'if-stale': 1000, scheduled: freshMilliseconds }[when]
    if (this.#cache !== null && age <= maxAge) return this.#cache.keys
    const rows = await this.#services.database
      .selectFrom('signing_key')
      .selectAll()
      .where('created_at', '>', this.#trustedSince())
      .orderBy('created_at', 'desc')
      .execute()
    const keys = rows.flatMap((row) => {
      const privateKeyText = this.#services.sealer.open(row.sealed_private_key, row.kid)
      if (privateKeyText === null) return []
      const privateKey = createPrivateKey({ key: Buffer.from(privateKeyText, 'base64'), format: 'der', type: 'pkcs8' })
      return [
        { kid: row.kid, privateKey, publicKey: row.public_key as unknown as PublicKey, createdAt: row.created_at },
      ]
    })
    this.#cache = { keys, at: this.#now() }
    return keys
  }

  async #make(isCurrent: (key: LoadedKey) => boolean): Promise<void> {
    const { database, sealer, now } = this.#services
    const { privateKey, publicKey } = await makeKeyPair('rsa', { modulusLength })
    const kid = randomUUID()
    const sealed = sealer.seal(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'), kid)
    const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
    const described: PublicKey = { kty: 'RSA', kid, use: 'sig', alg: 'RS256', n, e }
    await database.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${makeLock})`.execute(transaction)
      if (await this.#findConcurrentKey(transaction, isCurrent)) return
      await transaction
        .insertInto('signing_key')
        .values({ kid, public_key: JSON.stringify(described), sealed_private_key: sealed, created_at: now() })
        .execute()
    })
  }

  async #findConcurrentKey(
    transaction: Transaction<Database>,
    isCurrent: (key: LoadedKey) => boolean,
  ): Promise<boolean> {
    const rows = await transaction.selectFrom('signing_key').selectAll().execute()
    return rows.some(
      (row) =>
        isCurrent({ createdAt: row.created_at } as LoadedKey) &&
        this.#services.sealer.open(row.sealed_private_key, row.kid) !== null,
    )
  }
}
