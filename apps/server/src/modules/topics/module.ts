import { collaborationLimits, topicsRoutes } from '@kamar/contracts'
import type { BlobStore } from '@kamar/storage'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defineModule, done } from '../../domain/server-module.js'
import { requireAccount, enter } from '../../platform/http/mount-routes.js'
import { AllTopicsService } from './all-topics/all-topics-service.js'
import { addAttachmentRoutes } from './attachments/attachment-routes.js'
import { AttachmentService } from './attachments/attachment-service.js'
import { addBcfRoutes } from './bcf/bcf-routes.js'
import { BcfService } from './bcf/bcf-service.js'
import { CommentService } from './comment-service.js'
import { addReportRoutes } from './reports/report-routes.js'
import { ReportService } from './reports/report-service.js'
import { imageCaching, sendImage } from './send-image.js'
import { TopicService } from './topic-service.js'
import { type ViewpointAddress, ViewpointService } from './viewpoint-service.js'
import { readFormFile } from '../../domain/uploads/incoming-files.js'

const withFile = <Rest extends { readonly id: string }>({ id, ...rest }: Rest) => ({ fileId: id, ...rest })

/** Topics of a file with comments, viewpoints and attachments, and their exchange as BCF. */
export const topicsModule = defineModule({
  id: 'topics',
  routes: topicsRoutes,
  create(context) {
    const viewpoints = new ViewpointService(context)
    const attachments = new AttachmentService(context)
    return {
      allTopics: new AllTopicsService(context),
      attachments,
      topics: new TopicService(context),
      comments: new CommentService(context),
      viewpoints,
      reports: new ReportService(context),
      bcf: new BcfService({ ...context, attachments, viewpoints }),
    }
  },
  handlers: ({ service: { allTopics, attachments, comments, topics, viewpoints } }) => ({
    listAllTopics: ({ actor, query }) => allTopics.list(actor, query),
    countMyTopics: ({ actor }) => allTopics.count(actor),
    changeTopics: ({ actor, body }) => allTopics.change(actor, body),
    listTopics: ({ actor, parameters, query }) => topics.list(actor, parameters.id, query),
    createTopic: ({ actor, body, parameters }) => topics.create(actor, parameters.id, body),
    getTopic: ({ actor, parameters }) => topics.get(actor, withFile(parameters)),
    changeTopic: ({ actor, body, parameters }) => topics.change(actor, withFile(parameters), body),
    async deleteTopic({ actor, parameters }) {
      await topics.remove(actor, withFile(parameters))
      return done
    },
    topicHistory: ({ actor, parameters }) => topics.history(actor, withFile(parameters)),
    addComment: ({ actor, body, parameters }) => comments.add(actor, withFile(parameters), body),
    changeComment: ({ actor, body, parameters }) => comments.change(actor, withFile(parameters), body),
    async deleteComment({ actor, parameters }) {
      await comments.remove(actor, withFile(parameters))
      return done
    },
    addViewpoint: ({ actor, body, parameters }) => viewpoints.create(actor, withFile(parameters), body),
    listViews: ({ actor, parameters }) => viewpoints.listViews(actor, parameters.id),
    createView: ({ actor, body, parameters }) =>
      viewpoints.create(actor, { fileId: parameters.id, topicId: null }, body),
    createViewLink: ({ actor, body, parameters }) => viewpoints.createLinked(actor, parameters.id, body),
    copyView: ({ actor, body, parameters }) => viewpoints.copy(actor, withFile(parameters), body),
    getViewpoint: ({ actor, parameters }) => viewpoints.get(actor, withFile(parameters)),
    changeViewpoint: ({ actor, body, parameters }) => viewpoints.change(actor, withFile(parameters), body),
    async deleteViewpoint({ actor, parameters }) {
      await viewpoints.remove(actor, withFile(parameters))
      return done
    },
    async deleteAttachment({ actor, parameters }) {
      await attachments.remove(actor, withFile(parameters))
      return done
    },
  }),
  streams(app, { context, service }) {
    addSnapshotRoutes(app, service.viewpoints, context.blobs)
    addAttachmentRoutes(app, service.attachments, context.blobs)
    addBcfRoutes(app, service.bcf)
    addReportRoutes(app, service.reports)
  },
})

const address = '/api/auth/my-urns/:id/viewpoints/:viewpointId/snapshot'
/** Adds the upload and download of snapshots of viewpoints. */
function addSnapshotRoutes(app: FastifyInstance, viewpoints: ViewpointService, blobs: BlobStore): void {
  app.post(address, { onRequest: enter('user') }, (request) =>
    viewpoints.saveSnapshot(requireAccount(request), getViewpointAddress(request), () =>
      readFormFile(request, collaborationLimits.snapshotBytes, 'image-unreadable'),
    ),
  )
  app.get(address, { onRequest: enter('user') }, async (request, reply) => {
    const { size, v } = request.query as { readonly size?: unknown; readonly v?: unknown }
    const stored = await viewpoints.snapshot(
      requireAccount(request),
      getViewpointAddress(request),
      size === 'small' ? 'small' : 'full',
    )
    const isNamed = typeof v === 'string' && v.length >= 16
    return sendImage(blobs, {
      request,
      reply,
      stored,
      caching: isNamed ? imageCaching.immutable : imageCaching.revalidated,
    })
  })
}

function getViewpointAddress(request: FastifyRequest): ViewpointAddress {
  const { id, viewpointId } = request.params as { readonly id: string; readonly viewpointId: string }
  return { fileId: id, viewpointId }
}
