import { type StreamRoute } from '../api/route.js'

/** Routes whose request or response is not only JSON. */
export const documentationStreams = [
  {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document',
    access: 'public',
    produces: 'application/json',
    response: null,
  },
  {
    method: 'GET',
    path: '/api/docs',
    summary: 'This document as a page',
    access: 'public',
    produces: 'text/html',
    response: null,
  },
] as const satisfies readonly StreamRoute[]
