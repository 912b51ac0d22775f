import { route } from '../api/route.js'
import { z } from 'zod'
import { SampleModel } from './shapes.js'

/** JSON routes. */
export const examplesRoutes = {
  examples: route({
    method: 'GET',
    path: '/api/examples',
    summary: 'Sample models',
    access: 'user',
    response: z.array(SampleModel),
  }),
} as const
