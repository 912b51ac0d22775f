import { savedFiltersRoutes } from '@kamar/contracts'
import { defineModule, done } from '../../domain/server-module.js'
import { SavedFilterService } from './saved-filter-service.js'

/** Saved filters. */
export const savedFiltersModule = defineModule({
  id: 'saved-filters',
  routes: savedFiltersRoutes,
  create: ({ database }) => new SavedFilterService(database),
  handlers: ({ service: filters }) => ({
    listSavedFilters: ({ actor, parameters }) => filters.list(actor, parameters.id),
    createSavedFilter: ({ actor, body, parameters }) => filters.create(actor, parameters.id, body),
    changeSavedFilter: ({ actor, body, parameters }) => filters.change(actor, parameters.filterId, body),
    async deleteSavedFilter({ actor, parameters }) {
      await filters.remove(actor, parameters.filterId)
      return done
    },
  }),
})
