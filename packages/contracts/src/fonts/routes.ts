import { route, type StreamRoute } from '../api/route.js'
import { FontList } from './shapes.js'
import { z } from 'zod'

/** JSON routes. */
export const fontsRoutes = {
  listFonts: route({
    method: 'GET',
    path: '/api/auth/fonts',
    summary: 'Fonts that the account’s drawings are shown with, by name',
    access: 'user',
    response: FontList,
  }),
  removeFont: route({
    method: 'DELETE',
    path: '/api/auth/fonts/:id',
    summary: 'Remove a font; drawings that were translated with it stay as they are',
    access: 'user',
    parameters: z.object({ id: z.string().max(64) }),
    response: FontList,
  }),
  useFonts: route({
    method: 'POST',
    path: '/api/auth/fonts/use',
    summary: 'Translate the account’s drawings again that were shown without a font which is here by now',
    access: 'user',
    response: FontList,
  }),
} as const

/** Routes whose request or response is not only JSON. */
export const fontsStreams = [
  {
    method: 'POST',
    path: '/api/auth/fonts',
    summary: 'Add fonts for the account’s drawings (multipart): .shx, .ttf, .otf; one of the same name is replaced',
    access: 'user',
    consumes: 'multipart/form-data',
    response: FontList,
  },
] as const satisfies readonly StreamRoute[]
