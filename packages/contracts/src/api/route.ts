import type { z } from 'zod'

/** Who may call a route; the server decides by it in one place and the rights matrix is generated from it. */
export type RouteAccess = 'public' | 'refresh-cookie' | 'user' | 'viewer' | 'admin'

/** One JSON call of the API: the server mounts it, the client calls it, OpenAPI is generated from it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` parameters, always under `/api/`. */
  readonly path: string
  readonly summary: string
  readonly access: RouteAccess
  readonly parameters?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Largest body it takes, where the usual quarter of a megabyte is too little. */
  readonly bodyLimitBytes?: number
  readonly response: z.ZodType
}

/** Keeps a route's literal types. */
export const route = <const Definition extends Route>(definition: Definition): Definition => definition

/** One call whose request or answer is a stream of bytes, events or a page. */
export interface StreamRoute {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  /** Path with `:name` parameters; a `*` at the end stands for any number of segments. */
  readonly path: string
  readonly summary: string
  readonly access: RouteAccess
  /** Content type of the request's body. */
  readonly consumes?: string
  /** Content type of the answer when it is not JSON. */
  readonly produces?: string
  /** Shape of a JSON answer; null when the answer is not JSON. */
  readonly response: z.ZodType | null
}
