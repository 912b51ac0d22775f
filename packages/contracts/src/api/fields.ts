import { z } from 'zod'
import { limits } from '../limits.js'

/** Password of a form. Minimum length and common passwords are checked where one is set, with a code of their own. */
export const Password = z.string().min(1).max(limits.maxPasswordCharacters)

/** E-mail address of a form. */
export const Email = z.email().max(254)

/** Parameters of a path with the id of a file, an account or another record. */
export const Identifier = z.object({ id: z.string().max(64) })

/** Response of a route without data. */
export const Done = z.object({ done: z.literal(true) })
