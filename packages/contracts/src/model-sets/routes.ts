import { z } from 'zod'
import { route } from '../api/route.js'
import { ModelSetSummary, ModelSetForm, ModelSet, ModelSetChange } from './shapes.js'

const Identifier = z.object({ setId: z.string().max(64) })

/** JSON routes. */
export const modelSetsRoutes = {
  listModelSets: route({
    method: 'GET',
    path: '/api/model-sets',
    summary: 'Model sets of all projects that the account is a member of, last changed first',
    access: 'user',
    response: z.array(ModelSetSummary),
  }),
  createModelSet: route({
    method: 'POST',
    path: '/api/projects/:projectId/model-sets',
    summary: 'Save models that are open together as a set; editors of the project may',
    access: 'user',
    parameters: z.object({ projectId: z.string().max(64) }),
    body: ModelSetForm,
    response: ModelSet,
  }),
  modelSet: route({
    method: 'GET',
    path: '/api/model-sets/:setId',
    summary: 'A model set; files that the account may not see are in it without a name',
    access: 'user',
    parameters: Identifier,
    response: ModelSet,
  }),
  changeModelSet: route({
    method: 'PATCH',
    path: '/api/model-sets/:setId',
    summary: 'Change a set’s name or files; 409 when somebody else did meanwhile',
    access: 'user',
    parameters: Identifier,
    body: ModelSetChange,
    response: ModelSet,
  }),
  deleteModelSet: route({
    method: 'DELETE',
    path: '/api/model-sets/:setId',
    summary: 'Delete a set; its files stay',
    access: 'user',
    parameters: Identifier,
    response: z.object({ done: z.literal(true) }),
  }),
} as const
