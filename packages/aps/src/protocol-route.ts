import type { z } from 'zod'
import type { ScopeAlternatives } from '@kamar/contracts'

/** Services of the protocol; each has its own paths and error format. */
export type ProtocolService = 'authentication' | 'storage' | 'derivative' | 'webhooks'

/**
 * Access to a protocol route: public, a client with its id and secret, the holder of a signed address, or a bearer
 * token with all scopes of one of these sets.
 */
export type ProtocolAccess = 'public' | 'client-credentials' | 'signed-address' | ScopeAlternatives

/** Route of the APS protocol: mounted by the server, listed in the documentation and the rights matrix. */
export interface ProtocolRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  /** Path with `:name` parameters; a trailing `*` matches any number of segments. */
  readonly path: string
  readonly summary: string
  readonly access: ProtocolAccess
  readonly query?: z.ZodType
  /** Shape of a JSON or form body; omitted when there is none or it is a stream. */
  readonly body?: z.ZodType
  /** Content type of the request body when it is not JSON. */
  readonly consumes?: string
  /** Content type of the response when it is not JSON. */
  readonly produces?: string
  /** Shape of a JSON response; null when it is empty or bytes. */
  readonly response: z.ZodType | null
}

/** Returns the protocol route with its literal types. */
export const protocolRoute = <const Definition extends ProtocolRoute>(definition: Definition): Definition => definition

/** Parameters of a path: `{ bucketKey: string }` for `/oss/v2/buckets/:bucketKey`. */
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
