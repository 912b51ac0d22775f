import type { Handlers } from '../../platform/http/mount-routes.js'
import type { ModelSetService } from './model-set-service.js'

type ModelSetRouteName = 'listModelSets' | 'createModelSet' | 'modelSet' | 'changeModelSet' | 'deleteModelSet'

export function modelSetRoutes(sets: ModelSetService): Pick<Handlers, ModelSetRouteName> {
  return {
    listModelSets: ({ actor }) => sets.list(actor),
    createModelSet: ({ actor, body, parameters }) => sets.create(actor, parameters.projectId, body),
    modelSet: ({ actor, parameters }) => sets.get(actor, parameters.setId),
    changeModelSet: ({ actor, body, parameters }) => sets.change(actor, parameters.setId, body),
    async deleteModelSet({ actor, parameters }) {
      await sets.remove(actor, parameters.setId)
      return { done: true }
    },
  }
}
