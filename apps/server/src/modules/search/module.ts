import { searchRoutes } from '@kamar/contracts'
import { defineModule } from '../../domain/server-module.js'
import { SearchIndexer } from './search-indexer.js'
import { SearchService } from './search-service.js'
import { SheetService } from './sheet-service.js'

/** Translations that no event announced: of earlier releases, or while no server ran. */
const pollMilliseconds = 300_000

/** Search over names, sheets and properties of files, and the register of the sheets of a project. */
export const searchModule = defineModule({
  id: 'search',
  routes: searchRoutes,
  create: (context) => ({
    indexer: new SearchIndexer(context),
    search: new SearchService(context.database),
    sheets: new SheetService(context),
  }),
  handlers: ({ service: { search, sheets } }) => ({
    search: ({ actor, query }) => search.search(actor, query),
    listSheets: ({ actor, parameters }) => sheets.list(actor, parameters.projectId),
    correctSheet: ({ actor, body, parameters }) => sheets.correct(actor, parameters.id, body),
  }),
  jobs: ({ context: { events }, service: { indexer } }) => [
    {
      id: 'search.index',
      every: pollMilliseconds,
      solo: 'indexing',
      run: (signal) => indexer.run(signal),
      watch: (wake) =>
        events.subscribe('translation', ({ state }) => {
          if (state === 'succeeded') wake()
        }),
    },
  ],
})
