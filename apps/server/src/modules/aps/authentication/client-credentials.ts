import { ProtocolError } from '@kamar/aps'
import { isProtocolScope, isScopeWithoutCalls, type ProtocolScope } from '@kamar/contracts'
import type { Protocol } from '../protocol.js'
import { matchesSecretHash } from '../applications/client-secret.js'
import type { TokenSubject } from './client-tokens.js'

/** Credentials of a client and the address they came from. */
export interface ShownCredentials {
  readonly authorization: string | undefined
  /** Credentials in the form; HTTP Basic takes precedence. */
  readonly form: { readonly client_id?: string | undefined; readonly client_secret?: string | undefined }
  readonly address: string
}

/** Application whose secret was right. */
export interface KnownClient extends TokenSubject {
  readonly id: string
  readonly scopes: readonly ProtocolScope[]
}

/** Authenticates an application by its id and secret; throws the same 401 for an unknown id and a wrong secret. */
export async function authenticateClient(
  { database, domain: { attempts }, now }: Protocol,
  credentials: ShownCredentials,
): Promise<KnownClient> {
  const { clientId, secret } = parseCredentials(credentials)
  await attempts.client(clientId, credentials.address)
  const row = await database
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.owner_id')
    .select(['application.id', 'secret_hash', 'secret_version', 'scopes'])
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .where('account.status', '!=', 'rejected')
    .executeTakeFirst()
  if (!row || !matchesSecretHash(secret, row.secret_hash)) {
    await attempts.clientRefused(clientId, credentials.address)
    throw refused('The client_id or client_secret specified is not valid')
  }
  await database.updateTable('application').set({ last_used_at: now() }).where('id', '=', row.id).execute()
  return { id: row.id, clientId, secretVersion: row.secret_version, scopes: row.scopes.filter(isProtocolScope) }
}

/**
 * Returns the scopes granted: those requested, or all the client has when it requests none. Ignores APS scopes that
 * open no call here. Throws 400 for one it cannot have.
 */
export function grantedScopes(client: KnownClient, requestedScopes: string | undefined): readonly ProtocolScope[] {
  const names = (requestedScopes ?? '').split(/[\s+]+/).filter((name) => name !== '')
  if (names.length === 0) return client.scopes
  const granted = client.scopes.filter((scope) => names.includes(scope))
  const unknownScope = names.find((name) => !granted.some((scope) => scope === name) && !isScopeWithoutCalls(name))
  if (unknownScope === undefined) return granted
  throw new ProtocolError(400, `The scope ${unknownScope.slice(0, 60)} is unknown or not granted to this application`, {
    oauthCode: 'invalid_scope',
  })
}

function parseCredentials({ authorization, form }: ShownCredentials): {
  readonly clientId: string
  readonly secret: string
} {
  const encoded = /^Basic ([\w+/=-]{1,1000})$/i.exec(authorization ?? '')?.[1]
  const [, basicId, basicSecret] = /^([^:]*):([^]*)$/.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? []
  const clientId = basicId || form.client_id
  const secret = basicId ? basicSecret : form.client_secret
  if (!clientId || !secret) {
    throw refused('The required parameter(s) client_id,client_secret not present in the request')
  }
  return { clientId, secret }
}

function refused(reason: string): ProtocolError {
  return new ProtocolError(401, reason, { gatewayCode: 'AUTH-001' })
}
