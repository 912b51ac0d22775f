import { Done, Identifier } from '../api/fields.js'
import { route } from '../api/route.js'
import { Stars } from './shapes.js'

/** JSON routes. */
export const starsRoutes = {
  listStars: route({
    method: 'GET',
    path: '/api/stars',
    summary:
      'Ids of the files that the account marked with a star, and the folders; `my-urns?collection=starred` lists the files',
    access: 'user',
    response: Stars,
  }),
  addStar: route({
    method: 'PUT',
    path: '/api/stars/:id',
    summary: 'Mark a file or folder with a star; the id of a project is that of its top folder',
    access: 'user',
    parameters: Identifier,
    response: Done,
  }),
  removeStar: route({
    method: 'DELETE',
    path: '/api/stars/:id',
    summary: 'Remove the star of a file or folder',
    access: 'user',
    parameters: Identifier,
    response: Done,
  }),
} as const
