import type { Reader } from '@kamar/scene'
import { descriptor } from './descriptor.js'
import { readModel } from './reading.js'

/** The STEP reader; see the room's README. */
export const reader: Reader = { descriptor: descriptor, read: readModel }
