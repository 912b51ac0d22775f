import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/run.mjs'

/** Lists the members of a kind: the folders that have its door, by name. */
export const listMembers = ({ folder, door }) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, folder, entry.name, door)))
    .map((entry) => entry.name)
    .sort()
