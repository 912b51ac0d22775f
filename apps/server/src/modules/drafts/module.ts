import { draftsRoutes } from '@kamar/contracts'
import { defineModule } from '../../domain/server-module.js'
import { DraftService } from './draft-service.js'

/** Drafts of markup and measurements, so that other devices of their author restore them. */
export const draftsModule = defineModule({
  id: 'drafts',
  routes: draftsRoutes,
  create: (context) => new DraftService(context),
  handlers: ({ service: drafts }) => ({
    getDraft: ({ actor, parameters }) => drafts.get(actor, parameters.id),
    saveDraft: ({ actor, body, parameters }) => drafts.save(actor, parameters.id, body),
  }),
})
