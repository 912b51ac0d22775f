import { randomUUID } from 'node:crypto'
import { isProtocolScope, type ProtocolScope } from '@kamar/contracts'
import { decodeProtectedHeader, importJWK, jwtVerify, SignJWT } from 'jose'
import type { ApplicationActor } from '../../../platform/authorization/actor.js'
import type { SigningKeys } from './signing-keys.js'
import { computeSha256 } from '../../../platform/secrets/sha256.js'
import type { ModuleContext } from '../../../domain/module-context.js'

/** Application that a token is issued to. */
export interface TokenSubject {
  readonly clientId: string
  readonly secretVersion: number
}

/** Claims of a valid token; times in seconds since 1970. */
export interface TokenClaims {
  readonly application: ApplicationActor
  readonly id: string
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Lifetime as in APS: an hour less a second. */
export const clientTokenSeconds = 3599
const algorithm = 'RS256'
const audience = 'kamar-protocol'
const type = 'at+jwt'

/**
 * Tokens of applications: RS256, so that a client or another service verifies them with the published keys alone. Here
 * every call also looks the application up: a new secret, a revocation and a rejected owner take effect at once.
 */
export class ClientTokens {
  readonly #context: ModuleContext
  readonly #keys: SigningKeys

  constructor(context: ModuleContext, keys: SigningKeys) {
    this.#context = context
    this.#keys = keys
  }

  async issue({ clientId, secretVersion }: TokenSubject, scopes: readonly ProtocolScope[]): Promise<string> {
    const { now, origin } = this.#context
    const { kid, privateKey } = await this.#keys.current()
    const issuedAt = Math.floor(now().getTime() / 1000)
    return new SignJWT({ scope: [...scopes], client_id: clientId, ver: secretVersion })
      .setProtectedHeader({ alg: algorithm, kid, typ: type })
      .setIssuer(origin())
      .setAudience(audience)
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + clientTokenSeconds)
      .sign(privateKey)
  }

  /** Returns the application of a token; null when the token is of another issuer, expired, or void. */
  async identify(token: string): Promise<ApplicationActor | null> {
    return (await this.describe(token))?.application ?? null
  }

  async describe(token: string): Promise<TokenClaims | null> {
    const claims = await this.#verify(token)
    const application = claims && (await this.#findActive(claims))
    if (!application) return null
    return { application, id: claims.id, issuedAt: claims.issuedAt, expiresAt: claims.expiresAt }
  }

  /** Makes the token void at once. */
  async revoke({ id, expiresAt }: TokenClaims): Promise<void> {
    await this.#context.database
      .insertInto('revoked_token')
      .values({ token_hash: hashOfTokenId(id), expires_at: new Date(expiresAt * 1000) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async #verify(token: string): Promise<VerifiedToken | null> {
    try {
      const key = await this.#keys.trusted(String(decodeProtectedHeader(token).kid))
      if (key === null) return null
      const { payload } = await jwtVerify(token, await importJWK(key, algorithm), {
        algorithms: [algorithm],
        audience,
        typ: type,
        currentDate: this.#context.now(),
        requiredClaims: ['jti', 'exp', 'iat', 'client_id', 'scope', 'ver'],
      })
      return {
        id: String(payload.jti),
        issuedAt: Number(payload.iat),
        expiresAt: Number(payload.exp),
        clientId: String(payload['client_id']),
        secretVersion: Number(payload['ver']),
        scopes: new Set((payload['scope'] as readonly string[]).filter(isProtocolScope)),
      }
    } catch {
      return null
    }
  }

  async #findActive(token: VerifiedToken): Promise<ApplicationActor | null> {
    const row = await this.#context.database
      .selectFrom('application')
      .innerJoin('account', 'account.id', 'application.owner_id')
      .select(['application.id', 'application.owner_id'])
      .where('application.client_id', '=', token.clientId)
      .where('application.secret_version', '=', token.secretVersion)
      .where('application.revoked_at', 'is', null)
      .where('account.status', '!=', 'rejected')
      .where((row) => {
        const revoked = row.selectFrom('revoked_token').select('token_hash')
        return row.not(row.exists(revoked.where('token_hash', '=', hashOfTokenId(token.id))))
      })
      .executeTakeFirst()
    if (!row) return null
    const { clientId, scopes } = token
    return { kind: 'application', applicationId: row.id, ownerId: row.owner_id, clientId, scopes }
  }
}

interface VerifiedToken {
  readonly id: string
  readonly issuedAt: number
  readonly expiresAt: number
  readonly clientId: string
  readonly secretVersion: number
  readonly scopes: ReadonlySet<ProtocolScope>
}

const hashOfTokenId = (id: string): string => computeSha256(`application token ${id}`)
