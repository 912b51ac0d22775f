import type { z } from 'zod'

/** Access level of a route; the server enforces it in one place and the rights matrix is generated from it. */
export type RouteAccess = 'public' | 'refresh-cookie' | 'user' | 'viewer' | 'admin'

/** JSON route of the API: mounted by the server, called by the client, and the source of the OpenAPI document. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` parameters, always under `/api/`. */
  readonly path: string
  readonly summary: string
  readonly access: RouteAccess
  readonly parameters?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Maximum body size, when larger than the default of a quarter of a megabyte. */
  readonly bodyLimitBytes?: number
  readonly response: z.ZodType
}

/** Returns the route definition with its literal types. */
export const route = <const Definition extends Route>(definition: Definition): Definition => definition

/** Route whose request or response is a stream of bytes, events or a page. */
export interface StreamRoute {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  /** Path with `:name` parameters; a trailing `*` matches any number of segments. */
  readonly path: string
  readonly summary: string
  readonly access: RouteAccess
  /** Content type of the request body. */
  readonly consumes?: string
  /** Content type of the response when it is not JSON. */
  readonly produces?: string
  /** Shape of a JSON response; null when the response is not JSON. */
  readonly response: z.ZodType | null
}
