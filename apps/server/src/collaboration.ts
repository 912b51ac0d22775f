import type { FastifyInstance } from 'fastify'
import type { ModuleContext } from './domain/module-context.js'
import { hashPassword, verifyPassword } from './domain/accounts/passwords.js'
import { ModelSetService } from './modules/model-sets/model-set-service.js'
import { modelSetRoutes } from './modules/model-sets/routes.js'
import { NotificationService } from './modules/notifications/notification-service.js'
import { notificationRoutes } from './modules/notifications/routes.js'
import { MemberService } from './modules/projects/member-service.js'
import { memberRoutes } from './modules/projects/routes.js'
import { createGuestTokens } from './modules/share-links/guest-tokens.js'
import { addGuestDownload, shareLinkRoutes } from './modules/share-links/routes.js'
import { ShareLinkService } from './modules/share-links/share-link-service.js'
import type { OriginalStores } from './domain/files/send-original.js'
import { addBcfRoutes } from './modules/topics/bcf-routes.js'
import { BcfService } from './modules/topics/bcf-service.js'
import { CommentService } from './modules/topics/comment-service.js'
import { addSnapshotRoutes, topicRoutes } from './modules/topics/routes.js'
import { TopicService } from './modules/topics/topic-service.js'
import { ViewpointService } from './modules/topics/viewpoint-service.js'

export type Collaboration = ReturnType<typeof createCollaboration>

/** Creates the collaboration services. */
export function createCollaboration(context: ModuleContext) {
  const { database, domain, now } = context
  const { attempts } = domain
  const viewpoints = new ViewpointService(context)
  return {
    notifications: new NotificationService(context),
    topics: new TopicService(context),
    comments: new CommentService(context),
    viewpoints,
    modelSets: new ModelSetService(database),
    bcf: new BcfService({ ...context, viewpoints }),
    members: new MemberService(context),
    shareLinks: new ShareLinkService({
      database,
      tokens: createGuestTokens(domain.key('guest token'), now),
      limits: {
        opening: (address) => attempts.shareLink(address),
        password: (linkId, address) => attempts.sharePassword(linkId, address),
        passwordRight: (linkId, address) => attempts.sharePasswordRight(linkId, address),
      },
      hashPassword,
      verifyPassword,
      now,
    }),
  }
}

/** Creates the handlers of the collaboration routes. */
export function collaborationHandlers(services: Collaboration) {
  return {
    ...memberRoutes(services.members),
    ...shareLinkRoutes(services.shareLinks),
    ...notificationRoutes(services.notifications),
    ...topicRoutes(services),
    ...modelSetRoutes(services.modelSets),
  }
}

/** Adds the streaming routes among them. */
export function addCollaborationRoutes(app: FastifyInstance, services: Collaboration & OriginalStores): void {
  addGuestDownload(app, services.shareLinks, services)
  addSnapshotRoutes(app, services.viewpoints, services.blobs)
  addBcfRoutes(app, services.bcf)
}
