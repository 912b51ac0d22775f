import { z } from 'zod'
import { FontList } from './font-shapes.js'
import { route } from './route.js'

/** Routes for an account's drawing fonts; the upload itself is a separate stream route. */
export const fontRoutes = {
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
