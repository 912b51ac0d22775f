import { z } from 'zod'
import { route } from '../api/route.js'
import { SavedFilter, SavedFilterChange, SavedFilterForm } from './shapes.js'

const FileIdentifier = z.object({ id: z.string().max(64) })
const FilterIdentifier = z.object({ filterId: z.string().max(64) })

/** JSON routes. */
export const savedFiltersRoutes = {
  listSavedFilters: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id/filters',
    summary: 'Saved filters for a file: the account’s own and those shared with the file’s project, by name',
    access: 'user',
    parameters: FileIdentifier,
    response: z.array(SavedFilter),
  }),
  createSavedFilter: route({
    method: 'POST',
    path: '/api/auth/my-urns/:id/filters',
    summary: 'Save a filter for the account; editors of the file’s project may share it with the project',
    access: 'user',
    parameters: FileIdentifier,
    body: SavedFilterForm,
    response: SavedFilter,
  }),
  changeSavedFilter: route({
    method: 'PATCH',
    path: '/api/filters/:filterId',
    summary: 'Change a saved filter’s name, rule or colour',
    access: 'user',
    parameters: FilterIdentifier,
    body: SavedFilterChange,
    response: SavedFilter,
  }),
  deleteSavedFilter: route({
    method: 'DELETE',
    path: '/api/filters/:filterId',
    summary: 'Delete a saved filter',
    access: 'user',
    parameters: FilterIdentifier,
    response: z.object({ done: z.literal(true) }),
  }),
} as const
