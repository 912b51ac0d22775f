import { notificationsRoutes } from '@kamar/contracts'
import { defineModule } from '../../domain/server-module.js'
import { NotificationService } from './notification-service.js'

/** Notifications of an account. */
export const notificationsModule = defineModule({
  id: 'notifications',
  routes: notificationsRoutes,
  create: (context) => new NotificationService(context),
  handlers: ({ service: notifications }) => ({
    listNotifications: ({ actor, query }) => notifications.list(actor, query),
    markNotificationsRead: async ({ actor, body }) => ({ unread: await notifications.markRead(actor, body) }),
  }),
})
