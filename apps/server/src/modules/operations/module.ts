import { operationsRoutes } from '@kamar/contracts'
import { defineModule } from '../../domain/server-module.js'
import { OperationService } from './operation-service.js'

/** Operations that another server began, or that a crash interrupted. */
const pollMilliseconds = 60_000

/** Moves, copies and deletions of many files, in steps with progress. */
export const operationsModule = defineModule({
  id: 'operations',
  routes: operationsRoutes,
  create: (context) => new OperationService(context),
  handlers: ({ service: operations }) => ({
    beginOperation: ({ actor, body }) => operations.begin(actor, body),
    planOperation: ({ actor, body }) => operations.plan(actor, body),
    listOperations: ({ actor }) => operations.list(actor),
    getOperation: ({ actor, parameters }) => operations.get(actor, parameters.id),
    cancelOperation: ({ actor, parameters }) => operations.cancel(actor, parameters.id),
    undoOperation: ({ actor, parameters }) => operations.undo(actor, parameters.id),
  }),
  jobs: ({ service }) => [
    {
      id: 'operations.steps',
      every: pollMilliseconds,
      run: (signal) => service.run(signal),
      watch: (wake) => service.watch(wake),
    },
    { id: 'operations.old', every: 'hour', run: () => service.removeOld() },
  ],
})
