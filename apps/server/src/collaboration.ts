import type { Database } from '@kamar/database'
import type { BlobStore } from '@kamar/storage'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { AttemptLimits } from './domain/accounts/attempt-limits.js'
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
import type { FileEvents } from './platform/events/file-events.js'
import type { LiveEvents } from './platform/events/live-events.js'
import type { OriginalStores } from './domain/files/send-original.js'
import { Notifier } from './domain/notifications/notifier.js'
import { addBcfRoutes } from './modules/topics/bcf-routes.js'
import { BcfService } from './modules/topics/bcf-service.js'
import { CommentService } from './modules/topics/comment-service.js'
import { addSnapshotRoutes, topicRoutes } from './modules/topics/routes.js'
import { TopicService } from './modules/topics/topic-service.js'
import { ViewpointService } from './modules/topics/viewpoint-service.js'

/** Dependencies of the collaboration services. */
export interface CollaborationDependencies {
  readonly database: Kysely<Database>
  readonly blobs: BlobStore
  readonly attempts: AttemptLimits
  readonly liveEvents: LiveEvents
  readonly fileEvents: FileEvents
  /** Key that signs the tokens of guests. */
  readonly guestKey: Uint8Array
  /** Whether a mail server is configured. */
  readonly sendsMail: boolean
  /** Whether this deployment has credentials for Autodesk's cloud. */
  readonly reachesCloud: boolean
  readonly now?: (() => Date) | undefined
}

export type Collaboration = ReturnType<typeof createCollaboration>

/** Creates the collaboration services. */
export function createCollaboration(parts: CollaborationDependencies) {
  const { attempts, blobs, database, fileEvents, liveEvents, now, reachesCloud, sendsMail } = parts
  const notifier = new Notifier(database, liveEvents)
  const viewpoints = new ViewpointService({ database, blobs, liveEvents })
  return {
    notifications: new NotificationService({ database, liveEvents }),
    topics: new TopicService({ database, notifier, liveEvents }),
    comments: new CommentService({ database, notifier, liveEvents }),
    viewpoints,
    modelSets: new ModelSetService(database),
    bcf: new BcfService({ database, blobs, liveEvents, viewpoints }),
    members: new MemberService({
      database,
      notifier,
      liveEvents,
      fileEvents,
      sendsMail,
      reachesCloud,
      limitInvitations: (accountId) => attempts.invitation(accountId),
      limitCodes: (address) => attempts.link(address),
    }),
    shareLinks: new ShareLinkService({
      database,
      tokens: createGuestTokens(parts.guestKey, now),
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
