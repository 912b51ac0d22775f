import { z } from 'zod'
import { Identifier } from '../api/fields.js'
import { route } from '../api/route.js'
import { AccessEffects } from '../folders/shapes.js'
import { OperationForm, OperationRecord } from './shapes.js'

/** JSON routes. */
export const operationsRoutes = {
  beginOperation: route({
    method: 'POST',
    path: '/api/operations',
    summary:
      'Move, copy or delete many files, by ids or a filter; up to 200 before the response, the others afterwards',
    access: 'user',
    body: OperationForm,
    bodyLimitBytes: 262_144,
    response: OperationRecord,
  }),
  planOperation: route({
    method: 'POST',
    path: '/api/operations/plan',
    summary: 'Who would gain and lose access by a move of many files',
    access: 'user',
    body: OperationForm,
    bodyLimitBytes: 262_144,
    response: AccessEffects,
  }),
  listOperations: route({
    method: 'GET',
    path: '/api/operations',
    summary: 'The account’s unfinished operations and those of the last hour, newest first',
    access: 'user',
    response: z.array(OperationRecord),
  }),
  getOperation: route({
    method: 'GET',
    path: '/api/operations/:id',
    summary: 'One operation with its progress',
    access: 'user',
    parameters: Identifier,
    response: OperationRecord,
  }),
  cancelOperation: route({
    method: 'DELETE',
    path: '/api/operations/:id',
    summary: 'End an operation after its current step; what it changed stays changed',
    access: 'user',
    parameters: Identifier,
    response: OperationRecord,
  }),
  undoOperation: route({
    method: 'POST',
    path: '/api/operations/:id/undo',
    summary: 'Change back what an operation changed, except for files that were changed since',
    access: 'user',
    parameters: Identifier,
    response: OperationRecord,
  }),
} as const
