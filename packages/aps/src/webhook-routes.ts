import { protocolRoute } from './protocol-route.js'
import type { ScopeAlternatives } from '@kamar/contracts'
import * as shapes from './webhook-shapes.js'

const system = '/webhooks/v1/systems/:system'
const hooks = `${system}/events/:event/hooks`

const read: ScopeAlternatives = [['data:read']]
const write: ScopeAlternatives = [['data:read', 'data:write']]

/** Routes of Webhooks v1 for the system `derivative`. */
export const webhookRoutes = {
  createHook: protocolRoute({
    method: 'POST',
    path: hooks,
    summary: 'Be told of an event (`extraction.finished`, `extraction.updated`); 201 and `Location`',
    access: write,
    body: shapes.NewWebhook,
    response: null,
  }),
  createSystemHooks: protocolRoute({
    method: 'POST',
    path: `${system}/hooks`,
    summary: 'Be told of every event of a system; 201',
    access: write,
    body: shapes.NewWebhook,
    response: shapes.MadeWebhooks,
  }),
  listEventHooks: protocolRoute({
    method: 'GET',
    path: hooks,
    summary: 'The webhooks of an event',
    access: read,
    query: shapes.WebhookListQuery,
    response: shapes.WebhookPage,
  }),
  listSystemHooks: protocolRoute({
    method: 'GET',
    path: `${system}/hooks`,
    summary: 'The webhooks of a system',
    access: read,
    query: shapes.WebhookListQuery,
    response: shapes.WebhookPage,
  }),
  listHooks: protocolRoute({
    method: 'GET',
    path: '/webhooks/v1/hooks',
    summary: 'All webhooks',
    access: read,
    query: shapes.WebhookListQuery,
    response: shapes.WebhookPage,
  }),
  listApplicationHooks: protocolRoute({
    method: 'GET',
    path: '/webhooks/v1/app/hooks',
    summary: 'All webhooks that the application made',
    access: read,
    query: shapes.WebhookListQuery,
    response: shapes.WebhookPage,
  }),
  getHook: protocolRoute({
    method: 'GET',
    path: `${hooks}/:hookId`,
    summary: 'One webhook',
    access: read,
    response: shapes.Webhook,
  }),
  changeHook: protocolRoute({
    method: 'PATCH',
    path: `${hooks}/:hookId`,
    summary: 'Change a webhook, switch it off or on again',
    access: write,
    body: shapes.WebhookChange,
    response: null,
  }),
  deleteHook: protocolRoute({
    method: 'DELETE',
    path: `${hooks}/:hookId`,
    summary: 'Delete a webhook; 204',
    access: write,
    response: null,
  }),
  createToken: protocolRoute({
    method: 'POST',
    path: '/webhooks/v1/tokens',
    summary: 'Set the secret that events are signed with',
    access: write,
    body: shapes.WebhookToken,
    response: shapes.WebhookTokenMade,
  }),
  replaceToken: protocolRoute({
    method: 'PUT',
    path: '/webhooks/v1/tokens/@me',
    summary: 'Replace the secret; 204',
    access: write,
    body: shapes.WebhookToken,
    response: null,
  }),
  deleteToken: protocolRoute({
    method: 'DELETE',
    path: '/webhooks/v1/tokens/@me',
    summary: 'Delete the secret: events are not signed any more; 204',
    access: write,
    response: null,
  }),
} as const
