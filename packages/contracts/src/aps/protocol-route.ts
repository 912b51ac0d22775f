import type { z } from 'zod'
import type { ScopeAlternatives } from './scopes.js'

/** The four services of the protocol; each has its own paths and its own shape of an error. */
export type ProtocolService = 'authentication' | 'storage' | 'derivative' | 'webhooks'

/**
 * Who may make a call of the protocol: anybody, a client with its id and secret, whoever holds the signed address, or a
 * bearer token with all scopes of one of these sets.
 */
export type ProtocolAccess = 'public' | 'client-credentials' | 'signed-address' | ScopeAlternatives

/** One call of the protocol that APS clients speak: the server mounts it, the documentation and the rights matrix list it. */
export interface ProtocolRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  /** Path with `:name` parameters; a `*` at the end stands for any number of segments. */
  readonly path: string
  readonly summary: string
  readonly access: ProtocolAccess
  readonly query?: z.ZodType
  /** Shape of a JSON or form body; left out where there is none or where it is a stream. */
  readonly body?: z.ZodType
  /** Content type of the request's body when it is not JSON. */
  readonly consumes?: string
  /** Content type of the answer when it is not JSON. */
  readonly produces?: string
  /** Shape of a JSON answer; null for an empty one and for bytes. */
  readonly response: z.ZodType | null
}

/** Keeps a protocol route's literal types. */
export const protocolRoute = <const Definition extends ProtocolRoute>(definition: Definition): Definition => definition

/** What a path's parameters are called: `{ bucketKey: string }` of `/oss/v2/buckets/:bucketKey`. */
export type PathParameters<Path extends string> = {
  readonly [Name in ParameterNames<Path>]: string
}

type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : Path extends `${string}*`
      ? '*'
      : never
