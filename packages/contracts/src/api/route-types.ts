import type { z } from 'zod'
import type { routes } from '../generated/route-tables.js'

/** Type of the route table. */
export type Routes = typeof routes

/** Name of a route, such as `login` or `listFiles`. */
export type RouteName = keyof Routes
type Part<Name extends RouteName, Key extends string> = Routes[Name] extends {
  readonly [K in Key]: infer Shape extends z.ZodType
}
  ? Shape
  : never

/** Input that a caller passes to a route: `parameters`, `query` and `body` where the route has them. */
export type RouteInput<Name extends RouteName> = ([Part<Name, 'parameters'>] extends [never]
  ? unknown
  : { parameters: z.input<Part<Name, 'parameters'>> }) &
  ([Part<Name, 'query'>] extends [never] ? unknown : { query: z.input<Part<Name, 'query'>> }) &
  ([Part<Name, 'body'>] extends [never] ? unknown : { body: z.input<Part<Name, 'body'>> })

/** Response of a route. */
export type RouteOutput<Name extends RouteName> = z.output<Routes[Name]['response']>
