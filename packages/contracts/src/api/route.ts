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
  readonly response: z.ZodType
}

/** Keeps a route's literal types. */
export const route = <const Definition extends Route>(definition: Definition): Definition => definition
