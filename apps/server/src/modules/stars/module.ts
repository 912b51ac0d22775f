import { starsRoutes } from '@kamar/contracts'
import { defineModule, done } from '../../domain/server-module.js'
import { addStar, listStars, removeStar } from './stars.js'

/** Files and folders that accounts mark with a star. */
export const starsModule = defineModule({
  id: 'stars',
  routes: starsRoutes,
  create: () => null,
  handlers: ({ context: { database } }) => ({
    listStars: ({ actor }) => listStars(database, actor),
    async addStar({ actor, parameters }) {
      await addStar(database, actor, parameters.id)
      return done
    },
    async removeStar({ actor, parameters }) {
      await removeStar(database, actor, parameters.id)
      return done
    },
  }),
})
