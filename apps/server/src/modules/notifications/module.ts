import { defineModule } from '../../domain/server-module.js'
import { selectRoutes } from '../../platform/http/mount-routes.js'
import { NotificationService } from './notification-service.js'

/** Notifications of an account. */
export const notificationsModule = defineModule({
  id: 'notifications',
  routes: selectRoutes('listNotifications', 'markNotificationsRead'),
  create: (context) => new NotificationService(context),
  handlers: ({ service: notifications }) => ({
    listNotifications: ({ actor, query }) => notifications.list(actor, query),
    markNotificationsRead: async ({ actor, body }) => ({ unread: await notifications.markRead(actor, body) }),
  }),
})
