import { z } from 'zod'
import { Identifier } from '../api/fields.js'
import { route } from '../api/route.js'
import { SearchPage, SearchQuery, SheetCorrection, SheetRecord, SheetRegister } from './shapes.js'

/** JSON routes. */
export const searchRoutes = {
  search: route({
    method: 'GET',
    path: '/api/search',
    summary: 'Files by words of their names, sheets and property values',
    access: 'user',
    query: SearchQuery,
    response: SearchPage,
  }),
  listSheets: route({
    method: 'GET',
    path: '/api/projects/:projectId/sheets',
    summary: 'Drawing sheets of a project by number',
    access: 'user',
    parameters: z.object({ projectId: z.string().max(64) }),
    response: SheetRegister,
  }),
  correctSheet: route({
    method: 'PUT',
    path: '/api/sheets/:id',
    summary: 'Correct number and title of a sheet of a file; editors may',
    access: 'user',
    parameters: Identifier,
    body: SheetCorrection,
    response: SheetRecord,
  }),
} as const
