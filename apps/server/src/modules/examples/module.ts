import { examplesRoutes } from '@kamar/contracts'
import { defineModule } from '../../domain/server-module.js'
import { importExamples, listExamples } from './example-models.js'

/** Example models that every account may view; imported when a server starts. */
export const examplesModule = defineModule({
  id: 'examples',
  routes: examplesRoutes,
  create: () => null,
  handlers: ({ context }) => ({ examples: () => listExamples(context.database) }),
  jobs: ({ context }) => [{ id: 'examples.import', every: 'start', run: () => importExamples(context) }],
})
