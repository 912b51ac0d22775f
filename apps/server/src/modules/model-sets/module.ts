import { modelSetsRoutes } from '@kamar/contracts'
import { defineModule, done } from '../../domain/server-module.js'
import { ModelSetService } from './model-set-service.js'

/** Sets of models that are opened together. */
export const modelSetsModule = defineModule({
  id: 'model-sets',
  routes: modelSetsRoutes,
  create: ({ database }) => new ModelSetService(database),
  handlers: ({ service: sets }) => ({
    listModelSets: ({ actor }) => sets.list(actor),
    createModelSet: ({ actor, body, parameters }) => sets.create(actor, parameters.projectId, body),
    modelSet: ({ actor, parameters }) => sets.get(actor, parameters.setId),
    changeModelSet: ({ actor, body, parameters }) => sets.change(actor, parameters.setId, body),
    async deleteModelSet({ actor, parameters }) {
      await sets.remove(actor, parameters.setId)
      return done
    },
  }),
})
