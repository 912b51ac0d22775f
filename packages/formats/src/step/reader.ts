import type { Reader } from '@kamar/core'
import { descriptor } from './descriptor.js'
import { readModel } from './reading.js'

/** The STEP reader; see README.md in this folder. */
export const reader: Reader = { descriptor: descriptor, read: readModel }
