import type { Handlers } from '../../platform/http/mount-routes.js'
import type { NotificationService } from './notification-service.js'

export function notificationRoutes(
  notifications: NotificationService,
): Pick<Handlers, 'listNotifications' | 'markNotificationsRead'> {
  return {
    listNotifications: ({ actor, query }) => notifications.list(actor, query),
    markNotificationsRead: async ({ actor, body }) => ({ unread: await notifications.markRead(actor, body) }),
  }
}
