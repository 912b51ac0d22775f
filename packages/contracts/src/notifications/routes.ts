import { z } from 'zod'
import { route } from '../api/route.js'
import { NotificationQuery, NotificationPage } from './shapes.js'
import { limits } from '../limits.js'

const Unread = z.object({ unread: z.number().int() })

/** JSON routes. */
export const notificationsRoutes = {
  listNotifications: route({
    method: 'GET',
    path: '/api/notifications',
    summary: 'What happened that concerns the account, newest first',
    access: 'user',
    query: NotificationQuery,
    response: NotificationPage,
  }),
  markNotificationsRead: route({
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Mark notifications read: those named, those of a topic, or all',
    access: 'user',
    body: z.strictObject({
      ids: z.array(z.string().max(64)).max(limits.maxPageSize).optional(),
      topicId: z.string().max(64).optional(),
    }),
    response: Unread,
  }),
} as const
