import { type StreamRoute } from '../api/route.js'

/** Routes whose request or response is not only JSON. */
export const liveStreams = [
  {
    method: 'GET',
    path: '/api/auth/events',
    summary: 'Live changes of the account’s files (server-sent events, each a LiveEvent)',
    access: 'user',
    produces: 'text/event-stream',
    response: null,
  },
] as const satisfies readonly StreamRoute[]
