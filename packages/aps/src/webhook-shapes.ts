import { z } from 'zod'

/** System that webhooks can subscribe to. */
export const webhookSystem = 'derivative'
/** Events of the system. */
export const webhookEvents = ['extraction.finished', 'extraction.updated'] as const
/** One of `webhookEvents`. */
export type WebhookEvent = (typeof webhookEvents)[number]

const maxAttributeBytes = 1024
const Attribute = z
  .looseObject({})
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= maxAttributeBytes, 'at most 1 KB')
const Token = z.string().min(1).max(256)
const Expiry = z.iso.datetime({ offset: true }).nullable()
const Filter = z.string().min(1).max(512)

/** Body of `POST …/hooks`. */
export const NewWebhook = z.object({
  callbackUrl: z.url({ protocol: /^https?$/ }).max(2048),
  /** Only jobs with this workflow, or `*`. */
  scope: z.object({ workflow: z.string().min(1).max(36) }),
  hookAttribute: Attribute.optional(),
  filter: Filter.optional(),
  hookExpiry: Expiry.optional(),
  tenant: z.string().max(256).optional(),
  token: Token.optional(),
  autoReactivateHook: z.boolean().default(false),
  callbackWithEventPayloadOnly: z.boolean().default(false),
})
export type NewWebhook = z.infer<typeof NewWebhook>

/** Body of `PATCH …/hooks/:id`; null removes a value. */
export const WebhookChange = z.object({
  status: z.enum(['active', 'inactive']).optional(),
  filter: Filter.nullable().optional(),
  hookAttribute: Attribute.nullable().optional(),
  token: Token.nullable().optional(),
  autoReactivateHook: z.boolean().optional(),
  hookExpiry: Expiry.optional(),
  callbackWithEventPayloadOnly: z.boolean().optional(),
})
export type WebhookChange = z.infer<typeof WebhookChange>

/** Webhook in responses and events. */
export const Webhook = z.object({
  hookId: z.string(),
  tenant: z.string(),
  callbackUrl: z.string(),
  createdBy: z.string(),
  event: z.string(),
  createdDate: z.string(),
  lastUpdatedDate: z.string(),
  system: z.literal(webhookSystem),
  creatorType: z.literal('Application'),
  status: z.enum(['active', 'inactive', 'reactivated']),
  autoReactivateHook: z.boolean(),
  scope: z.object({ workflow: z.string() }),
  hookAttribute: z.looseObject({}).optional(),
  filter: z.string().optional(),
  hookExpiry: z.string().optional(),
  urn: z.string(),
  __self__: z.string(),
})
export type Webhook = z.infer<typeof Webhook>

/** Page of webhooks; `next` contains the `pageState` of the next one. */
export const WebhookPage = z.object({
  links: z.object({ next: z.string().nullable() }),
  data: z.array(Webhook),
})

/** Filter of a webhook list. */
export const WebhookListQuery = z.object({
  pageState: z.string().max(200).optional(),
  status: z.enum(['active', 'inactive', 'reactivated']).optional(),
  scopeName: z.string().max(36).optional(),
  sort: z.enum(['asc', 'desc']).default('desc'),
  region: z.string().max(16).optional(),
})

/** Webhooks created by one request. */
export const MadeWebhooks = z.object({ hooks: z.array(Webhook) })

/** Body of `POST tokens` and `PUT tokens/@me`. */
export const WebhookToken = z.object({ token: Token })

/** Response of `POST tokens`. */
export const WebhookTokenMade = z.object({ status: z.literal(200), detail: z.array(z.string()) })
