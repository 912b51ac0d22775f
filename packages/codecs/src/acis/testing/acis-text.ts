import { parseAcis, type AcisFile } from '../acis-file.js'

/** First values of version 7 entities: no attributes, no history. */
export const entityHeader = '$-1 -1 $-1'

/** Header of version 7.0, in millimetres. */
export const header = '700 0 1 0\n@5 Tests @4 ACIS @3 now\n1 1e-06 1e-10\n'

/** Encodes a text as UTF-8 bytes. */
export const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Builds a complete version 7 file from records; they count from 0. */
export const satBytes = (records: string): Uint8Array => encode(`${header}${records}\nEnd-of-ACIS-data\n`)

/** Parses the same records after a leading body record; they count from 1. */
export const acisFile = (records: string): AcisFile =>
  parseAcis(satBytes(`body ${entityHeader} $-1 $-1 $-1 #\n${records}`))

/** Builds a body with one wire of one edge on a curve, between two points (`x y z`). */
export const wireBody = (curve: string, [start, end]: readonly [string, string], sense = 'forward'): string =>
  `body ${entityHeader} $-1 $1 $-1 #
wire ${entityHeader} $-1 $2 $0 $-1 #
coedge ${entityHeader} $2 $2 $-1 $3 forward $1 $-1 #
edge ${entityHeader} $4 $5 $2 $8 ${sense} #
vertex ${entityHeader} $3 $6 #
vertex ${entityHeader} $3 $7 #
point ${entityHeader} ${start} #
point ${entityHeader} ${end} #
${curve} #`
